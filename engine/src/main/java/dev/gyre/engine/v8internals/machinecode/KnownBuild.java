package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import dev.gyre.engine.v8internals.Addresses;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The one build of V8 whose inner addresses are known, for capabilities that have V8 run machine code.
 *
 * <pre>
 *   Isolate of V8:   0x58     address of the first builtin; JSEntry, by which V8 itself calls JavaScript, stands 0xb000 behind
 *                    0x80     what JSEntry takes for the isolate
 *                    0x158    the current context
 *                    0x3b8    what JSEntry answers when the function has thrown
 * </pre>
 *
 * <p>JSEntry takes: isolate, {@code new.target}, function, receiver, number of arguments with the receiver, array of their
 * addresses.
 */
final class KnownBuild {
    static final int ROOT = 0x80;
    static final int CONTEXT = 0x158;
    static final int EXCEPTION_ANSWER = 0x3b8;

    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final int ISOLATE = 2; // a word of Javet's V8Runtime
    private static final int PAGE_BYTES = 4096;
    private static final int FIRST_BUILTIN = 0x58;
    private static final int ENTRY = 0xb000;
    private static final int COMPARED_BYTES = ENTRY + 0x400;
    private static final long COMPARED_CRC = 0x3783192eL;

    private KnownBuild() {}

    /** The address of V8's isolate; 0 where V8 is another build, or Javet another version. */
    static long isolateOf(V8Runtime runtime) {
        long isolate = read(runtime.getHandle() + ISOLATE * (long) Long.BYTES);
        if (!Addresses.isPointer(isolate) || isolate % PAGE_BYTES != 0) {
            return 0;
        }
        long builtins = read(isolate + FIRST_BUILTIN);
        return Addresses.isPointer(builtins) && crc(builtins) == COMPARED_CRC ? isolate : 0;
    }

    /** The address of JSEntry. */
    static long entryOf(long isolate) {
        return read(isolate + FIRST_BUILTIN) + ENTRY;
    }

    private static long crc(long address) {
        var crc = new CRC32();
        crc.update(at(address, COMPARED_BYTES));
        return crc.getValue();
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.

    static long read(long address) {
        return at(address, Long.BYTES).getLong(0);
    }

    static void write(long address, long value) {
        at(address, Long.BYTES).putLong(0, value);
    }

    static ByteBuffer at(long address, int bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
