/**
 * The C library. {@link dev.gyre.io.call.NativeCalls} makes the calls. A failed call is a
 * {@link dev.gyre.io.libc.SystemError} with the errno, under libuv's name and message from the table
 * {@link dev.gyre.io.libc.Errno}. Paths are bytes ({@link dev.gyre.io.libc.NativePath}): a file's name need not be text.
 */
@NullMarked
package dev.gyre.io.libc;

import org.jspecify.annotations.NullMarked;
