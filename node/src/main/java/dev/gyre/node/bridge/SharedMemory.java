package dev.gyre.node.bridge;

import dev.gyre.codec.http1.HttpMethod;
import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.ControlTime;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.Failure;
import dev.gyre.node.bridge.Layout.HttpNumbers;
import dev.gyre.node.bridge.Layout.ResultKind;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The block that Java and JavaScript share, laid out as {@link dev.gyre.node.bridge.Layout} says: control words, a ring of events, and
 * an arena for the bytes that events refer to. Used by the loop's thread alone.
 */
public final class SharedMemory {
    /** Longer targets of requests are cut off in reports. */
    private static final int MAX_TARGET = 200;

    private final ByteBuffer block;
    private final IntBuffer ints;
    private final DoubleBuffer doubles;
    private int arena = Block.ARENA_AT;
    private boolean closed; // guarded by this
    private @Nullable ByteBuffer socketMemory; // guarded by this

    public SharedMemory(ByteBuffer block) {
        this.block = block.order(ByteOrder.nativeOrder());
        ints = block.asIntBuffer();
        doubles = block.asDoubleBuffer();
    }

    /** Which parts of their ArrayBuffers the views are that are arguments of a native call. */
    public ByteBuffer views() {
        return block.slice(Block.VIEWS_AT, Block.VIEWS_BYTES);
    }

    /** The block as Int32 words. */
    public IntBuffer ints() {
        return ints;
    }

    /** What {@code call} is to do. */
    public int callOperation() {
        return ints.get(Control.CALL);
    }

    /** The result of the last write to a socket. */
    public void written(int result) {
        ints.put(Control.WRITTEN, result);
    }

    public void phase(int phase) {
        ints.put(Control.PHASE, phase);
    }

    public void beginTurn(long nowMs, long wallMs, int channels) {
        ints.put(Control.CHANNELS, channels);
        doubles.put(ControlTime.LOOP_NOW, (double) nowMs);
        doubles.put(ControlTime.WALL_NOW, (double) wallMs);
    }

    /**
     * Something for the loop came into its inbox, by any thread. The lock, so that no thread writes into the memory when
     * it is gone.
     */
    public synchronized void mailCame() {
        if (!closed) {
            ints.put(Control.MAIL, 1);
        }
    }

    /** @param hasMail asked after the word is cleared, so that mail that comes at this moment is not missed */
    public void beginMail(BooleanSupplier hasMail) {
        ints.put(Control.MAIL, 0);
        VarHandle.fullFence();
        if (hasMail.getAsBoolean()) {
            ints.put(Control.MAIL, 1);
        }
    }

    /** The memory that the bytes of sockets pass through. */
    synchronized void socketMemory(ByteBuffer bytes) {
        socketMemory = bytes;
    }

    /**
     * Method and target of the HTTP request whose head an event tells of; null where it tells of something else. Any thread,
     * also while JavaScript runs: the caller has to check afterwards that the event was still the same.
     *
     * @param event where it is, as an index of Int32
     */
    synchronized @Nullable String requestOf(int event) {
        ByteBuffer bytes = socketMemory;
        boolean isHead = !closed
                && event >= Block.EVENTS_AT / Integer.BYTES
                && event < Block.SUBMISSIONS_AT / Integer.BYTES
                && ints.get(event + Event.TYPE) == EventType.SOCKET
                && ints.get(event + Event.KIND) == SocketEvent.HEAD;
        if (!isHead || bytes == null) {
            return null;
        }
        int method = (int) doubles.get(event / 2 + Event.VALUE) & HttpNumbers.METHOD_MASK;
        int at = ints.get(event + Event.AT);
        int end = Math.min(bytes.limit(), at + Math.min(MAX_TARGET, ints.get(event + Event.LENGTH)));
        var target = new StringBuilder();
        for (int i = Math.max(0, at); i < end && bytes.get(i) != '\n'; i++) {
            target.append((char) (bytes.get(i) & 0xff));
        }
        return method < HttpMethod.COUNT ? HttpMethod.name(method) + " " + target : null;
    }

    /** The memory is about to go: other threads must not write there any more. */
    public synchronized void close() {
        closed = true;
    }

    public int takeStayedCallbacks() {
        return take(Control.STAYED_CALLBACKS);
    }

    public int takeStayedTurns() {
        return take(Control.STAYED_TURNS);
    }

    private int take(int word) {
        int count = ints.get(word);
        if (count != 0) {
            ints.put(word, 0);
        }
        return count;
    }

