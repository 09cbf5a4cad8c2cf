package dev.gyre.engine.icu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A block of big-endian data and the little-endian copy of it that is being made.
 *
 * <p>Reads come from the original, so the order in which parts are swapped doesn't matter. What nobody swaps
 * (bytes, padding) is the same in both. Offsets count bytes from the start of the block.
 */
final class SwapBlock {
    private static final VarHandle BIG_16 = view(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_32 = view(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_64 = view(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE_16 = view(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_32 = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_64 = view(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] original;
    private final byte[] swapped;
    private final int start;
    private final int length;

    private SwapBlock(byte[] original, byte[] swapped, int start, int length) {
        this.original = original;
        this.swapped = swapped;
        this.start = start;
        this.length = length;
    }

    /** Begins the little-endian copy of the whole of {@code bigEndian}. */
    static SwapBlock of(byte[] bigEndian) {
        return new SwapBlock(bigEndian, bigEndian.clone(), 0, bigEndian.length);
    }

    private static VarHandle view(Class<?> arrayType, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, order);
    }

    int length() {
        return length;
    }

    SwapBlock slice(int offset, int sliceLength) {
        checkRange(offset, sliceLength);
        return new SwapBlock(original, swapped, start + offset, sliceLength);
    }

    SwapBlock from(int offset) {
        return slice(offset, length - offset);
    }

    int uint8(int offset) {
        checkRange(offset, 1);
        return original[start + offset] & 0xff;
    }

    int uint16(int offset) {
        checkRange(offset, Short.BYTES);
        return (short) BIG_16.get(original, start + offset) & 0xffff;
    }

    int int32(int offset) {
        checkRange(offset, Integer.BYTES);
        return (int) BIG_32.get(original, start + offset);
    }

    void swap16(int offset, int byteCount) {
        checkUnits(offset, byteCount, Short.BYTES);
        for (int at = start + offset, end = at + byteCount; at < end; at += Short.BYTES) {
            LITTLE_16.set(swapped, at, (short) BIG_16.get(original, at));
        }
    }

    void swap32(int offset, int byteCount) {
        checkUnits(offset, byteCount, Integer.BYTES);
        for (int at = start + offset, end = at + byteCount; at < end; at += Integer.BYTES) {
            LITTLE_32.set(swapped, at, (int) BIG_32.get(original, at));
        }
    }

    void swap64(int offset, int byteCount) {
        checkUnits(offset, byteCount, Long.BYTES);
        for (int at = start + offset, end = at + byteCount; at < end; at += Long.BYTES) {
            LITTLE_64.set(swapped, at, (long) BIG_64.get(original, at));
        }
    }

    void set8(int offset, int value) {
        checkRange(offset, 1);
        swapped[start + offset] = (byte) value;
    }

    /** The little-endian copy of this block as far as it has been made. */
    byte[] swapped() {
        return Arrays.copyOfRange(swapped, start, start + length);
    }

    private void checkUnits(int offset, int byteCount, int unit) {
        checkRange(offset, byteCount);
        if (byteCount % unit != 0) {
            throw new IcuDataException(
                    "%d bytes at %d aren't a number of %d-byte units".formatted(byteCount, offset, unit));
        }
    }

    private void checkRange(int offset, int byteCount) {
        if (offset < 0 || byteCount < 0 || offset > length - byteCount) {
            throw new IcuDataException(
                    "%d bytes at %d lie outside a block of %d bytes".formatted(byteCount, offset, length));
        }
    }
}
