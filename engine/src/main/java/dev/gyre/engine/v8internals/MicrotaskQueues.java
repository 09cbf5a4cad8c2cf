package dev.gyre.engine.v8internals;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8Context;
import com.caoccao.javet.values.reference.V8ValueFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code microtask-queues}: microtasks of a script apart from those of the program, for {@code microtaskMode} of
 * node:vm.
 *
 * <p>V8 has objects for queues of microtasks, but Javet has only the isolate's one. While a script has microtasks of its own,
 * that object has other contents: {@link #enter} exchanges them with those of a second object, {@link #leave} exchanges them
 * back. V8's garbage collector visits all queues of a ring; the second object is a member of it, so that it finds the
 * microtasks that wait.
 *
 * <pre>
 *   [0] methods   [1] size   [2] capacity   [3] start   [4] buffer   [5] number of those that have run
 *   [6] next in the ring   [7] previous   [8] two counters that forbid to run   [9] policy, and flags: is running
 * </pre>
 *
 * <p>Nothing of this is an API. {@link #open} compares these words with what is known of them, and puts a microtask into the
 * queue, which has to be counted.
 */
public final class MicrotaskQueues {
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final int NATIVE_CONTEXT_SLOTS = 306;
    private static final int SLOTS_AT = 16;

    private static final int METHODS = 0;
    private static final int SIZE = 1;
    private static final int CAPACITY = 2;
    private static final int START = 3;
    private static final int BUFFER = 4;
    private static final int NEXT = 6;
    private static final int PREVIOUS = 7;
    private static final int FLAGS = 9;
    private static final int[] EXCHANGED = {SIZE, CAPACITY, START, BUFFER, 5, 8, FLAGS};
    private static final long POLICY_MASK = 0xffffffffL;
    private static final long HIGHEST_POLICY = 2;
    private static final long BYTES = 256; // more than V8's object has

    private static final String ONE_MICROTASK = "(async () => { await 0; })(); undefined";

    private final long queue;
    private final Arena arena = Arena.ofAuto();
    private final List<MemorySegment> others = new ArrayList<>();
    private int depth;

    private MicrotaskQueues(long queue) {
        this.queue = queue;
    }

    /** For the isolate's runtime; null where V8 is not as expected. */
    public static @Nullable MicrotaskQueues open(V8Runtime runtime) {
        try (V8ValueFunction function = runtime.getExecutor("(function () {})").execute();
                V8Context context = function.getContext()) {
            if (context.getLength() != NATIVE_CONTEXT_SLOTS) {
                return null;
            }
            long object = read(read(context.getHandle())) - 1;
            long found = read(object + SLOTS_AT + (long) NATIVE_CONTEXT_SLOTS * Long.BYTES);
            if (!Addresses.isPointer(found)) {
                return null;
            }
            var queues = new MicrotaskQueues(found);
            return queues.isAsExpected() && queues.counts(runtime) ? queues : null;
        } catch (JavetException e) {
            return null;
        }
    }

    private boolean isAsExpected() {
        long next = word(NEXT);
        long previous = word(PREVIOUS);
        if (!Addresses.isPointer(word(METHODS)) || !Addresses.isPointer(next) || !Addresses.isPointer(previous)) {
            return false;
        }
        long size = word(SIZE);
        long capacity = word(CAPACITY);
        boolean hasBuffer = capacity == 0
                ? word(BUFFER) == 0
                : Long.bitCount(capacity) == 1 && Addresses.isPointer(word(BUFFER)) && word(START) < capacity;
        return read(next + PREVIOUS * Long.BYTES) == queue
                && read(previous + NEXT * Long.BYTES) == queue
                && size >= 0
                && size <= capacity
                && hasBuffer
                && (word(FLAGS) & POLICY_MASK) <= HIGHEST_POLICY;
    }

    private boolean counts(V8Runtime runtime) throws JavetException {
        long before = word(SIZE);
        runtime.getExecutor(ONE_MICROTASK).executeVoid();
        return word(SIZE) == before + 1 && isAsExpected();
    }

    /** From now on the isolate's queue is another one, which is empty. Calls may be nested. */
    public void enter() {
        if (depth == others.size()) {
            others.add(newQueue());
        }
        exchange(others.get(depth++).address());
    }

    /** The queue of before {@link #enter} again. What was not run stays in the other one. */
    public void leave() {
        exchange(others.get(--depth).address());
    }

    /** In the ring for the isolate's life, and longer: the isolate's end forgets the ring. */
    private MemorySegment newQueue() {
        MemorySegment other = arena.allocate(BYTES, Long.BYTES);
        long address = other.address();
        long next = word(NEXT);
        write(address + METHODS * Long.BYTES, word(METHODS));
        write(address + FLAGS * Long.BYTES, word(FLAGS) & POLICY_MASK);
        write(address + NEXT * Long.BYTES, next);
        write(address + PREVIOUS * Long.BYTES, queue);
        write(next + PREVIOUS * Long.BYTES, address);
        write(queue + NEXT * Long.BYTES, address);
        return other;
    }

    /** Takes the queues out of the ring. Before the isolate is closed: V8 expects the ring to be empty then. */
    public void close() {
        for (MemorySegment other : others) {
            long next = read(other.address() + NEXT * Long.BYTES);
            long previous = read(other.address() + PREVIOUS * Long.BYTES);
            write(previous + NEXT * Long.BYTES, next);
            write(next + PREVIOUS * Long.BYTES, previous);
        }
        others.clear();
    }

    private void exchange(long other) {
        for (int word : EXCHANGED) {
            long at = (long) word * Long.BYTES;
            long kept = read(queue + at);
            write(queue + at, read(other + at));
            write(other + at, kept);
        }
    }

    private long word(int i) {
        return read(queue + (long) i * Long.BYTES);
    }

    // Through buffers: the first access through a segment itself links method handles, for some 10 ms.

    private static long read(long address) {
        return at(address).getLong(0);
    }

    private static void write(long address, long value) {
        at(address).putLong(0, value);
    }

    private static ByteBuffer at(long address) {
        return MEMORY.asSlice(address, Long.BYTES).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
