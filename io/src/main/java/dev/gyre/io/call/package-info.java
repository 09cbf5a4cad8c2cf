/**
 * Calls of C functions. {@link dev.gyre.io.call.NativeCalls} makes them, through a small library of machine code where the
 * image has one, otherwise through the JVM's linker. See {@code docs/decisions/native-calls.md}.
 */
@NullMarked
package dev.gyre.io.call;

import org.jspecify.annotations.NullMarked;
