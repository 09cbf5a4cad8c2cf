package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8ValueFunction;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The number by which V8's inspector knows a context. A script has the number that its context had when it was compiled, and an
 * inspector tells of scripts with the number of its own context only. It numbers that when it is made, which most programs never
 * do; so scripts that were compiled before would stay unknown to a debugger that comes later.
 *
 * <p>The first context of an inspector gets the number 1. It is written into the context of the snapshot, at build time, so
 * that scripts have it from the beginning. A sample isolate is asked first whether its inspector writes that number into this
 * slot; where it does not, the snapshot stays as it is.
 */
public final class DebugId {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final int NATIVE_CONTEXT_SLOTS = 306;
    private static final int SLOTS_AT = 16;
    private static final int DEBUG_CONTEXT_ID_SLOT = 63;
    private static final long ONE = 1L << 32; // as a small integer

    private DebugId() {}

    /** Whether V8's inspector numbers its context in the slot where it is expected to. Asked at build time. */
    public static boolean isAsExpected(V8Host host) throws JavetException {
        try (V8Runtime sample = host.createV8Runtime(new V8RuntimeOptions())) {
            ByteBuffer slot = slotOf(sample);
            if (slot == null || slot.getLong(0) == ONE) {
                return false;
            }
            sample.createV8Inspector("sample").close();
            return slot.getLong(0) == ONE;
        }
    }

    /** Numbers the context of a runtime that a snapshot is to be made of. */
    public static void write(V8Runtime runtime) throws JavetException {
        ByteBuffer slot = slotOf(runtime);
        if (slot != null) {
            slot.putLong(0, ONE);
        }
    }

    private static @Nullable ByteBuffer slotOf(V8Runtime runtime) throws JavetException {
        try (V8ValueFunction function = runtime.getExecutor("(function () {})").execute();
                V8Context context = function.getContext()) {
            if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
                return null;
            }
            long object = read(read(context.getHandle()));
            return at(object - 1 + SLOTS_AT + DEBUG_CONTEXT_ID_SLOT * (long) Long.BYTES);
        }
    }

    private static long read(long address) {
        return at(address).getLong(0);
    }

    private static ByteBuffer at(long address) {
        return MEMORY.asSlice(address, Long.BYTES).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
