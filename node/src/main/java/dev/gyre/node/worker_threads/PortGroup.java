package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ports that hear each other: the two of a channel, or all of a broadcast channel's name. Any thread.
 *
 * <p>Locks are taken in this order: a group, a port, a runtime's {@link Ports}.
 */
final class PortGroup {
    /** What became of a message that was posted; JavaScript gets its ordinal. */
    enum Posted {
        /** Nobody else is in the group. */
        NO_RECEIVER,
        DELIVERED,
        /** The receiver was itself among what the message transferred: both are lost, as in Node. */
        TO_ITSELF,
        /** A message that moves something can't have several receivers. */
        SEVERAL_RECEIVERS
    }

    /** Whether all that would receive a message now are ports of this runtime. */
    @SuppressWarnings("ReferenceEquality") // a port is only equal to itself
    synchronized boolean isWithin(Ports runtime, Port source) {
        for (Port port : ports) {
            if (port != source && !port.isOf(runtime)) {
                return false;
            }
        }
        return true;
    }

    private final @Nullable String name;
    private final List<Port> ports = new ArrayList<>(); // guarded by this

    /** @param name of a broadcast channel; null for the two ports of a channel, which close together */
    PortGroup(@Nullable String name) {
        this.name = name;
    }

    @Nullable
    String name() {
        return name;
    }

    synchronized void join(Port port) {
        ports.add(port);
    }

    /** The peer of a port that leaves a channel is closed when it has received what was posted before. */
    synchronized void leave(Port port) {
        if (ports.remove(port) && name == null) {
            for (Port peer : ports) {
                peer.receive(Message.CLOSE);
            }
        }
    }

    synchronized boolean isEmpty() {
        return ports.isEmpty();
    }

    /** Posts a message; unless it is DELIVERED, it still belongs to the caller. */
    @SuppressWarnings("ReferenceEquality") // a port is only equal to itself
    synchronized Posted post(Port source, Message message) {
        int others = ports.size() - 1;
        if (others < 1) {
            return Posted.NO_RECEIVER;
        }
        if (others > 1 && !message.isCopyable()) {
            return Posted.SEVERAL_RECEIVERS;
        }
        for (Port port : ports) {
            if (port != source && message.hasAttached(port)) {
                return Posted.TO_ITSELF;
            }
        }
        for (Port port : ports) {
            if (port != source) {
                port.receive(--others == 0 ? message : message.copy());
            }
        }
        return Posted.DELIVERED;
    }
}
