/**
 * An event loop for Java: libuv's model with nothing but {@code java.base} and a queue.
 *
 * <h2>The model</h2>
 *
 * A {@link dev.gyre.loop.Loop} is run by one thread and goes through its {@linkplain dev.gyre.loop.Phase phases} turn
 * after turn: timers, pending, idle, prepare, poll, check, closing. All callbacks run on that thread, one at a time.
 * Two nouns carry the rest:
 *
 * <ul>
 *   <li>a <b>handle</b> ({@link dev.gyre.loop.Handle}) lives long, may call back often and is closed once. While it is
 *       active and referenced, the loop goes on; {@code unref} lets the loop end without it.
 *   <li>a <b>request</b> ({@link dev.gyre.loop.Request}) completes once. Until then the loop goes on.
 * </ul>
 *
 * <h2>The shape of the API</h2>
 *
 * <pre>
 * Loop.open() | Loop.builder().clock(…).poller(…).pool(…).maxPerPhase(…).open()
 *   run(RunMode) -> still alive?   stop()*   alive()   close()
 *   nowMs()   updateTime()         telemetry()*   walk(visitor)
 *   onError(handler)               what callbacks throw; by default it comes out of run
 *   afterCallback(hook)            after every callback: ticks
 *   onPollEnd(hook)                once at the end of a poll that had callbacks: batches
 *
 *   handles                        phase
 *     timer(onTimer)               timers    start(timeoutMs, repeatMs) again() stop() dueInMs()
 *     idle(onIdle)                 idle      start() stop()     while started, poll doesn't wait
 *     prepare(onPrepare)           prepare   start() stop()
 *     channel(nioChannel)          poll      start(interestOps, onReady) interestOps(ops) stop()
 *     async(onWake)                poll      wake()*            active from birth
 *     check(onCheck)               check     start() stop()
 *     all: ref() unref() hasRef() isActive() close([onClose]) isClosing() isClosed()
 *
 *   requests, called back in poll with an Outcome: Success(value) | Failure(error) | Cancelled
 *     submit(WorkKind, work, onComplete)     WorkRequest.cancel()*
 *     request(onComplete)                    ExternalRequest.succeed(value)* fail(error)* cancel()*
 *
 *   single callbacks
 *     post(task)*  poll       immediate(callback)  check       defer(callback)  pending
 *
 *   * any thread; all the rest is for the loop thread
 * </pre>
 *
 * <h2>Threads</h2>
 *
 * A loop belongs to the thread that opened it, and from {@code run} on to the one that ran it last; using it from
 * another thread throws and names both. Other threads come in through {@code post}, {@code AsyncHandle.wake},
 * {@code ExternalRequest} and {@code stop}. What they bring is put in a lock-free queue and, if the loop sleeps, wakes
 * it; what a thread wrote before it came in is visible to the callback. {@link dev.gyre.loop.WorkerPool} does on
 * threads of its own what would block.
 *
 * <h2>Time</h2>
 *
 * The loop's time is read from its clock once a turn and after each wait, in milliseconds. A timer is due when its
 * deadline is no later than the loop's time; timers due together run by deadline, equal ones by start. Clock and poller
 * are given to the loop, so a test can run it on {@link dev.gyre.loop.VirtualTime}, where an hour takes no time and
 * each run is the same.
 *
 * <h2>Seeing inside</h2>
 *
 * {@link dev.gyre.loop.Telemetry} says from any thread which phase the loop is in and since when, what kind of callback
 * holds it, and where time went.
 */
@NullMarked
package dev.gyre.loop;

import org.jspecify.annotations.NullMarked;
