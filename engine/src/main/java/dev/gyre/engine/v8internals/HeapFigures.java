package dev.gyre.engine.v8internals;

import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code heap-figures}: V8's figures of its heap at once, also inside a garbage collection.
 *
 * <p>Javet answers at once only for an isolate that nobody has entered; otherwise the answer comes at the script's next
 * interrupt, when a collection is long over. V8 says that an isolate is entered where a word of it names the last entry:
 *
 * <pre>
 *   V8Runtime of Javet, in words:  [2] ──> Isolate of V8, byte 65600: ──> entry: how often (int) | thread | isolate | entry before
 * </pre>
 *
 * <p>The word is 0 while a question is asked, on the isolate's thread, which is inside the one native call that answers it: V8
 * enters nothing meanwhile. Other threads that ask Javet just then would wait for the isolate; so they are kept out by a lock.
 */
public final class HeapFigures implements AutoCloseable {
    private static final int ISOLATE = 2;
    private static final int LAST_ENTRY = 65600;
    private static final int ENTRY_BYTES = 4 * Long.BYTES;
    private static final int MAX_ENTRIES = 1 << 20;
    private static final int PAGE_BYTES = 4096;

    private final V8Runtime runtime;
    private final ByteBuffer word;
    private final ReentrantLock guard;

    private HeapFigures(V8Runtime runtime, ByteBuffer word) {
        this.runtime = runtime;
        this.word = word;
        guard = V8Host.guard(runtime);
    }

    /** On the isolate's thread, inside a native call; null where V8 or Javet is not as expected. */
    public static @Nullable HeapFigures open(V8Runtime runtime, ForeignAccess memory) {
        long isolate = memory.memory(runtime.getHandle() + ISOLATE * (long) Long.BYTES, Long.BYTES)
                .getLong(0);
        if (!Addresses.isPointer(isolate) || isolate % PAGE_BYTES != 0 || !runtime.isInUse()) {
            return null;
        }
        ByteBuffer word = memory.memory(isolate + LAST_ENTRY, Long.BYTES);
        long entry = word.getLong(0);
        if (!Addresses.isPointer(entry) || !isEntry(memory.memory(entry, ENTRY_BYTES), isolate)) {
            return null;
        }
        var opened = new HeapFigures(runtime, word);
        boolean isFree = opened.now(() -> !runtime.isInUse());
        if (!isFree || !runtime.isInUse()) {
            opened.close();
            return null;
        }
        return opened;
    }

    private static boolean isEntry(ByteBuffer entry, long isolate) {
        int times = entry.getInt(0);
        long of = entry.getLong(2 * Long.BYTES);
        return times > 0
                && times < MAX_ENTRIES
                && (of == 0 || of == isolate || Addresses.isPointer(of))
                && isPointerOrNone(entry.getLong(Long.BYTES))
                && isPointerOrNone(entry.getLong(3 * Long.BYTES));
    }

    private static boolean isPointerOrNone(long word) {
        return word == 0 || Addresses.isPointer(word);
    }

    /** Has Javet answer this question at once. The isolate's thread; the question runs no JavaScript. */
    public <T> T now(Supplier<T> question) {
        guard.lock();
        long entry = word.getLong(0);
        word.putLong(0, 0);
        try {
            return question.get();
        } finally {
            word.putLong(0, entry);
            guard.unlock();
        }
    }

    @Override
    public void close() {
        V8Host.unguard(runtime);
    }
}
