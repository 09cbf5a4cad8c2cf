/**
 * The C library. All calls go through one downcall handle ({@link dev.gyre.io.libc.Libc} says why one). A failed call is a
 * {@link dev.gyre.io.libc.SystemError} with the errno, under libuv's name and message from the table
 * {@link dev.gyre.io.libc.Errno}. Paths are bytes ({@link dev.gyre.io.libc.NativePath}): a file's name need not be text.
 *
 * <p>The first downcall of a process takes the JVM 20 to 50 ms; {@link dev.gyre.io.libc.Libc.State} says whether it has
 * happened.
 */
@NullMarked
package dev.gyre.io.libc;

import org.jspecify.annotations.NullMarked;
