/**
 * Events for Java's flight recorder: turns and callbacks that took long, callbacks that were seen to block, tasks of the worker pool.
 * Nothing of this is loaded, and nothing of the recorder's, until {@link dev.gyre.loop.jfr.FlightEvents#enable} is called.
 */
@NullMarked
package dev.gyre.loop.jfr;

import org.jspecify.annotations.NullMarked;
