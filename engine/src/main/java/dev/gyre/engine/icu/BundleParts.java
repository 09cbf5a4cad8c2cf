package dev.gyre.engine.icu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The parts of a little-endian bundle, by the names of {@link BundleLayout}, and how their raw values are read. */
final class BundleParts {
    private final byte[] header;
    private final ByteBuffer body;
    private final int indexLength;

    private BundleParts(byte[] header, ByteBuffer body) {
        this.header = header;
        this.body = body;
        this.indexLength = body.getInt(BundleLayout.indexAt(BundleLayout.INDEX_LENGTH)) & 0xff;
        if (indexLength <= BundleLayout.UNITS_TOP) {
            throw new IcuDataException("a bundle with " + indexLength + " indexes is older than version 2");
        }
    }

    static BundleParts of(byte[] littleEndian) {
        var dataHeader = DataHeader.read(littleEndian);
        if (!dataHeader.format().equals("ResB")) {
            throw new IcuDataException("a bundle was expected, not format " + dataHeader.format());
        }
        int start = dataHeader.length();
        var body = ByteBuffer.wrap(littleEndian, start, littleEndian.length - start)
                .slice();
        return new BundleParts(Arrays.copyOf(littleEndian, start), body.order(ByteOrder.LITTLE_ENDIAN));
    }

    /** The data header. */
    byte[] header() {
        return header;
    }

    /** Everything behind the data header. */
    ByteBuffer body() {
        return body;
    }

    int root() {
        return body.getInt(0);
    }

    int indexLength() {
        return indexLength;
    }

    int index(int index) {
        return index < indexLength ? body.getInt(BundleLayout.indexAt(index)) : 0;
    }

    boolean has(int attribute) {
        return (index(BundleLayout.ATTRIBUTES) & attribute) != 0;
    }

    /** String offsets below this are the pool's. */
    int poolStringLimit() {
        return index(BundleLayout.INDEX_LENGTH) >>> 8 | (index(BundleLayout.ATTRIBUTES) & 0xf000) << 12;
    }

    /** The same for 16-bit references. */
    int poolStringLimit16() {
        return index(BundleLayout.ATTRIBUTES) >>> 16;
    }

    int keysStart() {
        return BundleLayout.indexAt(indexLength);
    }

    int keysEnd() {
        return 4 * index(BundleLayout.KEYS_TOP);
    }

    /** In a bundle that uses a pool: 16-bit key offsets below this are local. It is 0 if there are no local keys. */
    int localKeyLimit() {
        return localKeyLimit(keysStart(), keysEnd());
    }

    static int localKeyLimit(int keysStart, int keysEnd) {
        return keysEnd > keysStart ? keysEnd : 0;
    }

    /** The 16-bit value that is {@code unit} units into the 16-bit part. */
    int unit(int unit) {
        return body.getShort(keysEnd() + 2 * unit) & 0xffff;
    }

    /** The key at a byte offset from the root. */
    String key(int offset) {
        int end = offset;
        while (body.get(end) != 0) {
            end++;
        }
        var ascii = new byte[end - offset];
        body.get(offset, ascii);
        return new String(ascii, StandardCharsets.US_ASCII);
    }

    /** The string that begins {@code unit} units into the 16-bit part. */
    String string(int unit) {
        int first = unit(unit);
        int start = unit;
        int length = 0;
        if (first < 0xdc00 || first > 0xdfff) {
            while (unit(start + length) != 0) {
                length++;
            }
        } else if (first < 0xdfef) {
            length = first & 0x3ff;
            start += 1;
        } else if (first < 0xdfff) {
            length = (first - 0xdfef) << 16 | unit(unit + 1);
            start += 2;
        } else {
            length = unit(unit + 1) << 16 | unit(unit + 2);
            start += 3;
        }
        return utf16(keysEnd() + 2 * start, length);
    }

    String utf16(int at, int length) {
        var chars = new char[length];
        body.slice(at, 2 * length).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().get(chars);
        return new String(chars);
    }
}
