/**
 * The native half of Gyre's own modules: how {@code gyre:pool} reaches other machines. What carries the messages is a
 * {@link dev.gyre.node.gyre.ClusterEngine}, which is not among these classes: the optional artifact gyre-distributed has it.
 * See docs/distributed.md.
 */
@NullMarked
package dev.gyre.node.gyre;

import org.jspecify.annotations.NullMarked;
