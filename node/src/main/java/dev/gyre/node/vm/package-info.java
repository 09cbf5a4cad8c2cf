/** The native half of {@code vm}. */
@NullMarked
package dev.gyre.node.vm;

import org.jspecify.annotations.NullMarked;
