package dev.gyre.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first numbers of what {@link CachedScript#codeCache} gives: by them V8 decides whether code is of its own version, of the
 * same source, of a process with the same flags, and of an isolate with the same read-only objects. They are integers of 32
 * bits, in this order: mark, version, source, flags, read-only objects. V8 refuses code whose numbers are wrong, and compiles.
 */
public final class CodeCacheHead {
    private static final int MARK = 0;
    private static final int VERSION = 4;
    private static final int FLAGS = 12;
    private static final int READ_ONLY = 16;
    private static final int BYTES = 20;

    private final ByteBuffer own;

    private CodeCacheHead(byte[] code) {
        own = ByteBuffer.wrap(code).order(ByteOrder.nativeOrder());
    }

    /** What code of this isolate begins with. On its thread. */
    public static CodeCacheHead of(Isolate isolate) {
        try (CachedScript script = isolate.compile("0", "node:code", null)) {
            return new CodeCacheHead(script.codeCache());
        }
    }

    /** Another number where V8's version or its flags are others. */
    public int tag() {
        return 31 * own.getInt(VERSION) + own.getInt(FLAGS);
    }

    /**
     * Marks code as compiled with this process's flags, if it was made by the same V8 from the same snapshot. Only for code
     * that these flags have no influence on.
     */
    public boolean adopt(byte[] code) {
        if (code.length < BYTES || own.capacity() < BYTES) {
            return false;
        }
        ByteBuffer other = ByteBuffer.wrap(code).order(ByteOrder.nativeOrder());
        if (other.getInt(MARK) != own.getInt(MARK)
                || other.getInt(VERSION) != own.getInt(VERSION)
                || other.getInt(READ_ONLY) != own.getInt(READ_ONLY)) {
            return false;
        }
        other.putInt(FLAGS, own.getInt(FLAGS));
        return true;
    }
}
