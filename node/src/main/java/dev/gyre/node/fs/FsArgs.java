package dev.gyre.node.fs;

import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Utf8;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads what {@code fs.js} passes, which it has checked before. No pattern switches: linking one takes milliseconds, in
 * every process anew.
 */
final class FsArgs {
    private FsArgs() {}

    static NativePath path(Object arg) {
        return arg instanceof String text ? NativePath.of(text) : NativePath.of((ByteBuffer) arg);
    }

    static int integer(Object arg) {
        // By way of long: uids, gids and modes are unsigned, and 0xffffffff has to become -1.
        return (int) whole(arg);
    }

    static long whole(Object arg) {
        return arg instanceof Double number ? (long) number.doubleValue() : (Long) arg;
    }

    static double number(Object arg) {
        return (Double) arg;
    }

    static boolean flag(Object[] args, int index) {
        return index < args.length && Boolean.TRUE.equals(args[index]);
    }

    static ByteBuffer bytes(Object arg) {
        return (ByteBuffer) arg;
    }

    static ByteBuffer[] buffers(Object arg) {
        return ((List<?>) arg).stream().map(FsArgs::bytes).toArray(ByteBuffer[]::new);
    }

    /** Text for JavaScript: its bytes where another encoding than UTF-8 is wanted. */
    static Object text(byte[] bytes, boolean asBytes) {
        return asBytes ? bytes : Utf8.decode(bytes);
    }
}
