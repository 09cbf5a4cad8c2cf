package dev.gyre.loop;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * What other threads have for the loop: posted tasks, woken asyncs, completed requests, in order of arrival.
 *
 * <p>A wake-up is a system call, so it is made only when the loop sleeps. Neither side can miss the other: the loop
 * says that it is asleep and then looks at the queue once more, a producer puts its item in and then looks whether the
 * loop is asleep, with a full fence between the two steps on both sides.
 *
 * <p>The queue is of JCTools' atomic flavour: the other one goes through {@code sun.misc.Unsafe}, about which the JVM
 * prints a warning.
 */
final class Inbox {
    private static final int CHUNK = 256;

    private final MpscUnboundedAtomicArrayQueue<Object> items = new MpscUnboundedAtomicArrayQueue<>(CHUNK);
    private final AtomicBoolean asleep = new AtomicBoolean();

    /** Posted tasks not run yet. Other items don't count: for them a handle or a request keeps the loop alive. */
    private final AtomicInteger tasks = new AtomicInteger();

    private final Poller poller;

    Inbox(Poller poller) {
        this.poller = poller;
    }

    /** Any thread. */
    void addTask(Runnable task) {
        tasks.incrementAndGet();
        add(task);
    }

    /** Any thread. */
    void add(Object item) {
        items.add(item);
        VarHandle.fullFence();
        wake();
    }

    /** Any thread. */
    void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            poller.wake();
        }
    }

    /** Says that the loop is going to sleep; it must look once more whether there is a reason not to. */
    void fallAsleep() {
        asleep.set(true);
        VarHandle.fullFence();
    }

    void awake() {
        asleep.setRelease(false);
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    int size() {
        return items.size();
    }

    boolean hasTasks() {
        return tasks.get() > 0;
    }

    /** The oldest item, or null. */
    Object take() {
        Object item = items.poll();
        if (item instanceof Runnable) {
            tasks.decrementAndGet();
        }
        return item;
    }
}
