package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.worker_threads.Family;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workers of a family as targets of the debugging protocol, and the sessions that want to hear of them. Any thread. */
final class WorkerTargets {
    /** A session's domain that is about workers. */
    interface Watcher {
        /** Whether workers are to wait for a debugger before they run their script. */
        boolean waitsOnStart();

        /** A worker is there: a session with it, which the caller opens, or null if none is wanted now. */
        @Nullable
        ThreadSession attach(GyreRuntime worker, boolean waits);

        void ended(GyreRuntime worker);
    }

    private final Set<GyreRuntime> workers = new LinkedHashSet<>(); // guarded by this; the oldest first
    private final List<Watcher> watchers = new ArrayList<>(); // guarded by this

    static WorkerTargets of(Family family) {
        return family.member(WorkerTargets.class, () -> {
            var targets = new WorkerTargets();
            family.onWorkerEnd(targets::ended);
            return targets;
        });
    }

    /**
     * A worker is about to run its script. Its thread.
     *
     * @return whether it is to wait for a debugger before that
     */
    synchronized boolean begins(GyreRuntime worker) {
        workers.add(worker);
        boolean waits = false;
        for (Watcher watcher : watchers) {
            boolean isWanted = watcher.waitsOnStart();
            ThreadSession session = watcher.attach(worker, isWanted);
            if (session != null) {
                session.open();
            }
            waits |= isWanted;
        }
        return waits;
    }

    private synchronized void ended(GyreRuntime worker) {
        workers.remove(worker);
        for (Watcher watcher : watchers) {
            watcher.ended(worker);
        }
    }

    /** Attaches a watcher to all workers that run, and to those that come. */
    synchronized void watch(Watcher watcher) {
        watchers.add(watcher);
        for (GyreRuntime worker : workers) {
            ThreadSession session = watcher.attach(worker, false);
            if (session != null) {
                session.openSoon();
            }
        }
    }

    synchronized void unwatch(Watcher watcher) {
        watchers.remove(watcher);
    }
}
