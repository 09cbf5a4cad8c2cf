package dev.gyre.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How large V8's heap may grow where nobody says so: as in Node half of the machine's memory, but no more than 2 GiB, or
 * 4 GiB where there is plenty. V8 itself would take 1.4 GiB, knowing nothing of the machine.
 */
final class HeapLimit {
    private static final long PLENTY_MIB = 15 * 1024;

    /** By default the JVM's own heap may have a quarter of the memory, of the container's where it is in one. */
    private static final long MEMORY_MIB = Runtime.getRuntime().maxMemory() / (1024 * 1024) * 4;

    private HeapLimit() {}

    /** The flag that sets it, or nothing if one of the given flags does. A percentage takes precedence over them. */
    static String flag(List<String> v8Flags, @Nullable String percentage) {
        for (String given : percentage == null ? v8Flags : List.<String>of()) {
            String flag = given.replace('_', '-');
            if (flag.startsWith("--max-old-space-size") || flag.startsWith("--max-heap-size")) {
                return "";
            }
        }
        long mib = percentage != null
                ? (long) (MEMORY_MIB * Double.parseDouble(percentage) / 100)
                : Math.min(MEMORY_MIB / 2, MEMORY_MIB >= PLENTY_MIB ? 4096 : 2048);
        return "--max-old-space-size=" + mib;
    }

    /** Whether the text is a percentage of something. */
    static boolean isPercentage(String text) {
        try {
            double value = Double.parseDouble(text);
            return value > 0 && value <= 100;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