    /** Whether the last turn ended by an exception that did not leave it. */
    public boolean takeThrew() {
        if (ints.get(Control.THREW) == 0) {
            return false;
        }
        ints.put(Control.THREW, 0);
        return true;
    }

    /** Any thread. */
    public synchronized void descriptorsAreScarce() {
        if (!closed) {
            ints.put(Control.SCARCE, 1);
        }
    }

    public void failed() {
        ints.put(Control.FAILED, Failure.THREW);
    }

    /** There are denials of the permission model to report, after a call that may have succeeded. */
    public void noticed() {
        if (ints.get(Control.FAILED) == 0) {
            ints.put(Control.FAILED, Failure.NOTICED);
        }
    }

    /** Says whether V8 was told to end what runs. */
    public void ending(boolean isEnding) {
        ints.put(Control.ENDING, isEnding ? 1 : 0);
    }

    /** Whether JavaScript has left the callback that was to be ended. */
    public boolean hasLeftEnding() {
        return ints.get(Control.ENDING) == 2;
    }

    /** What {@link #failed} noted is of no interest any more. */
    public void forgetFailure() {
        ints.put(Control.FAILED, 0);
    }

    public int immediates() {
        return ints.get(Control.IMMEDIATES);
    }

    public int refedImmediates() {
        return ints.get(Control.IMMEDIATES_REF);
    }

    public int refedTimers() {
        return ints.get(Control.TIMERS_REF);
    }

    public double deadlineMs() {
        return doubles.get(ControlTime.DEADLINE);
    }

    public boolean hasEvents() {
        return ints.get(Control.EVENTS) > 0;
    }

    public boolean isFull() {
        return ints.get(Control.EVENTS) == Event.MAX_EVENTS;
    }

    /** Adds an event with its result in the ring or the arena; false where the result has no flat form or no room. */
    public boolean put(int type, int id, @Nullable Object result) {
        int count = ints.get(Control.EVENTS);
        if (count == 0) {
            arena = Block.ARENA_AT;
        }
        // Not a pattern switch: linking one costs milliseconds when the first result comes.
        if (result == null) {
            add(type, id, ResultKind.NONE, 0, 0, 0);
        } else if (result instanceof Boolean b) {
            add(type, id, b ? ResultKind.TRUE : ResultKind.FALSE, 0, 0, 0);
        } else if (result instanceof Integer || result instanceof Long || result instanceof Double) {
            add(type, id, ResultKind.NUMBER, 0, 0, ((Number) result).doubleValue());
        } else if (result instanceof double[] numbers && reserve(numbers.length * Double.BYTES)) {
            int length = numbers.length * Double.BYTES;
            doubles.put(arena / Double.BYTES, numbers);
            add(type, id, ResultKind.DOUBLES, arena, length, 0);
            arena += length;
        } else if (result instanceof byte[] bytes && reserve(bytes.length)) {
            block.put(arena, bytes);
            add(type, id, ResultKind.BYTES, arena, bytes.length, 0);
            arena += bytes.length + 7 & -8;
        } else {
            return false;
        }
        return true;
    }

    /** Adds an event whose result JavaScript fetches by a call of its own. */
    public void putReference(int type, int id, int reference, boolean isError) {
        add(type, id, isError ? ResultKind.ERROR : ResultKind.OBJECT, 0, 0, reference);
    }

    /** How many events there are. */
    public int events() {
        return ints.get(Control.EVENTS);
    }

    /** Sets the one number of an event that is left for its type to use. */
    public void extra(int event, int value) {
        ints.put(eventAt(event) / Integer.BYTES + Event.EXTRA, value);
    }

    private boolean reserve(int bytes) {
        return arena + bytes + 8 <= block.capacity();
    }

    public void add(int type, int id, int kind, int offset, int length, double value) {
        int count = ints.get(Control.EVENTS);
        int at = eventAt(count);
        int i = at / Integer.BYTES;
        ints.put(i + Event.TYPE, type);
        ints.put(i + Event.OWNER, id);
        ints.put(i + Event.KIND, kind);
        ints.put(i + Event.AT, offset);
        ints.put(i + Event.LENGTH, length);
        ints.put(i + Event.EXTRA, 0);
        doubles.put(at / Double.BYTES + Event.VALUE, value);
        ints.put(Control.EVENTS, count + 1);
    }

    private static int eventAt(int number) {
        return Block.EVENTS_AT + Event.EVENT_BYTES * number;
    }
}
