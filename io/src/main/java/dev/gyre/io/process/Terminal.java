package dev.gyre.io.process;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/** Terminals: their size, and how they pass on what is typed. */
public final class Terminal {
    private static final int TIOCGWINSZ = 0x5413;
    private static final int TERMIOS_BYTES = 60;
    private static final int TCSADRAIN = 1;

    // Offsets in struct termios, and the flags that raw mode changes.
    private static final int IFLAG = 0;
    private static final int OFLAG = 4;
    private static final int CFLAG = 8;
    private static final int LFLAG = 12;
    private static final int VTIME = 17 + 5;
    private static final int VMIN = 17 + 6;
    private static final int BRKINT_ICRNL_INPCK_ISTRIP_IXON = 0x2 | 0x100 | 0x10 | 0x20 | 0x400;
    private static final int ONLCR = 0x4;
    private static final int CS8 = 0x30;
    private static final int ECHO_ICANON_IEXTEN_ISIG = 0x8 | 0x2 | 0x8000 | 0x1;

    /** How each terminal was before we changed it first. */
    private static final Map<Integer, byte[]> ORIGINAL = new HashMap<>();

    private Terminal() {}

    /** Columns and rows. */
    public static int[] size(int fd) {
        NativeMemory size = Scratch.get().small();
        int result = Libc.callInt(Function.IOCTL, fd, TIOCGWINSZ, size.address());
        if (result < 0) {
            throw new SystemError(result, "uv_tty_get_winsize", null, null);
        }
        return new int[] {size.getShort(2) & 0xffff, size.getShort(0) & 0xffff};
    }

    /** Raw: every key at once, no echo, no signals; or back to how it was. */
    public static synchronized void setRaw(int fd, boolean raw) {
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory termios = NativeMemory.in(arena, TERMIOS_BYTES);
            if (!ORIGINAL.containsKey(fd)) {
                checked(Libc.callInt(Function.TCGETATTR, fd, termios.address()));
                ORIGINAL.put(fd, termios.bytes(0, TERMIOS_BYTES));
            }
            termios.put(0, ORIGINAL.get(fd), 0, TERMIOS_BYTES);
            if (raw) {
                change(termios, IFLAG, BRKINT_ICRNL_INPCK_ISTRIP_IXON, 0);
                change(termios, OFLAG, 0, ONLCR);
                change(termios, CFLAG, 0, CS8);
                change(termios, LFLAG, ECHO_ICANON_IEXTEN_ISIG, 0);
                termios.putByte(VMIN, 1);
                termios.putByte(VTIME, 0);
            }
            checked(Libc.callInt(Function.TCSETATTR, fd, TCSADRAIN, termios.address()));
        }
    }

    private static void change(NativeMemory termios, int at, int off, int on) {
        termios.putInt(at, (termios.getInt(at) & ~off) | on);
    }

    /** Puts every terminal back as it was: for the end of the process. */
    public static synchronized void restoreAll() {
        for (int fd : ORIGINAL.keySet()) {
            setRaw(fd, false);
        }
    }

    private static void checked(int result) {
        if (result < 0) {
            throw new SystemError(result, "uv_tty_set_mode", null, null);
        }
    }
}
