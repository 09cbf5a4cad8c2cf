/** The native half of {@code process}. */
@NullMarked
package dev.gyre.node.process;

import org.jspecify.annotations.NullMarked;
