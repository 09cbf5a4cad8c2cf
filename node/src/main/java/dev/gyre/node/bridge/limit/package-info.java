/** Ends callbacks that overrun their limit: see docs/decisions/ending-callbacks.md. */
@NullMarked
package dev.gyre.node.bridge.limit;

import org.jspecify.annotations.NullMarked;
