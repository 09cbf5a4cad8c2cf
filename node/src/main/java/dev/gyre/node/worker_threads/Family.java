package dev.gyre.node.worker_threads;

import dev.gyre.node.GyreRuntime;
import java.util.HashMap;
import java.util.Map;

/**
 * What a main runtime and its workers share. Whoever makes the runtime of a worker gives it the family of its parent
 * ({@code worker.share(Family.class, Family.of(parent))}), before it runs. Any thread may use it.
 */
public final class Family {
    private final Map<String, PortGroup> broadcasts = new HashMap<>(); // guarded by this

    public Family() {}

    /** The family of a runtime: a new one where it has none. On the runtime's thread. */
    public static Family of(GyreRuntime runtime) {
        Family family = runtime.sharedIfAny(Family.class);
        if (family == null) {
            family = new Family();
            runtime.share(Family.class, family);
        }
        return family;
    }

    /** A new port of the broadcast channel of this name. */
    synchronized Port broadcastPort(String name) {
        broadcasts.values().removeIf(PortGroup::isEmpty);
        return Port.in(broadcasts.computeIfAbsent(name, PortGroup::new));
    }
}
