package dev.gyre.node.bridge;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events on their way to JavaScript, in order: the ring in the {@link SharedMemory}, and behind it a list of those that
 * found the ring full.
 *
 * <p>Adding an event never runs JavaScript. Events are added inside native calls too (a write that fails, a send that is
 * refused). A callback that ran there would find the caller half done, and could submit new bytes in place of those that are
 * being sent. So what does not fit waits here, and moves into the ring before the next turn.
 */
public final class Completions {
    /** An event that waits for room: the words of the ring, or a result that is yet to be put there. */
    private static final class Waiting {
        final int type;
        final int id;
        final boolean isResult;
        final @Nullable Object result;
        final int kind;
        final int at;
        final int length;
        final double value;
        int extra;

        Waiting(
                int type,
                int id,
                boolean isResult,
                @Nullable Object result,
                int kind,
                int at,
                int length,
                double value) {
            this.type = type;
            this.id = id;
            this.isResult = isResult;
            this.result = result;
            this.kind = kind;
            this.at = at;
            this.length = length;
            this.value = value;
        }
    }

    private final SharedMemory memory;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Map<Integer, Object> results = new HashMap<>();
    private int nextResult;

    public Completions(SharedMemory memory) {
        this.memory = memory;
    }

    public boolean isEmpty() {
        return !memory.hasEvents() && waiting.isEmpty();
    }

    /** How many events have found no room in the ring. */
    public int waiting() {
        return waiting.size();
    }

    /** Adds an event with a result of any form. */
    public void post(int type, int id, @Nullable Object result) {
        if (isFull()) {
            waiting.add(new Waiting(type, id, true, result, 0, 0, 0, 0));
        } else {
            put(type, id, result);
        }
    }

    /** Adds an event that is numbers alone. */
    public void add(int type, int id, int kind, int at, int length, double value) {
        if (isFull()) {
            waiting.add(new Waiting(type, id, false, null, kind, at, length, value));
        } else {
            memory.add(type, id, kind, at, length, value);
        }
    }

    /** Sets the extra number of the event that was added last. */
    public void extraOfLast(int value) {
        if (waiting.isEmpty()) {
            memory.extra(memory.events() - 1, value);
        } else {
            waiting.getLast().extra = value;
        }
    }

    /** Moves what waits into the ring, as far as there is room. */
    public void refill() {
        while (!waiting.isEmpty() && !memory.isFull()) {
            Waiting next = waiting.poll();
            if (next.isResult) {
                put(next.type, next.id, next.result);
            } else {
                memory.add(next.type, next.id, next.kind, next.at, next.length, next.value);
            }
            if (next.extra != 0) {
                memory.extra(memory.events() - 1, next.extra);
            }
        }
    }

    /** The result that an event refers to; once. */
    public @Nullable Object takeResult(int reference) {
        return results.remove(reference);
    }

    /** How many results JavaScript has yet to fetch. */
    public int resultsKept() {
        return results.size();
    }

    /** What comes after an event that waits, waits too. */
    private boolean isFull() {
        return !waiting.isEmpty() || memory.isFull();
    }

    private void put(int type, int id, @Nullable Object result) {
        if (!memory.put(type, id, result)) {
            int reference = nextResult++;
            results.put(reference, result);
            memory.putReference(type, id, reference, result instanceof Throwable);
        }
    }
}
