package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.IV8Native;
import com.caoccao.javet.interop.RuntimeFields;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueObject;
import dev.gyre.engine.ForeignAccess;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code contexts}: further V8 contexts in one isolate. Each has a global object and built-in objects of its own,
 * and all share the heap.
 *
 * <p>Javet knows one context per runtime. It can replace that context by a new one, but then drops the old one. So its
 * native object is made to forget the main context while it makes a new one, and to remember the main one afterwards:
 *
 * <pre>
 *   V8Runtime of Javet, in words:   [5] handle of the global object     [15], [16] lock (a shared pointer)
 *                                   [6] inspector                       [17] handle of the context
 * </pre>
 *
 * <p>The handles of the new context would keep it alive for ever. They are redirected to the main context, which lives as
 * long as the isolate. Two small nodes remain for each context that was ever made.
 *
 * <p>V8 lets code of one context touch the global object of another only where both have the same security token. No API of
 * Javet's sets it, but it is a word of the native context. All contexts get the same small integer: that is no reference, so
 * the garbage collector ignores it.
 *
 * <p>None of this is an API. {@link #open} first compares these words with what Javet itself says, and changes nothing where
 * they differ; then there are no contexts, and {@code node:vm} uses the main one for all.
 */
public final class Contexts {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    // Words of Javet's V8Runtime.
    private static final int GLOBAL = 5;
    private static final int INSPECTOR = 6;
    private static final int LOCK = 15;
    private static final int LOCK_COUNT = 16;
    private static final int CONTEXT = 17;
    private static final int[] FORGOTTEN = {GLOBAL, INSPECTOR, LOCK, LOCK_COUNT, CONTEXT};

    // A native context of V8: a map, a length, and its slots.
    private static final int NATIVE_CONTEXT_SLOTS = 306;
    private static final int SLOTS_AT = 16;
    private static final int GLOBAL_OBJECT_SLOT = 2;
    private static final int SECURITY_TOKEN_SLOT = 206;
    private static final long COMMON_TOKEN = 1L << 32; // the small integer 1

    private static final String GET_FUNCTION = "(function () {})";

    private final V8Runtime runtime;
    private final IV8Native javet;
    private final long self;
    private final @Nullable PlainContext plain;

    private Contexts(V8Runtime runtime, IV8Native javet, long self) {
        this.runtime = runtime;
        this.javet = javet;
        this.self = self;
        plain = PlainContext.of(self);
    }

    /** For the isolate's runtime; null where Javet or V8 are not as expected. */
    public static @Nullable Contexts open(V8Runtime runtime) {
        try {
            var contexts = new Contexts(runtime, RuntimeFields.nativeOf(runtime), runtime.getHandle());
            return contexts.isAsExpected() ? contexts : null;
        } catch (LinkageError | JavetException e) {
            return null; // a LinkageError where the field has another name
        }
    }

    /** Whether the words hold the main context and its global object; if so, its token becomes the common one. */
    private boolean isAsExpected() throws JavetException {
        try (V8ValueObject global = runtime.getExecutor("globalThis").execute();
                V8ValueFunction function = runtime.getExecutor(GET_FUNCTION).execute();
                V8Context context = function.getContext()) {
            if (!isHandle(word(CONTEXT)) || !isHandle(word(GLOBAL)) || (word(LOCK) == 0) != (word(LOCK_COUNT) == 0)) {
                return false;
            }
            return read(word(CONTEXT)) == objectOf(context.getHandle())
                    && read(word(GLOBAL)) == objectOf(global.getHandle())
                    && shareToken(context);
        }
    }

    /** The global object of a new context. */
    public V8ValueObject create() throws JavetException {
        long[] kept = forget();
        V8ValueObject global = null;
        boolean isOpen = false;
        try {
            makePlain();
            global = runtime.getExecutor("globalThis").execute();
            try (V8ValueFunction function = runtime.getExecutor(GET_FUNCTION).execute();
                    V8Context context = function.getContext()) {
                isOpen = shareToken(context);
            }
        } finally {
            long contextHandle = word(CONTEXT);
            long globalHandle = word(GLOBAL);
            remember(kept);
            letGo(contextHandle, CONTEXT);
            letGo(globalHandle, GLOBAL);
        }
        if (!isOpen) {
            throw new IllegalStateException("a new context of V8 differs from the main one");
        }
        return global;
    }

    private void makePlain() throws JavetException {
        if (plain != null) {
            plain.enter();
        }
        try {
            javet.resetV8Context(self, new V8RuntimeOptions());
        } finally {
            if (plain != null) {
                plain.leave();
            }
        }
    }

    /**
     * Gives the snapshot that is about to be made a second context, as V8 makes it: {@link #create} in an isolate of that
     * snapshot takes a tenth of the time then. Does nothing where V8 or Javet are not as expected.
     *
     * @param memory allocates what becomes V8's
     */
    public static void addPlain(V8Runtime runtime, ForeignAccess memory) throws JavetException {
        Contexts contexts = open(runtime);
        if (contexts == null || !PlainContext.canBeAdded(contexts.self)) {
            return;
        }
        long[] kept = contexts.forget();
        contexts.javet.resetV8Context(contexts.self, new V8RuntimeOptions());
        long contextHandle = contexts.word(CONTEXT);
        long globalHandle = contexts.word(GLOBAL);
        contexts.remember(kept);
        PlainContext.add(contexts.self, memory.allocate(PlainContext.listBytes()), contextHandle, globalHandle);
    }

    /** Makes Javet forget the main context. */
    private long[] forget() {
        long[] kept = new long[FORGOTTEN.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = word(FORGOTTEN[i]);
            setWord(FORGOTTEN[i], 0);
        }
        return kept;
    }

    private void remember(long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            setWord(FORGOTTEN[i], kept[i]);
        }
    }

    private void letGo(long handle, int ofMain) {
        if (handle != 0) {
            write(handle, read(word(ofMain)));
        }
    }

    /** Runs {@code body} while Javet takes the context of {@code function} for its own. It must not run scripts. */
    public <T> T inside(V8ValueFunction function, Supplier<T> body) throws JavetException {
        try (V8Context context = function.getContext()) {
            if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
                throw new IllegalArgumentException("not a function at the top level of a context");
            }
            long main = word(CONTEXT);
            setWord(CONTEXT, read(context.getHandle()));
            try {
                return body.get();
            } finally {
                setWord(CONTEXT, main);
            }
        }
    }

    private static boolean shareToken(V8Context context) throws JavetException {
        if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
            return false;
        }
        long slots = objectOf(context.getHandle()) - 1 + SLOTS_AT;
        long token = slots + SECURITY_TOKEN_SLOT * Long.BYTES;
        if (read(token) == read(slots + GLOBAL_OBJECT_SLOT * Long.BYTES)) { // as V8 begins with
            write(token, COMMON_TOKEN);
        }
        return read(token) == COMMON_TOKEN;
    }

    /** The object that one of Javet's references stands for: reference, handle, object. */
    private static long objectOf(long reference) {
        return read(read(reference));
    }

    static boolean isHandle(long word) {
        return (word & 7) == 0 && word > 65536 && word < 1L << 47;
    }

    private long word(int i) {
        return read(self + (long) i * Long.BYTES);
    }

    private void setWord(int i, long value) {
        write(self + (long) i * Long.BYTES, value);
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.

    static long read(long address) {
        return at(address).getLong(0);
    }

    static void write(long address, long value) {
        at(address).putLong(0, value);
    }

    private static ByteBuffer at(long address) {
        return memory(address, Long.BYTES);
    }

    static ByteBuffer memory(long address, int bytes) {
        return MEMORY.asSlice(address, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
