package dev.gyre.node.napi;

import dev.gyre.loop.AsyncHandle;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A queue of calls from any thread to one function of JavaScript. Threads add to it and wake the loop; the loop posts an event
 * for each call that waits, and JavaScript takes one for each event. It closes when the last thread has released it and the
 * queue is empty, or when a thread aborts it: then calls that wait are dropped.
 */
final class ThreadsafeFunction implements Runnable {
    // What take answers.
    static final int NOTHING = 0;
    static final int CALL = 1;
    static final int CLOSED = 2;

    private static final Map<Long, ThreadsafeFunction> ALL = new ConcurrentHashMap<>();
    private static final AtomicLong LAST_ID = new AtomicLong();

    private final long id = LAST_ID.addAndGet(16);
    private final Environment environment;
    private final long mostWaiting;
    private final long context;
    private final AsyncHandle handle;

    // Guarded by this; the last one is written by the loop's thread alone.
    private final ArrayDeque<Long> waiting = new ArrayDeque<>();
    private long threads;
    private boolean isClosing;
    private boolean isFinished;

    // Loop thread only.
    private int channel = -1;
    private int posted;

    private ThreadsafeFunction(Environment environment, long mostWaiting, long threads, long context) {
        this.environment = environment;
        this.mostWaiting = mostWaiting;
        this.threads = threads;
        this.context = context;
        handle = environment.host.async(this);
    }

    static ThreadsafeFunction create(Environment environment, long mostWaiting, long threads, long context) {
        var made = new ThreadsafeFunction(environment, mostWaiting, threads, context);
        ALL.put(made.id, made);
        return made;
    }

    static @Nullable ThreadsafeFunction of(long id) {
        return ALL.get(id);
    }

    long id() {
        return id;
    }

    long context() {
        return context;
    }

    // ---- any thread

    int call(long data, boolean isBlocking) {
        synchronized (this) {
            while (mostWaiting > 0 && waiting.size() >= mostWaiting && !isClosing) {
                if (!isBlocking) {
                    return Status.QUEUE_FULL;
                }
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return Status.GENERIC_FAILURE;
                }
            }
            if (isClosing) {
                return leave() ? Status.CLOSING : Status.INVALID_ARG;
            }
            waiting.add(data);
        }
        handle.wake();
        return Status.OK;
    }

    private boolean leave() {
        if (threads == 0) {
            return false;
        }
        threads--;
        forgetWhenUnused();
        return true;
    }

    /** After the last thread has left, nobody may use it. */
    private void forgetWhenUnused() {
        if (isFinished && threads == 0) {
            ALL.remove(id);
        }
    }

    synchronized int acquire() {
        if (isClosing) {
            return Status.CLOSING;
        }
        threads++;
        return Status.OK;
    }

    int release(boolean isAbort) {
        synchronized (this) {
            if (threads == 0) {
                return Status.INVALID_ARG;
            }
            threads--;
            forgetWhenUnused();
            if (threads > 0 && !isAbort) {
                return Status.OK;
            }
            if (isAbort && !isClosing) {
                isClosing = true;
                notifyAll();
            }
        }
        handle.wake();
        return Status.OK;
    }

    // ---- the loop's thread

    /** Where JavaScript is told of calls. */
    void open(int itsChannel) {
        channel = itsChannel;
    }

    void setReferenced(boolean isReferenced) {
        if (isReferenced) {
            handle.ref();
        } else {
            handle.unref();
        }
    }

    /** Called by the loop when it was woken. */
    @Override
    public void run() {
        int events;
        synchronized (this) {
            events = waiting.size();
            if (isClosing || (threads == 0 && events == 0)) {
                events = posted + 1; // one that finds nothing, but the end
            }
        }
        for (; posted < events; posted++) {
            environment.host.message(channel);
        }
    }

    /** Whether there is a call, whose data the host then has for it; {@link #CLOSED} once when it is over. */
    int take() {
        posted = Math.max(0, posted - 1);
        synchronized (this) {
            if (!isClosing && !waiting.isEmpty()) {
                long data = waiting.poll();
                notify();
                if (waiting.isEmpty() && threads == 0) {
                    handle.wake();
                }
                environment.host.exactWord(data);
                return CALL;
            }
            if (isFinished || !(isClosing || threads == 0)) {
                return NOTHING;
            }
            isClosing = true;
            isFinished = true;
            notifyAll();
            forgetWhenUnused();
        }
        handle.close();
        return CLOSED;
    }

    /** The same when the runtime ends: nothing more can be added. */
    synchronized int takeLeft() {
        isClosing = true;
        notifyAll();
        Long data = waiting.poll();
        if (data == null) {
            return NOTHING;
        }
        environment.host.exactWord(data);
        return CALL;
    }

    /** The runtime ends, or nobody has got it. */
    void forget() {
        synchronized (this) {
            isClosing = true;
            isFinished = true;
            notifyAll();
            forgetWhenUnused();
        }
        if (!handle.isClosing()) {
            handle.close();
        }
    }
}
