/**
 * File system work that takes several system calls, and the structures that the kernel fills in.
 *
 * <p>Every start checks whether a few files exist, and reads them. {@link dev.gyre.io.file.EarlyFiles} does that through
 * {@code java.nio} as long as no downcall was needed yet and {@code java.nio}'s answer is exactly the kernel's: the first
 * downcall of a process is slow.
 */
@NullMarked
package dev.gyre.io.file;

import org.jspecify.annotations.NullMarked;
