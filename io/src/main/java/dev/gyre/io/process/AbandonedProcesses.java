package dev.gyre.io.process;

import java.util.ArrayList;
import java.util.List;

/**
 * Child processes whose loop was closed before they ended. The kernel keeps a record of an ended process until its parent
 * asks for it; so whenever a process is abandoned or started, those that have ended meanwhile are asked for. They are
 * children of this process, not of a loop, which is why the list is static. Any thread.
 */
final class AbandonedProcesses {
    private static final int WNOHANG = 1;
    private static final List<Integer> PIDS = new ArrayList<>();
    private static volatile boolean any;

    private AbandonedProcesses() {}

    static void add(int pid) {
        synchronized (PIDS) {
            PIDS.add(pid);
            any = true;
        }
        clearEnded();
    }

    static void clearEnded() {
        if (!any) {
            return;
        }
        synchronized (PIDS) {
            PIDS.removeIf(pid -> ChildProcess.waitFor(pid, WNOHANG) != null);
            any = !PIDS.isEmpty();
        }
    }
}
