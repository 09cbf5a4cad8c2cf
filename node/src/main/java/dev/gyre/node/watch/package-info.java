/** A runtime as {@link dev.gyre.loop.watch.Watch} sees it: samples of JavaScript's stack, and what they tell. */
@NullMarked
package dev.gyre.node.watch;

import org.jspecify.annotations.NullMarked;
