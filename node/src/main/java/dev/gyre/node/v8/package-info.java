/** The native half of {@code v8}. */
@NullMarked
package dev.gyre.node.v8;

import org.jspecify.annotations.NullMarked;
