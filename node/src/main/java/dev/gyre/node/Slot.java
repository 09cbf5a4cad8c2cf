package dev.gyre.node;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One place of {@link WorkSlots}: the arguments of a call, as numbers and a path, and its answer. It belongs to
 * JavaScript, then to whoever does the work, then to JavaScript again; handing it over orders the accesses.
 */
public final class Slot {
    /** Where data begins: contents, names, a file's status. */
    static final int DATA_AT = 64;

    /** Where a path begins: a status before it fits beside it. */
    static final int PATH_AT = 320;

    private static final int CODE_AT = 0;
    private static final int RESULT_AT = 4;
    private static final int STEP_AT = 8;
    private static final int DESCRIPTOR_AT = 12;
    private static final int NUMBERS_AT = 16;

    /** The answer of work that threw. */
    static final int BUG = Integer.MIN_VALUE;

    @SuppressWarnings("UnusedVariable") // keeps the memory
    private final WorkSlots slots;

    private final ByteBuffer memory;
    private final int base;
    private final long address;
    private final int bytes;
    final int number;

    /** What is to be done here, once it is handed to the pool. */
    Functions.@Nullable Entry entry;

    Slot(WorkSlots slots, ByteBuffer memory, long address, int base, int bytes, int number) {
        this.slots = slots;
        this.memory = memory;
        this.base = base;
        this.address = address + base;
        this.bytes = bytes;
        this.number = number;
    }

    /** The number of the function, as in {@link Bindings}. */
    int code() {
        return memory.getInt(base + CODE_AT);
    }

    public int integer(int i) {
        return (int) whole(i); // by way of long: modes are unsigned, and 0xffffffff has to become -1
    }

    public long whole(int i) {
        return (long) memory.getDouble(base + NUMBERS_AT + 8 * i);
    }

    /** Address of the path, which ends with a zero. */
    public long path() {
        return address + PATH_AT;
    }

    /** The path's bytes. */
    public byte[] pathBytes() {
        int end = base + PATH_AT;
        while (end < base + bytes && memory.get(end) != 0) {
            end++;
        }
        byte[] path = new byte[end - base - PATH_AT];
        memory.get(base + PATH_AT, path);
        return path;
    }

    /** Address of what stands at this offset from the slot's begin. */
    public long address(int offset) {
        return address + offset;
    }

    /** Address of the data. */
    public long data() {
        return address + DATA_AT;
    }

    /** How much room there is for data; all of it overlaps the path. */
    public int dataBytes() {
        return bytes - DATA_AT;
    }

    public int dataInt(int offset) {
        return memory.getInt(base + DATA_AT + offset);
    }

    public void putDataInt(int offset, int value) {
        memory.putInt(base + DATA_AT + offset, value);
    }

    public void putData(byte[] data) {
        memory.put(base + DATA_AT, data);
    }

    /** The first byte of the data, which makes it an empty path. */
    public void clearData() {
        memory.put(base + DATA_AT, (byte) 0);
    }

    /** @param result what the call gives, or a negative errno */
    public void answer(int result) {
        memory.putInt(base + RESULT_AT, result);
    }

    /** Which of a call's several steps the answer is about. */
    public void step(int step) {
        memory.putInt(base + STEP_AT, step);
    }

    /** A descriptor that stays open, for JavaScript to go on with; -1 for none. */
    public void descriptor(int fd) {
        memory.putInt(base + DESCRIPTOR_AT, fd);
    }

    @Override
    public String toString() {
        return "slot " + number;
    }
}
