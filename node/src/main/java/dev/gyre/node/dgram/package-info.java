/** The native half of {@code dgram}. */
@NullMarked
package dev.gyre.node.dgram;

import org.jspecify.annotations.NullMarked;
