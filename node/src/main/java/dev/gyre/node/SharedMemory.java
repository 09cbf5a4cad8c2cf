package dev.gyre.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The block that Java and JavaScript share, laid out as internal/bridge.js says: control words, a ring of events, and
 * an arena for the bytes that events refer to. Used by the loop's thread alone.
 */
final class SharedMemory {
    static final int EVENT_COMPLETE = 0;
    static final int EVENT_SIGNAL = 1;
    static final int EVENT_MESSAGE = 2;
    static final int EVENT_DATAGRAM = 3;
    static final int EVENT_SLOTS = 4;

    static final int EVENT_SOCKET = 5;

    private static final int PHASE = 0;
    private static final int FAILED = 4;
    private static final int IMMEDIATES = 8;
    private static final int IMMEDIATES_REF = 12;
    private static final int TIMERS_REF = 16;
    private static final int EVENTS = 20;
    private static final int CHANNELS = 28;
    private static final int THREW = 32;
    private static final int SCARCE = 36;
    private static final int LOOP_NOW = 64;
    private static final int WALL_NOW = 72;
    private static final int DEADLINE = 80;

    private static final int VIEWS_AT = 1024;
    private static final int VIEWS_BYTES = 1024;
    private static final int EVENTS_AT = 4096;
    private static final int EVENT_BYTES = 32;
    static final int MAX_EVENTS = 2048;
    private static final int ARENA_AT = 128 << 10;

    private static final int NONE = 0;
    private static final int NUMBER = 1;
    private static final int DOUBLES = 2;
    private static final int BYTES = 3;
    private static final int TRUE = 4;
    private static final int FALSE = 5;
    private static final int OBJECT = 6;
    private static final int ERROR = 7;

    private final ByteBuffer block;
    private int arena = ARENA_AT;

    SharedMemory(ByteBuffer block) {
        this.block = block.order(ByteOrder.nativeOrder());
    }

    /** Which parts of their ArrayBuffers the views are that are arguments of a native call. */
    ByteBuffer views() {
        return block.slice(VIEWS_AT, VIEWS_BYTES);
    }

    void phase(int phase) {
        block.putInt(PHASE, phase);
    }

    void beginTurn(long nowMs, long wallMs, int channels) {
        block.putInt(CHANNELS, channels);
        block.putDouble(LOOP_NOW, (double) nowMs);
        block.putDouble(WALL_NOW, (double) wallMs);
    }

    /** Whether the last turn ended by an exception that did not leave it. */
    boolean takeThrew() {
        if (block.getInt(THREW) == 0) {
            return false;
        }
        block.putInt(THREW, 0);
        return true;
    }

    /** Any thread. */
    void descriptorsAreScarce() {
        block.putInt(SCARCE, 1);
    }

    void failed() {
        block.putInt(FAILED, 1);
    }

    int immediates() {
        return block.getInt(IMMEDIATES);
    }

    int refedImmediates() {
        return block.getInt(IMMEDIATES_REF);
    }

    int refedTimers() {
        return block.getInt(TIMERS_REF);
    }

    double deadlineMs() {
        return block.getDouble(DEADLINE);
    }

    boolean hasEvents() {
        return block.getInt(EVENTS) > 0;
    }

    boolean isFull() {
        return block.getInt(EVENTS) == MAX_EVENTS;
    }

    /** Adds an event with its result in the ring or the arena; false where the result has no flat form or no room. */
    boolean put(int type, int id, Object result) {
        int count = block.getInt(EVENTS);
        if (count == 0) {
            arena = ARENA_AT;
        }
        // Not a pattern switch: linking one costs milliseconds when the first result comes.
        if (result == null) {
            add(type, id, NONE, 0, 0, 0);
        } else if (result instanceof Boolean b) {
            add(type, id, b ? TRUE : FALSE, 0, 0, 0);
        } else if (result instanceof Integer || result instanceof Long || result instanceof Double) {
            add(type, id, NUMBER, 0, 0, ((Number) result).doubleValue());
        } else if (result instanceof double[] doubles && reserve(doubles.length * 8)) {
            block.slice(arena, doubles.length * 8)
                    .order(ByteOrder.nativeOrder())
                    .asDoubleBuffer()
                    .put(doubles);
            add(type, id, DOUBLES, arena, doubles.length * 8, 0);
            arena += doubles.length * 8;
        } else if (result instanceof byte[] bytes && reserve(bytes.length)) {
            block.put(arena, bytes);
            add(type, id, BYTES, arena, bytes.length, 0);
            arena += bytes.length + 7 & -8;
        } else {
            return false;
        }
        return true;
    }

    /** Adds an event whose result JavaScript fetches by a call of its own. */
    void putReference(int type, int id, int reference, boolean isError) {
        add(type, id, isError ? ERROR : OBJECT, 0, 0, reference);
    }

    /** How many events there are. */
    int events() {
        return block.getInt(EVENTS);
    }

    /** Sets the one number of an event that is left for its type to use. */
    void extra(int event, int value) {
        block.putInt(EVENTS_AT + EVENT_BYTES * event + 20, value);
    }

    private boolean reserve(int bytes) {
        return arena + bytes + 8 <= block.capacity();
    }

    void add(int type, int id, int kind, int offset, int length, double value) {
        int count = block.getInt(EVENTS);
        int at = EVENTS_AT + EVENT_BYTES * count;
        block.putInt(at, type);
        block.putInt(at + 4, id);
        block.putInt(at + 8, kind);
        block.putInt(at + 12, offset);
        block.putInt(at + 16, length);
        block.putInt(at + 20, 0);
        block.putDouble(at + 24, value);
        block.putInt(EVENTS, count + 1);
    }
}
