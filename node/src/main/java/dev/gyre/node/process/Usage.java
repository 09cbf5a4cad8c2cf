package dev.gyre.node.process;

import dev.gyre.engine.ResourceLimits;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.PosixProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the process uses, from the kernel's own figures. */
public final class Usage {
    private static final long PAGE_BYTES = 4096;
    private static @Nullable ResourceLimits defaultLimits; // guarded by the class

    private Usage() {}

    static String read(String file) {
        return new String(EarlyFiles.read(NativePath.of(file)), StandardCharsets.ISO_8859_1);
    }

    /** What the kernel says of this process: its {@code maps} or {@code limits}. */
    static String ownFacts(String name) {
        if (!name.equals("maps") && !name.equals("limits")) {
            throw new IllegalArgumentException(name);
        }
        return read("/proc/self/" + name);
    }

    static long parentPid() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }

    public static long rssBytes() {
        try {
            return Long.parseLong(read("/proc/self/statm").split(" ")[1]) * PAGE_BYTES;
        } catch (SystemError e) {
            throw new SystemError(e.errno(), "uv_resident_set_memory", null, null);
        }
    }

    static double[] cpuMicros() {
        long[] r = PosixProcess.getrusage(PosixProcess.RUSAGE_SELF);
        return new double[] {r[0], r[1]};
    }

    public static double[] threadCpuMicros() {
        long[] r = PosixProcess.getrusage(PosixProcess.RUSAGE_THREAD);
        return new double[] {r[0], r[1]};
    }

    /** The fields of process.resourceUsage in their order. */
    static double[] resources() {
        return resources(PosixProcess.RUSAGE_SELF);
    }

    /** The same of the calling thread. */
    static double[] threadResources() {
        return resources(PosixProcess.RUSAGE_THREAD);
    }

    private static double[] resources(int who) {
        long[] r = PosixProcess.getrusage(who);
        double[] fields = new double[r.length];
        for (int i = 0; i < r.length; i++) {
            fields[i] = r[i];
        }
        return fields;
    }

    /** The control group's limit, 0 where there is none. */
    static double constrainedMemoryBytes() {
        Path limit = Path.of("/sys/fs/cgroup/memory.max");
        if (!Files.isReadable(limit)) {
            return 0;
        }
        String text = read(limit.toString()).strip();
        return text.equals("max") ? 0 : Double.parseDouble(text);
    }

    static double availableMemoryBytes() {
        return meminfoBytes("MemAvailable:");
    }

    /** What the machine has left, or the control group if that has less. Any thread. */
    public static double freeMemoryBytes() {
        double machine = availableMemoryBytes();
        double limit = constrainedMemoryBytes();
        Path used = Path.of("/sys/fs/cgroup/memory.current");
        return limit == 0 || !Files.isReadable(used)
                ? machine
                : Math.min(
                        machine,
                        limit - Double.parseDouble(read(used.toString()).strip()));
    }

    private static double meminfoBytes(String label) {
        for (String line : read("/proc/meminfo").split("\n")) {
            if (line.startsWith(label)) {
                return Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return 0;
    }

    /** The limits of a runtime that is given none, for as much memory as the machine or the control group has. Any thread. */
    public static synchronized ResourceLimits defaultLimits() {
        if (defaultLimits == null) {
            defaultLimits = readDefaultLimits();
        }
        return defaultLimits;
    }

    private static ResourceLimits readDefaultLimits() {
        double all = meminfoBytes("MemTotal:");
        double constrained = constrainedMemoryBytes();
        return ResourceLimits.byDefault((long) (constrained > 0 ? Math.min(all, constrained) : all));
    }

    /** What {@code /etc/localtime} points to, UTC where that tells nothing. */
    static String systemTimeZone() {
        try {
            String zone = Path.of("/etc/localtime").toRealPath().toString();
            int at = zone.indexOf("/zoneinfo/");
            return at < 0 ? "UTC" : zone.substring(at + "/zoneinfo/".length());
        } catch (IOException e) {
            return "UTC"; // there is none
        }
    }
}
