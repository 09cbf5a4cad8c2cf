/** Options of the command that Node has. */
@NullMarked
package dev.gyre.node.options;

import org.jspecify.annotations.NullMarked;
