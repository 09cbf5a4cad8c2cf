/** The native half of {@code fs}. */
@NullMarked
package dev.gyre.node.fs;

import org.jspecify.annotations.NullMarked;
