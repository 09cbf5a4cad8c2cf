package dev.gyre.node.process;

/** How long the process has been running. The kernel is asked once, the clock after that. */
final class Uptime {
    /** Of the fields of {@code /proc/self/stat} after the name; in ticks since the system was booted. */
    private static final int START_TIME = 19;

    private static final double TICKS_PER_SECOND = 100;

    private double atFirst;
    private long firstNs;

    /** Not by the start that ProcessHandle tells: that counts from the second in which the system was booted. */
    double seconds() {
        long nowNs = System.nanoTime();
        if (firstNs == 0) {
            String stat = Usage.read("/proc/self/stat");
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double startedSeconds = Long.parseLong(fields[START_TIME]) / TICKS_PER_SECOND;
            atFirst = Double.parseDouble(Usage.read("/proc/uptime").split(" ")[0]) - startedSeconds;
            firstNs = nowNs;
        }
        return atFirst + (nowNs - firstNs) / 1e9;
    }
}
