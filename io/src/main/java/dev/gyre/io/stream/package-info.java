/** Byte streams on descriptors: TCP and Unix sockets, pipes, terminals. Their state belongs to the loop's thread. */
@NullMarked
package dev.gyre.io.stream;

import org.jspecify.annotations.NullMarked;
