package dev.gyre.node.worker_threads;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.worker_threads.PortGroup.Posted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One end of a channel: a queue of the messages that came for it. Any thread.
 *
 * <p>At any moment a port belongs to one party, who closes it or passes it on: a runtime, in whose {@link Ports} it has a
 * number; a message that carries it to another one; or the Java code that made it. Its queue goes where it goes, and messages
 * can be posted to it all the time.
 */
public final class Port implements AutoCloseable {
    private final PortGroup group;

    // Guarded by this.
    private final ArrayDeque<Message> queue = new ArrayDeque<>();
    private @Nullable Ports owner;
    private int number;
    private boolean isClosed;

    private Port(PortGroup group) {
        this.group = group;
    }

    /** The two ends of a new channel. */
    public static Port[] pair() {
        var group = new PortGroup(null);
        Port[] ports = {new Port(group), new Port(group)};
        group.join(ports[0]);
        group.join(ports[1]);
        return ports;
    }

    /** A port of a broadcast channel. */
    static Port in(PortGroup group) {
        var port = new Port(group);
        group.join(port);
        return port;
    }

    /**
     * Gives the port to a runtime: it is among the runtime's until JavaScript transfers or closes it, or the runtime closes.
     * On the runtime's thread, or before the runtime runs.
     *
     * @return the number by which JavaScript opens it
     */
    public int attach(GyreRuntime runtime) {
        return runtime.ports().add(this);
    }

    /** Posts a message, which this owns from now on. */
    public Posted post(Message message) {
        Posted posted = group.post(this, message);
        if (posted != Posted.DELIVERED) {
            message.close();
        }
        return posted;
    }

    /** Whether messages posted here stay in this runtime, as far as its peers don't move. */
    boolean isWithin(Ports runtime) {
        return group.isWithin(runtime, this);
    }

    @SuppressWarnings("ReferenceEquality") // a runtime has one
    synchronized boolean isOf(Ports runtime) {
        return owner == runtime;
    }

    /** Called by the group. */
    synchronized void receive(Message message) {
        if (isClosed) {
            throw new IllegalStateException("a closed port is still in its group");
        }
        queue.add(message);
        if (owner != null) {
            owner.signal(number);
        }
    }

    /** The oldest message, or null; the caller owns it. */
    public synchronized @Nullable Message poll() {
        return queue.poll();
    }

    /** Likewise, but only the message that says that the peer was closed. */
    @SuppressWarnings("ReferenceEquality") // there is one such message
    synchronized @Nullable Message pollClose() {
        return queue.peek() == Message.CLOSE ? queue.poll() : null;
    }

    public synchronized int queued() {
        return queue.size();
    }

    synchronized void belongTo(Ports ports, int number) {
        owner = ports;
        this.number = number;
        if (!queue.isEmpty()) {
            ports.signal(number);
        }
    }

    /** Nobody's for the moment: whoever asked for it owns it. */
    synchronized void release() {
        owner = null;
    }

    /** Drops what waits here; the peer of a channel is closed when it has received what was posted before. */
    @Override
    public void close() {
        group.leave(this);
        List<Message> dropped;
        synchronized (this) {
            isClosed = true;
            owner = null;
            dropped = new ArrayList<>(queue);
            queue.clear();
        }
        dropped.forEach(Message::close);
    }
}
