package dev.gyre.node.bridge;

import dev.gyre.node.bridge.Layout.SlotCall;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One place of {@link WorkSlots}: the arguments of a call, as numbers and a path, and its answer. It belongs to
 * JavaScript, then to whoever does the work, then to JavaScript again; handing it over orders the accesses.
 */
public final class Slot {
    @SuppressWarnings("UnusedVariable") // keeps the memory
    private final WorkSlots slots;

    private final ByteBuffer memory;
    private final IntBuffer ints;
    private final int base;
    private final int word;
    private final long address;
    private final int bytes;
    final int number;

    private Functions.@Nullable Entry entry;
    private volatile String submittedBy = "";

    Slot(WorkSlots slots, ByteBuffer memory, IntBuffer ints, long address, int base, int bytes, int number) {
        this.slots = slots;
        this.memory = memory;
        this.ints = ints;
        this.base = base;
        word = base / Integer.BYTES;
        this.address = address + base;
        this.bytes = bytes;
        this.number = number;
    }

    /** Says what is to be done here, before the slot is handed to the pool. */
    void entry(Functions.Entry entry) {
        this.entry = entry;
    }

    Functions.Entry entry() {
        return Objects.requireNonNull(entry);
    }

    /** By which line of a program its work is submitted; empty where that is not known. */
    void submittedBy(String place) {
        submittedBy = place;
    }

    String submittedBy() {
        return submittedBy;
    }

    /** Does the work of the entry. */
    byte @Nullable [] run(Functions.Entry entry) {
        return Objects.requireNonNull(entry.slotWork()).run(this);
    }

    /** The number of the function, as in {@link FunctionTable}. */
    int code() {
        return ints.get(word + SlotCall.CODE);
    }

    public int integer(int i) {
        return (int) whole(i); // by way of long: modes are unsigned, and 0xffffffff has to become -1
    }

    public long whole(int i) {
        return (long) memory.getDouble(base + Double.BYTES * (SlotCall.A + i));
    }

    /** Address of the path, which ends with a zero. */
    public long path() {
        return address + SlotCall.PATH_AT;
    }

    /** The path's bytes. */
    public byte[] pathBytes() {
        int end = base + SlotCall.PATH_AT;
        while (end < base + bytes && memory.get(end) != 0) {
            end++;
        }
        byte[] path = new byte[end - base - SlotCall.PATH_AT];
        memory.get(base + SlotCall.PATH_AT, path);
        return path;
    }

    /** The bytes of a text among the data, which ends with a zero. */
    public byte[] dataText(int offset) {
        int from = base + SlotCall.DATA_AT + offset;
        int end = from;
        while (end < base + bytes && memory.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end - from];
        memory.get(from, text);
        return text;
    }

    /** Address of what stands at this offset from the slot's begin. */
    public long address(int offset) {
        return address + offset;
    }

    /** Address of the data. */
    public long data() {
        return address + SlotCall.DATA_AT;
    }

    /** How much room there is for data; all of it overlaps the path. */
    public int dataBytes() {
        return bytes - SlotCall.DATA_AT;
    }

    public int dataInt(int offset) {
        return memory.getInt(base + SlotCall.DATA_AT + offset);
    }

    public void putDataInt(int offset, int value) {
        memory.putInt(base + SlotCall.DATA_AT + offset, value);
    }

    public void putData(byte[] data) {
        memory.put(base + SlotCall.DATA_AT, data);
    }

    /** The first byte of the data, which makes it an empty path. */
    public void clearData() {
        memory.put(base + SlotCall.DATA_AT, (byte) 0);
    }

    /** @param result what the call gives, or a negative errno */
    public void answer(int result) {
        ints.put(word + SlotCall.RESULT, result);
    }

    /** Which of a call's several steps the answer is about. */
    public void step(int step) {
        ints.put(word + SlotCall.STEP, step);
    }

    /** A descriptor that stays open, for JavaScript to go on with; -1 for none. */
    public void descriptor(int fd) {
        ints.put(word + SlotCall.DESCRIPTOR, fd);
    }

    @Override
    public String toString() {
        return "slot " + number;
    }
}
