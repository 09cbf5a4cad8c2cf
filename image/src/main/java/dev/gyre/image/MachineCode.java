package dev.gyre.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Machine code for x86_64 with labels, and the texts that it refers to, which follow it. Its address in memory is fixed. */
final class MachineCode {
    private static final int MAX_BYTES = 1 << 16;

    private record Use(String label, int at) {}

    private final int address;
    private final ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final Map<String, Integer> labels = new HashMap<>();
    private final List<Use> jumps = new ArrayList<>();
    private final List<Use> addresses = new ArrayList<>();

    /** @param address where the first byte is in memory */
    MachineCode(int address) {
        this.address = address;
    }

    MachineCode put(int... instruction) {
        for (int b : instruction) {
            bytes.put((byte) b);
        }
        return this;
    }

    MachineCode word(int value) {
        bytes.putInt(value);
        return this;
    }

    /** The address of a text: four bytes. */
    MachineCode addressOf(String label) {
        addresses.add(new Use(label, bytes.position()));
        return word(0);
    }

    /** The bytes of a jump or call, then the way to its target: four bytes. */
    MachineCode jump(String label, int... instruction) {
        put(instruction);
        jumps.add(new Use(label, bytes.position()));
        return word(0);
    }

    MachineCode label(String name) {
        if (labels.put(name, bytes.position()) != null) {
            throw new IllegalStateException("two labels " + name);
        }
        return this;
    }

    /** Texts, each ended by a zero byte, and one more zero byte that ends the list. */
    void texts(String label, List<String> texts) {
        label(label);
        for (String text : texts) {
            bytes.put(text.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
        }
        bytes.put((byte) 0);
    }

    byte[] toBytes() {
        for (Use use : jumps) {
            bytes.putInt(use.at, placeOf(use.label) - (use.at + Integer.BYTES));
        }
        for (Use use : addresses) {
            bytes.putInt(use.at, address + placeOf(use.label));
        }
        byte[] all = new byte[bytes.position()];
        bytes.get(0, all);
        return all;
    }

    private int placeOf(String label) {
        return Objects.requireNonNull(labels.get(label), label);
    }
}
