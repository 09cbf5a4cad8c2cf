package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.worker_threads.Family;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The workers of a family as targets of the debugging protocol, and the sessions that want to hear of them. Any thread. */
final class WorkerTargets {
    private final Set<GyreRuntime> workers = new LinkedHashSet<>(); // guarded by this; the oldest first
    private final List<WorkerDomain> watchers = new ArrayList<>(); // guarded by this

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
        for (WorkerDomain watcher : watchers) {
            boolean isWanted = watcher.waitsOnStart();
            watcher.attach(worker, isWanted).open();
            waits |= isWanted;
        }
        return waits;
    }

    private synchronized void ended(GyreRuntime worker) {
        workers.remove(worker);
        for (WorkerDomain watcher : watchers) {
            watcher.ended(worker);
        }
    }

    /** Attaches a watcher to all workers that run, and to those that come. */
    synchronized void watch(WorkerDomain watcher) {
        watchers.add(watcher);
        for (GyreRuntime worker : workers) {
            watcher.attach(worker, false).openSoon();
        }
    }

    synchronized void unwatch(WorkerDomain watcher) {
        watchers.remove(watcher);
    }
}
