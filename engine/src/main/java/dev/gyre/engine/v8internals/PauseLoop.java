package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Runtime;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code pause-loop}: the two flags by which Javet's inspector decides who dispatches a message.
 *
 * <pre>
 *   V8Runtime of Javet, in words:   [6] JavetInspector:  [1] V8Runtime  [2] JavetInspectorClient:  [1] V8Runtime
 *                                                                                                  [2] bytes: -, looping, waiting
 * </pre>
 *
 * <p>Javet queues a message that it is sent. Then, if neither flag is set, the sending thread waits for the isolate's lock,
 * dispatches the queue and runs all microtasks. If one is set, the message stays in the queue, for the loop that Javet runs
 * on the isolate's thread while a script is paused (looping), or waits for a debugger (waiting): those loops run no
 * microtasks. So whoever sets these flags decides: a thread that is not the isolate's can leave a message without ever
 * waiting for the lock, and the isolate's can dispatch without microtasks, or let a pause end at once.
 *
 * <p>None of this is an API. {@link #open} compares these words with what is known, and answers null where they differ.
 */
public final class PauseLoop {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final int INSPECTOR = 6;
    private static final int OWNER = 1;
    private static final int CLIENT = 2;
    private static final int FLAGS = 2;
    private static final int LOOPING = 1;
    private static final int WAITING = 2;

    private final ByteBuffer flags;

    private PauseLoop(ByteBuffer flags) {
        this.flags = flags;
    }

    /** For a runtime that has an inspector already, with no script paused; null where Javet is not as expected. */
    public static @Nullable PauseLoop open(V8Runtime runtime) {
        long self = runtime.getHandle();
        long inspector = word(self, INSPECTOR);
        if (!isPointer(inspector) || word(inspector, OWNER) != self) {
            return null;
        }
        long client = word(inspector, CLIENT);
        if (!isPointer(client) || word(client, OWNER) != self) {
            return null;
        }
        ByteBuffer flags = at(client + FLAGS * (long) Long.BYTES);
        return flags.get(0) == 0 && flags.get(LOOPING) == 0 && flags.get(WAITING) == 0 ? new PauseLoop(flags) : null;
    }

    /** Whether Javet takes a pause for one whose loop runs already, so that it does not run one. */
    public boolean isLooping() {
        return flags.get(LOOPING) != 0;
    }

    public void setLooping(boolean on) {
        flags.put(LOOPING, (byte) (on ? 1 : 0));
    }

    /** Whether messages that are sent stay in the queue; also what ends a wait for a debugger. */
    public boolean isWaiting() {
        return flags.get(WAITING) != 0;
    }

    public void setWaiting(boolean on) {
        flags.put(WAITING, (byte) (on ? 1 : 0));
    }

    private static boolean isPointer(long word) {
        return (word & 7) == 0 && word > 65536 && word < 1L << 47;
    }

    private static long word(long address, int i) {
        return at(address + (long) i * Long.BYTES).getLong(0);
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.
    private static ByteBuffer at(long address) {
        return MEMORY.asSlice(address, Long.BYTES).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
