package dev.gyre.node.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the system says of a thread: how long it ran, and how long it was ready to run but had no CPU.
 *
 * @param ranNs on a CPU
 * @param waitedNs for a CPU
 * @param stolenMs that the host gave this machine's CPUs to others, of all of them
 * @param throttledNs that the control group's quota kept its threads from running
 */
record ThreadFigures(long ranNs, long waitedNs, long stolenMs, long throttledNs) {
    private static final long MS_PER_TICK = 10;
    private static final int STEAL = 8;
    private static final @Nullable Path THROTTLING = throttling();

    /** Null where the kernel does not tell. */
    static @Nullable ThreadFigures of(int threadId) {
        String[] schedule = words(Path.of("/proc/self/task/" + threadId + "/schedstat"));
        if (schedule.length < 2) {
            return null;
        }
        return new ThreadFigures(
                Long.parseLong(schedule[0]), Long.parseLong(schedule[1]), readStolenMs(), readThrottledNs());
    }

    /** Whether a thread runs, or could run if it had a CPU. */
    static boolean isReady(int threadId) {
        String stat = String.join(" ", words(Path.of("/proc/self/task/" + threadId + "/stat")));
        int name = stat.lastIndexOf(") "); // which may contain anything
        return name >= 0 && stat.startsWith("R", name + 2);
    }

    /**
     * Why the thread has waited for a CPU since then, in words, as far as the system tells: the kernel counts it as one that others
     * of this machine had otherwise.
     */
    String whyWaited(ThreadFigures before) {
        long muchNs = (waitedNs - before.waitedNs) / 4;
        if (throttledNs - before.throttledNs > muchNs) {
            return " (the control group's quota is used up)";
        }
        return (stolenMs - before.stolenMs) * 1_000_000 > muchNs ? " (the host gave CPUs to other machines)" : "";
    }

    /** Of the first line of /proc/stat: {@code cpu user nice system idle iowait irq softirq steal}. */
    private static long readStolenMs() {
        String[] all = words(Path.of("/proc/stat"));
        return all.length > STEAL ? Long.parseLong(all[STEAL]) * MS_PER_TICK : 0;
    }

    /** Both versions of control groups have this file, with different names and units in it. */
    private static long readThrottledNs() {
        return THROTTLING == null ? 0 : throttledNsIn(words(THROTTLING));
    }

    static long throttledNsIn(String... words) {
        for (int i = 0; i + 1 < words.length; i++) {
            if (words[i].equals("throttled_usec")) {
                return Long.parseLong(words[i + 1]) * 1000;
            }
            if (words[i].equals("throttled_time")) {
                return Long.parseLong(words[i + 1]);
            }
        }
        return 0;
    }

    /** Of this process's group; in a container, that is the root that it sees. Null where there is none. */
    private static @Nullable Path throttling() {
        for (String line : words(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",")).contains("cpu"))) {
                Path root = Path.of("/sys/fs/cgroup", parts[1].isEmpty() ? "" : parts[1]);
                for (Path folder : List.of(Path.of(root + parts[2]), root)) {
                    if (Files.exists(folder.resolve("cpu.stat"))) {
                        return folder.resolve("cpu.stat");
                    }
                }
            }
        }
        return null;
    }

    private static String[] words(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                    .strip()
                    .split("\\s+");
        } catch (IOException _) {
            return new String[0];
        }
    }
}
