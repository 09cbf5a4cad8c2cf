package dev.gyre.node.napi;

import dev.gyre.io.libc.NativeMemory;
import dev.gyre.node.bridge.Layout.AddonMemory;

/**
 * Writes the arguments of one call to the block, and what they refer to (strings, arrays of values, descriptors) to the
 * arena, where JavaScript finds it by offset and length.
 */
final class ArgumentWriter {
    private static final long AUTO_LENGTH = -1;
    private static final int DESCRIPTOR_BYTES = 64;
    private static final int DESCRIPTOR_NUMBERS = 9;

    private final AddonHost host;
    private final Environment environment;
    private final long[] words;
    private final double number;
    private int word = 1; // after the environment
    private int at = AddonMemory.ARGS_AT;
    private int arenaAt;

    ArgumentWriter(AddonHost host, Environment environment, long[] words, double number) {
        this.host = host;
        this.environment = environment;
        this.words = words;
        this.number = number;
    }

    /** Writes the next argument; false where it is invalid. */
    boolean put(char letter) {
        if (letter == 'x') {
            host.putNumber(at++, number);
            return true;
        }
        long value = words[word++];
        switch (letter) {
            case 'v', 'P' -> {
                host.putNumber(at++, value);
                return value != 0;
            }
            case 'i' -> host.putNumber(at++, (double) (int) value);
            case 'u' -> host.putNumber(at++, value & 0xffffffffL);
            case 'b' -> host.putNumber(at++, value & 0xff);
            case 'L' -> host.putLong(at++, value);
            case 'z' -> {
                return putString(value, AUTO_LENGTH, 1);
            }
            case 'Z' -> {
                return putOptional(value, AUTO_LENGTH);
            }
            case 's', 't' -> {
                return putString(value, words[word++], 1);
            }
            case 'S' -> {
                return putOptional(value, words[word++]);
            }
            case 'w' -> {
                return putString(value, words[word++], 2);
            }
            case 'a' -> {
                return putValues(value, words[word++]);
            }
            case 'D' -> {
                return putDescriptors(value, words[word++]);
            }
            case 'T' -> {
                return putTag(value);
            }
            default -> host.putNumber(at++, value); // V, p
        }
        return true;
    }

    private boolean putOptional(long address, long length) {
        if (address != 0) {
            return putString(address, length, 1);
        }
        host.putNumber(at++, -1);
        host.putNumber(at++, 0);
        return true;
    }

    private boolean putString(long address, long length, int unitBytes) {
        if (address == 0) {
            host.putNumber(at++, 0);
            host.putNumber(at++, 0);
            return length == 0;
        }
        if (length != AUTO_LENGTH && (length < 0 || length > Integer.MAX_VALUE)) {
            return false;
        }
        long units = length == AUTO_LENGTH ? lengthOf(address, unitBytes) : length;
        if (units * unitBytes > Integer.MAX_VALUE - Long.BYTES) {
            return false;
        }
        int bytes = (int) units * unitBytes;
        reserve(bytes);
        if (bytes > 0) {
            AddonHost.copy(host.arenaAddress() + arenaAt, address, bytes);
        }
        host.putNumber(at++, arenaAt);
        host.putNumber(at++, bytes);
        arenaAt = aligned(arenaAt + bytes);
        return true;
    }

    private static long lengthOf(long address, int unitBytes) {
        if (unitBytes == 1) {
            return AddonHost.stringLength(address);
        }
        // In parts that reach to the end of a page at most: what is behind it may not be there.
        for (long units = 0; ; ) {
            long from = address + units * 2;
            int bytes = (int) (4096 - (from & 4095)) & ~1;
            if (bytes == 0) {
                bytes = 2; // one that lies in two pages
            }
            NativeMemory part = NativeMemory.at(from, bytes);
            for (int i = 0; i < bytes; i += 2, units++) {
                if (part.getShort(i) == 0) {
                    return units;
                }
            }
        }
    }

    private static int aligned(int offset) {
        return (offset + Long.BYTES - 1) & -Long.BYTES;
    }

    /** Arguments are written in order, so that growing may not lose what is there: JavaScript copies the old arena. */
    private void reserve(long bytes) {
        long needed = (long) arenaAt + bytes + Long.BYTES;
        if (needed > host.arena().capacity()) {
            double[] written = new double[at - AddonMemory.ARGS_AT];
            for (int i = 0; i < written.length; i++) {
                written[i] = host.number(AddonMemory.ARGS_AT + i);
            }
            host.ensureArena(environment, needed);
            for (int i = 0; i < written.length; i++) {
                host.putNumber(AddonMemory.ARGS_AT + i, written[i]);
            }
        }
    }

    private boolean putValues(long count, long address) {
        if (count < 0 || count > Integer.MAX_VALUE / 16 || (count > 0 && address == 0)) {
            return false;
        }
        reserve(count * Long.BYTES);
        if (count > 0) {
            AddonHost.copy(host.arenaAddress() + arenaAt, address, count * Long.BYTES);
        }
        host.putNumber(at++, arenaAt);
        host.putNumber(at++, count);
        arenaAt += (int) count * Long.BYTES;
        return true;
    }

    private boolean putTag(long address) {
        if (address == 0) {
            return false;
        }
        NativeMemory tag = host.copyIn(address, 16);
        host.putLong(at++, tag.getLong(0));
        host.putLong(at++, tag.getLong(8));
        return true;
    }

    /** Of each: offset and length of its name, or the handle of that; method, getter, setter, value, attributes, data. */
    private boolean putDescriptors(long count, long address) {
        if (count < 0 || count > Integer.MAX_VALUE / (16 * DESCRIPTOR_BYTES) || (count > 0 && address == 0)) {
            return false;
        }
        int bytes = (int) count * DESCRIPTOR_NUMBERS * Double.BYTES;
        reserve(bytes);
        int from = arenaAt;
        arenaAt += bytes;
        host.putNumber(at++, from);
        host.putNumber(at++, count);
        if (count == 0) {
            return true;
        }
        long[] descriptors = new long[(int) count * 8];
        NativeMemory copied = host.copyIn(address, (int) count * DESCRIPTOR_BYTES);
        for (int i = 0; i < descriptors.length; i++) {
            descriptors[i] = copied.getLong(i * Long.BYTES);
        }
        for (int i = 0; i < count; i++) {
            if (!putDescriptor(descriptors, 8 * i, from + i * DESCRIPTOR_NUMBERS * Double.BYTES)) {
                return false;
            }
        }
        return true;
    }

    private boolean putDescriptor(long[] descriptors, int from, int to) {
        long name = descriptors[from];
        int nameAt = -1;
        int nameBytes = 0;
        if (name != 0) {
            nameBytes = (int) AddonHost.stringLength(name);
            reserve(nameBytes);
            AddonHost.copy(host.arenaAddress() + arenaAt, name, nameBytes);
            nameAt = arenaAt;
            arenaAt = aligned(arenaAt + nameBytes);
        } else if (descriptors[from + 1] == 0) {
            return false;
        }
        var arena = host.arena();
        arena.putDouble(to, nameAt);
        arena.putDouble(to + 8, nameBytes);
        for (int i = 1; i < 6; i++) { // the name's handle, method, getter, setter, value
            arena.putDouble(to + 8 + i * Double.BYTES, (double) descriptors[from + i]);
        }
        arena.putDouble(to + 56, (int) descriptors[from + 6]);
        arena.putDouble(to + 64, (double) descriptors[from + 7]);
        return true;
    }
}
