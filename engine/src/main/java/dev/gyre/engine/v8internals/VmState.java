package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Runtime;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code vm-state}: what V8 itself does at the moment, for another thread that looks.
 *
 * <pre>
 *   V8Runtime of Javet, in words:   [2] ──> Isolate of V8, which begins at a page:  byte 496: its state, two bytes
 * </pre>
 *
 * <p>V8 keeps the state for its own profiler: 0 while JavaScript runs, 1 while garbage is collected, 2 to 4 while code is parsed
 * and compiled, and a few more. Nothing is written here, and a value that is no state's ends the looking.
 */
public final class VmState {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final int ISOLATE = 2;
    private static final int STATE = 496;
    private static final int PAGE_BYTES = 4096;
    private static final int SCRIPT = 0;
    private static final int COLLECTION = 1;
    private static final int LAST = 10;

    private final ByteBuffer state;
    private boolean isKnown = true;

    private VmState(ByteBuffer state) {
        this.state = state;
    }

    /** For an open runtime; null where Javet is not as expected. */
    public static @Nullable VmState open(V8Runtime runtime) {
        long isolate = at(runtime.getHandle() + ISOLATE * (long) Long.BYTES, Long.BYTES)
                .getLong(0);
        if (!Addresses.isPointer(isolate) || isolate % PAGE_BYTES != 0) {
            return null;
        }
        var opened = new VmState(at(isolate + STATE, Short.BYTES));
        opened.read();
        return opened.isKnown ? opened : null;
    }

    /** Whether it can be told. */
    public boolean isKnown() {
        return isKnown;
    }

    /** Whether the isolate's thread collects garbage now. One thread, any, while the isolate is open. */
    public boolean isCollecting() {
        return read() == COLLECTION;
    }

    /** Whether it runs JavaScript, or a function that JavaScript has called. */
    public boolean isScript() {
        return read() == SCRIPT;
    }

    private int read() {
        int value = Short.toUnsignedInt(state.getShort(0));
        isKnown &= value <= LAST;
        return isKnown ? value : -1;
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.
    private static ByteBuffer at(long address, int length) {
        return MEMORY.asSlice(address, length).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
