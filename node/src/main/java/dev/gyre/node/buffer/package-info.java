/** The native half of {@code buffer}. */
@NullMarked
package dev.gyre.node.buffer;

import org.jspecify.annotations.NullMarked;
