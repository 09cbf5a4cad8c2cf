/** The native half of {@code os}. */
@NullMarked
package dev.gyre.node.os;

import org.jspecify.annotations.NullMarked;
