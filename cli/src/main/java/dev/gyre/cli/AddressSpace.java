package dev.gyre.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The limit of virtual memory ({@code ulimit -v}). V8 reserves tens of gigabytes of addresses for its heaps, without using
 * the memory, and aborts the process where it can't.
 */
final class AddressSpace {
    /** What V8 reserves, as measured; the JVM's heap comes on top. */
    private static final long V8_BYTES = 36L << 30;

    private static final String LINE = "\nMax address space";
    private static final int LIMITS_BYTES = 4096;

    private AddressSpace() {}

    /** What to tell the user, or null where there is room enough, or the kernel doesn't tell. */
    static @Nullable String complaint() {
        try (var file = new FileInputStream("/proc/self/limits")) {
            return complaint(
                    new String(file.readNBytes(LIMITS_BYTES), StandardCharsets.ISO_8859_1),
                    V8_BYTES + Runtime.getRuntime().maxMemory());
        } catch (IOException _) {
            return null;
        }
    }

    static @Nullable String complaint(String limits, long neededBytes) {
        int at = limits.indexOf(LINE) + LINE.length();
        if (at < LINE.length()) {
            return null;
        }
        while (limits.charAt(at) == ' ') {
            at++;
        }
        String soft = limits.substring(at, limits.indexOf(' ', at));
        if (soft.equals("unlimited") || Long.parseUnsignedLong(soft) >= neededBytes) {
            return null;
        }
        return "the limit of virtual memory (ulimit -v) is " + Long.parseUnsignedLong(soft) / 1024
                + " KiB, and Gyre needs "
                + neededBytes / 1024 + " KiB: V8 reserves addresses for its heaps, without using that much memory.\n"
                + "Set it to unlimited (ulimit -v unlimited). To limit the memory that is used: --max-old-space-size=MiB.";
    }
}
