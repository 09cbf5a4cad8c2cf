package dev.gyre.engine.icu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The header that every piece of ICU data begins with: its own length, two magic bytes, the byte order and
 * character set, a format of four letters with a version, and a comment.
 *
 * @param length the bytes from the start of the header to the data
 * @param format four letters, such as {@code ResB}
 * @param formatVersion the major version of the format
 */
record DataHeader(int length, String format, int formatVersion) {
    private static final int MIN_LENGTH = 24;
    private static final int MAGIC_1 = 0xda;
    private static final int MAGIC_2 = 0x27;
    private static final int INFO_SIZE = 4;
    private static final int IS_BIG_ENDIAN = 8;
    private static final int CHARSET = 9;
    private static final int FORMAT = 12;
    private static final int FORMAT_VERSION = 16;

    /** Whether the block begins with a header at all: a binary inside a bundle need not. */
    static boolean startsWithHeader(SwapBlock block) {
        return block.length() >= MIN_LENGTH && block.uint8(2) == MAGIC_1 && block.uint8(3) == MAGIC_2;
    }

    /** Swaps the header of big-endian data and tells what follows it. */
    static DataHeader swap(SwapBlock block) {
        if (!startsWithHeader(block)) {
            throw new IcuDataException("no ICU data header");
        }
        if (block.uint8(IS_BIG_ENDIAN) != 1 || block.uint8(CHARSET) != 0) {
            throw new IcuDataException("the data isn't big-endian ASCII");
        }
        block.swap16(0, 2);
        block.swap16(INFO_SIZE, 4);
        block.set8(IS_BIG_ENDIAN, 0);
        var format = new char[4];
        for (int i = 0; i < format.length; i++) {
            format[i] = (char) block.uint8(FORMAT + i);
        }
        return new DataHeader(block.uint16(0), new String(format), block.uint8(FORMAT_VERSION));
    }

    /** Reads the header of little-endian data. */
    static DataHeader read(byte[] littleEndian) {
        var data = ByteBuffer.wrap(littleEndian).order(ByteOrder.LITTLE_ENDIAN);
        if (littleEndian.length < MIN_LENGTH || (data.get(2) & 0xff) != MAGIC_1 || (data.get(3) & 0xff) != MAGIC_2) {
            throw new IcuDataException("no ICU data header");
        }
        if (data.get(IS_BIG_ENDIAN) != 0) {
            throw new IcuDataException("the data isn't little-endian");
        }
        var format = new String(littleEndian, FORMAT, 4, StandardCharsets.US_ASCII);
        return new DataHeader(data.getShort(0) & 0xffff, format, data.get(FORMAT_VERSION));
    }

    /** The bytes of a little-endian header without a comment, padded to 32 bytes. */
    static byte[] littleEndian(String format, int formatVersion, int dataVersion) {
        var header = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        header.putShort((short) header.capacity()).put((byte) MAGIC_1).put((byte) MAGIC_2);
        header.putShort((short) 20).putShort((short) 0);
        header.put((byte) 0).put((byte) 0).put((byte) Character.BYTES).put((byte) 0);
        header.put(format.getBytes(StandardCharsets.US_ASCII));
        header.put(FORMAT_VERSION, (byte) formatVersion).put(FORMAT_VERSION + 4, (byte) dataVersion);
        return header.array();
    }
}
