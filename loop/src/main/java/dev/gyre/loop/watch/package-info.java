/**
 * Sees callbacks that hold their loop, while they run.
 *
 * <p>{@link dev.gyre.loop.watch.Watch} is one thread for all loops of the process. It reads the loops' {@link
 * dev.gyre.loop.Telemetry}: a callback whose number stays the same for longer than a limit holds its loop. Then it asks the
 * {@link dev.gyre.loop.watch.Watched} for a stack, finds the cause, and hands a {@link dev.gyre.loop.watch.Block} to the
 * listeners, once for each callback and at most once a minute for each place. The loop's thread does nothing for that
 * before a callback holds it.
 *
 * <pre>
 *   try (Loop loop = Loop.open()) {
 *       Watch.ofProcess().add(new WatchedLoop("orders", loop, Duration.ofMillis(200)));
 *       loop.run(RunMode.DEFAULT);
 *   }
 * </pre>
 */
@NullMarked
package dev.gyre.loop.watch;

import org.jspecify.annotations.NullMarked;
