package dev.gyre.io.process;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.libc.Utf8;

/** What the kernel says of the machine by system calls, for when {@code /proc} can't be read. */
public final class SystemFacts {
    private static final int NAME_BYTES = 65;
    private static final int NAMES = 6;
    private static final int SYSINFO_BYTES = 112;
    private static final int MEM_UNIT_AT = 104;
    private static final double LOAD_UNIT = 65536;

    private SystemFacts() {}

    /** System, host, release, version, machine. */
    public static String[] uname() {
        NativeMemory names = NativeMemory.allocate(NAME_BYTES * NAMES);
        checked(Libc.callInt(Function.UNAME, names.address()), "uname");
        var texts = new String[NAMES - 1];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Utf8.decode(names.stringBytes(NAME_BYTES * i));
        }
        return texts;
    }

    /** Seconds since the start, three load averages, all memory and free memory in bytes. */
    public static double[] sysinfo() {
        NativeMemory info = NativeMemory.allocate(SYSINFO_BYTES);
        checked(Libc.callInt(Function.SYSINFO, info.address()), "sysinfo");
        double unit = Integer.toUnsignedLong(info.getInt(MEM_UNIT_AT));
        return new double[] {
            info.getLong(0),
            info.getLong(8) / LOAD_UNIT,
            info.getLong(16) / LOAD_UNIT,
            info.getLong(24) / LOAD_UNIT,
            info.getLong(32) * unit,
            info.getLong(40) * unit
        };
    }

    private static void checked(int result, String syscall) {
        if (result < 0) {
            throw new SystemError(result, syscall, null, null);
        }
    }
}
