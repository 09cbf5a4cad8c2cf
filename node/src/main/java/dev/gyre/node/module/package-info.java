/** The native half of the module loaders. */
@NullMarked
package dev.gyre.node.module;

import org.jspecify.annotations.NullMarked;
