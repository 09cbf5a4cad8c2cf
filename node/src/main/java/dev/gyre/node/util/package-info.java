/** The native half of {@code util}. */
@NullMarked
package dev.gyre.node.util;

import org.jspecify.annotations.NullMarked;
