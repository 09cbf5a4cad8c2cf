package dev.gyre.node.worker_threads;

import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.Loop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ports of one runtime by the numbers that JavaScript has for them, and the order in which they get their messages.
 *
 * <p>A message wakes the loop, once for all that come until it has looked. In poll JavaScript takes the messages one by one
 * ({@link #next}): port after port, in the order in which the ports were made, as libuv calls its handles; of each port
 * as many as it had when its turn came, but at least {@link #FEWEST_AT_ONCE}, as Node does. What is left waits for the next
 * turn of the loop, so that no flood of messages keeps timers and sockets waiting.
 */
public final class Ports {
    private static final int FEWEST_AT_ONCE = 1000;

    /** A port as its runtime has it. */
    private static final class Entry {
        final Port port;
        boolean isReceiving;
        boolean isReferenced;

        Entry(Port port) {
            this.port = port;
        }
    }

    // Loop thread only.
    private final Map<Integer, Entry> entries = new HashMap<>();
    private final Runnable onMessages;
    private int lastNumber;
    private int referenced;
    private int current; // whose messages are being taken
    private int leftOfCurrent;

    // Guarded by this.
    private final TreeSet<Integer> ready = new TreeSet<>();
    private @Nullable AsyncHandle wakeUp;

    /** @param onMessages called in poll, when there may be messages to take */
    public Ports(Runnable onMessages) {
        this.onMessages = onMessages;
    }

    /** From now on messages wake the loop. Calling it twice is as good as once. */
    synchronized void open(Loop loop) {
        if (wakeUp == null) {
            wakeUp = loop.async(onMessages);
            wakeUp.unref();
            if (!ready.isEmpty()) {
                wakeUp.wake();
            }
        }
    }

    int add(Port port) {
        int number = ++lastNumber;
        entries.put(number, new Entry(port));
        port.belongTo(this, number);
        return number;
    }

    /** Any thread: there are messages for a port. */
    synchronized void signal(int number) {
        if (ready.add(number) && wakeUp != null) {
            wakeUp.wake();
        }
    }

    private synchronized int takeReadyAfter(int number) {
        Integer next = ready.higher(number);
        if (next == null) {
            return 0;
        }
        ready.remove(next);
        return next;
    }

    private Entry entry(int number) {
        return Objects.requireNonNull(entries.get(number), "no port has this number");
    }

    Port port(int number) {
        return entry(number).port;
    }

    /** Whether JavaScript wants its messages now. */
    void receive(int number, boolean isReceiving) {
        Entry entry = entry(number);
        entry.isReceiving = isReceiving;
        if (isReceiving && entry.port.queued() > 0) {
            signal(number);
        }
    }

    /** Whether it keeps the loop alive. */
    void setReferenced(int number, boolean isReferenced) {
        Entry entry = entry(number);
        if (entry.isReferenced != isReferenced) {
            entry.isReferenced = isReferenced;
            countReferenced(isReferenced ? 1 : -1);
        }
    }

    private void countReferenced(int by) {
        referenced += by;
        AsyncHandle handle;
        synchronized (this) {
            handle = Objects.requireNonNull(wakeUp, "the ports have not been opened");
        }
        if (referenced > 0) {
            handle.ref();
        } else {
            handle.unref();
        }
    }

    /** Takes a port out of the table: the caller owns it. */
    Port release(int number) {
        Entry entry = entry(number);
        if (entry.isReferenced) {
            countReferenced(-1);
        }
        entries.remove(number);
        entry.port.release();
        synchronized (this) {
            ready.remove(number);
        }
        if (current == number) {
            leftOfCurrent = 0;
        }
        return entry.port;
    }

    /** A message and the number of the port that it came to. */
    record Received(int number, Message message) {}

    /** The next message that JavaScript is to receive in this poll; null when that was all. */
    @Nullable
    Received next() {
        for (; ; ) {
            if (leftOfCurrent > 0) {
                Entry entry = entries.get(current);
                Message message = entry == null ? null : entry.isReceiving ? entry.port.poll() : entry.port.pollClose();
                if (message != null) {
                    leftOfCurrent--;
                    return new Received(current, message);
                }
            } else if (current != 0
                    && entries.containsKey(current)
                    && port(current).queued() > 0) {
                signal(current);
            }
            current = takeReadyAfter(current);
            if (current == 0) {
                leftOfCurrent = 0;
                return null;
            }
            Entry entry = entries.get(current);
            leftOfCurrent = entry == null ? 0 : Math.max(entry.port.queued(), FEWEST_AT_ONCE);
        }
    }

    /** The runtime ends: closes the ports that it still has. */
    public void close() {
        for (Entry entry : new ArrayList<>(entries.values())) {
            entry.port.close();
        }
        entries.clear();
    }
}
