package dev.gyre.loop;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What other threads have for the loop: posted tasks, woken asyncs, completed requests, in order of arrival.
 *
 * <p>A lock-free stack: other threads push items one by one, and the loop takes the whole stack and reverses it. The code
 * is short because a process that has just started interprets it.
 *
 * <p>A wake-up is a system call, so it is made only when the loop sleeps. Neither side can miss the other: the loop
 * says that it is asleep and then looks at the stack once more, a producer puts its item on it and then looks whether the
 * loop is asleep, all of which is volatile.
 */
final class Inbox {
    private final AtomicReference<Entry> newest = new AtomicReference<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final Poller poller;

    // Loop thread only: the items taken from the stack, and how many of them are left.
    private @Nullable Entry oldest;
    private int left;
    private int tasksLeft;
    private int mailLeft;

    private volatile Runnable onMail = Callbacks.NOTHING;

    /** An item, linked to the one pushed before it, with the number of items up to it. */
    private static final class Entry {
        private final Object item;
        private @Nullable Entry next;
        private int height;
        private int tasks;
        private int mail;

        private Entry(Object item) {
            this.item = item;
        }

        private void putOn(@Nullable Entry before) {
            next = before;
            height = before == null ? 1 : before.height + 1;
            tasks = (before == null ? 0 : before.tasks) + (item instanceof Runnable ? 1 : 0);
            mail = (before == null ? 0 : before.mail) + (isMail(item) ? 1 : 0);
        }
    }

    Inbox(Poller poller) {
        this.poller = poller;
    }

    /** Everything but the word that pieces of a series are done: whoever has a series can see that by itself. */
    private static boolean isMail(Object item) {
        return !(item instanceof WorkSeries);
    }

    void onMail(Runnable hook) {
        onMail = hook;
    }

    /** Any thread. A task, which is Runnable, keeps the loop alive; for other items a handle or a request does that. */
    void add(Object item) {
        var entry = new Entry(item);
        Entry before;
        do {
            before = newest.get();
            entry.putOn(before);
        } while (!newest.compareAndSet(before, entry));
        if (isMail(item)) {
            onMail.run();
        }
        wake();
    }

    /** Any thread. */
    void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            poller.wake();
        }
    }

    /** Announces that the loop is going to sleep. The loop must check the stack once more after this. */
    void fallAsleep() {
        asleep.set(true);
    }

    void awake() {
        asleep.set(false);
    }

    boolean isEmpty() {
        return oldest == null && newest.get() == null;
    }

    int size() {
        Entry top = newest.get();
        return top == null ? left : left + top.height;
    }

    boolean hasTasks() {
        Entry top = newest.get();
        return tasksLeft > 0 || (top != null && top.tasks > 0);
    }

    boolean hasMail() {
        Entry top = newest.get();
        return mailLeft > 0 || (top != null && top.mail > 0);
    }

    /** The oldest item, or null. */
    @Nullable
    Object take() {
        Entry entry = oldest == null ? turnOver() : oldest;
        if (entry == null) {
            return null;
        }
        oldest = entry.next;
        left--;
        if (entry.item instanceof Runnable) {
            tasksLeft--;
        }
        if (isMail(entry.item)) {
            mailLeft--;
        }
        return entry.item;
    }

    /** Takes the whole stack and reverses it: returns the oldest entry, or null when the stack is empty. */
    private @Nullable Entry turnOver() {
        Entry top = newest.getAndSet(null);
        if (top == null) {
            return null;
        }
        left = top.height;
        tasksLeft = top.tasks;
        mailLeft = top.mail;
        while (top != null) {
            Entry below = top.next;
            top.next = oldest;
            oldest = top;
            top = below;
        }
        return oldest;
    }
}
