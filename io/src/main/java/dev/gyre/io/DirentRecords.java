package dev.gyre.io;

import java.util.Arrays;

/**
 * Entries of a folder as the kernel writes them, {@code struct linux_dirent64}: length of the record at 16 (two bytes),
 * type at 18, name with a zero at its end at 19, then whatever was in the memory before, up to a multiple of eight. An
 * entry is known by the offset of its name; no object is made of it.
 */
final class DirentRecords {
    private static final int NAME = 19;
    private static final int LENGTH_BEFORE = 3;
    private static final int TYPE_BEFORE = 1;
    private static final int ALIGNMENT = 8;
    private static final int KERNEL_BYTES = 32 * 1024;
    private static final int REGULAR = 8; // the kernel's number

    private byte[] bytes = {};
    private int filled;

    void clear() {
        filled = 0;
    }

    /** What the kernel hands out next is added. */
    int read(int fd) {
        NativeMemory buffer = Scratch.get().chunk();
        int count = Libc.callInt(Libc.Function.GETDENTS64, fd, buffer.address(), KERNEL_BYTES);
        if (count <= 0) {
            return count;
        }
        if (filled + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(filled + count, 2 * bytes.length));
        }
        buffer.get(0, bytes, filled, count);
        filled += count;
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    /** At least as many bytes as so many names have together, with a zero each: all that is there, but not their heads. */
    int nameBytes(int count) {
        return filled - count * NAME;
    }

    /** The first entry, {@code .} and {@code ..} counted; -1 if there is none. */
    int first() {
        return filled > 0 ? NAME : -1;
    }

    /** The one after it, or -1. */
    int next(int name) {
        int next = name + recordLength(name);
        return next < filled ? next : -1;
    }

    private int recordLength(int name) {
        return bytes[name - LENGTH_BEFORE] & 0xff | (bytes[name - LENGTH_BEFORE + 1] & 0xff) << 8;
    }

    /** The offset of the zero after a name: it is among the last eight bytes of its record. */
    int endOf(int name) {
        int end = Math.max(name, name - NAME + recordLength(name) - ALIGNMENT);
        while (bytes[end] != 0) {
            end++;
        }
        return end;
    }

    /** One of {@link DirentType}. */
    int typeOf(int name) {
        return DirentType.ofKernel(bytes[name - TYPE_BEFORE]);
    }

    boolean isRegularFile(int name) {
        return bytes[name - TYPE_BEFORE] == REGULAR;
    }

    /** Whether it is {@code .} or {@code ..}. */
    boolean isDots(int name) {
        return bytes[name] == '.' && isRestOfDots(name + 1);
    }

    private boolean isRestOfDots(int at) {
        return bytes[at] == 0 || bytes[at] == '.' && bytes[at + 1] == 0;
    }

    /** The order of their bytes, as {@code strcmp} has it. */
    int compare(int name, int other) {
        for (int i = 0; ; i++) {
            int difference = (bytes[name + i] & 0xff) - (bytes[other + i] & 0xff);
            if (difference != 0 || bytes[name + i] == 0) {
                return difference;
            }
        }
    }
}
