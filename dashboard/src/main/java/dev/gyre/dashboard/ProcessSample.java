package dev.gyre.dashboard;

import dev.gyre.io.process.PosixProcess;
import dev.gyre.node.process.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What the process uses.
 *
 * @param cpuMicros time that its threads have computed, system calls included
 * @param cpus how many processors were busy with it since the sample before
 * @param javaHeapBytes used by the Java half
 */
public record ProcessSample(long timeMs, long rssBytes, double cpuMicros, double cpus, long javaHeapBytes) {
    private static final double MICROS_PER_MS = 1000;

    /** The system counts in ticks: a rate of a shorter time would be noise. */
    private static final long SHORTEST_MS = 20;

    static ProcessSample now(long timeMs, @Nullable ProcessSample last) {
        long[] usage = PosixProcess.getrusage(PosixProcess.RUSAGE_SELF);
        Runtime java = Runtime.getRuntime();
        double cpuMicros = usage[0] + (double) usage[1];
        double cpus = last == null
                ? 0
                : timeMs - last.timeMs < SHORTEST_MS
                        ? last.cpus
                        : (cpuMicros - last.cpuMicros) / MICROS_PER_MS / (timeMs - last.timeMs);
        return new ProcessSample(timeMs, Usage.rssBytes(), cpuMicros, cpus, java.totalMemory() - java.freeMemory());
    }

    double cpuSeconds() {
        return cpuMicros / 1e6;
    }

    void write(JsonText json) {
        json.open('{')
                .member("t", timeMs)
                .member("rss", rssBytes)
                .member("cpu", cpus)
                .member("java", javaHeapBytes)
                .close('}');
    }
}
