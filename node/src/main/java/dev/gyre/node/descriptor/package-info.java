/** Standard streams, pipes and terminals of a runtime, by descriptor. */
@NullMarked
package dev.gyre.node.descriptor;

import org.jspecify.annotations.NullMarked;
