/** The native half of {@code perf_hooks}. */
@NullMarked
package dev.gyre.node.perf_hooks;

import org.jspecify.annotations.NullMarked;
