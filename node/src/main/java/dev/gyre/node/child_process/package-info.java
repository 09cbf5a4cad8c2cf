/** The native half of {@code child_process}. */
@NullMarked
package dev.gyre.node.child_process;

import org.jspecify.annotations.NullMarked;
