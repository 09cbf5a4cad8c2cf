package dev.gyre.codec.http2;

import java.util.Arrays;

/**
 * Decodes header blocks (RFC 7541).
 *
 * <p>A block must be decoded whole, even if nobody wants its headers, because it changes the table that the next ones
 * use. So a list that grows beyond its limit is no error here: its headers are no longer told, and
 * {@link #isOverLimit()} says so. Small blocks can stand for huge lists, by indexes of large entries; what is beyond the
 * limit is not copied.
 */
public final class HpackDecoder {
    /** Takes the headers of a block. */
    public interface Sink {
        /**
         * One header. The name is {@code in[nameFrom..nameTo)}, the value {@code in[nameTo..valueTo)}, valid for this call.
         */
        void header(byte[] in, int nameFrom, int nameTo, int valueTo, boolean isNeverIndexed);
    }

    /** The longest name or value. */
    static final int MAX_STRING_BYTES = 1 << 16;

    private static final int MALFORMED = -1;

    private final HpackTable table = new HpackTable();
    private int maxTableBytes = HpackTable.DEFAULT_MAX_BYTES;
    private boolean needsSizeUpdate;
    private int maxListBytes = Integer.MAX_VALUE;
    private int maxHeaders = Integer.MAX_VALUE;

    private byte[] scratch = new byte[512];
    private int scratchEnd;
    private int at;
    private int end;
    private long listBytes;
    private int headers;
    private boolean isOverLimit;

    /** The size that our settings allow the table of the other side; from its next block on it must keep to it. */
    public void limitTable(int maxBytes) {
        maxTableBytes = maxBytes;
        if (maxBytes < table.maxBytes()) {
            needsSizeUpdate = true;
        }
    }

    /** Limits lists by size, as the standard counts it, and by number of headers. */
    public void limitLists(int maxBytes, int maxHeaders) {
        maxListBytes = maxBytes;
        this.maxHeaders = maxHeaders;
    }

    /** Size of the dynamic table, as the standard counts it. */
    public int tableBytes() {
        return table.bytes();
    }

    /** Whether the last block had more headers than the limits allow. */
    public boolean isOverLimit() {
        return isOverLimit;
    }

    /** Decodes a block. False if it is malformed: the connection can't be used any more. */
    public boolean decode(byte[] in, int from, int to, Sink sink) {
        at = from;
        end = to;
        listBytes = 0;
        headers = 0;
        isOverLimit = false;
        if (!readSizeUpdates(in)) {
            return false;
        }
        while (at < end) {
            int first = in[at] & 0xff;
            boolean isValid = (first & 0x80) != 0 ? readIndexed(in, sink) : readLiteral(in, first, sink);
            if (!isValid) {
                return false;
            }
        }
        return true;
    }

    /** Size updates stand at the beginning of a block only. */
    private boolean readSizeUpdates(byte[] in) {
        while (at < end && (in[at] & 0xe0) == 0x20) {
            int size = readInteger(in, 5);
            if (size < 0 || size > maxTableBytes) {
                return false;
            }
            table.limit(size);
            needsSizeUpdate = false;
        }
        return !needsSizeUpdate;
    }

    private boolean readIndexed(byte[] in, Sink sink) {
        int index = readInteger(in, 7);
        if (index < 1 || index > table.size()) {
            return false;
        }
        HpackTable.Entry entry = table.get(index);
        if (isCounted(entry.name().length, entry.value().length)) {
            scratchEnd = 0;
            append(entry.name());
            append(entry.value());
            sink.header(scratch, 0, entry.name().length, scratchEnd, false);
        }
        return true;
    }

    private boolean readLiteral(byte[] in, int first, Sink sink) {
        boolean isAdded = (first & 0xc0) == 0x40;
        if (!isAdded && (first & 0xe0) == 0x20) {
            return false; // a size update behind a header
        }
        int index = readInteger(in, isAdded ? 6 : 4);
        if (index < 0 || index > table.size()) {
            return false;
        }
        scratchEnd = 0;
        if (index > 0) {
            append(table.get(index).name());
        } else if (!readString(in)) {
            return false;
        }
        int nameEnd = scratchEnd;
        if (!readString(in)) {
            return false;
        }
        if (isAdded) {
            table.add(HpackTable.Entry.of(
                    Arrays.copyOf(scratch, nameEnd), Arrays.copyOfRange(scratch, nameEnd, scratchEnd)));
        }
        if (isCounted(nameEnd, scratchEnd - nameEnd)) {
            sink.header(scratch, 0, nameEnd, scratchEnd, (first & 0xf0) == 0x10);
        }
        return true;
    }

    private boolean isCounted(int nameBytes, int valueBytes) {
        listBytes += nameBytes + valueBytes + HpackTable.ENTRY_OVERHEAD_BYTES;
        headers++;
        if (listBytes > maxListBytes || headers > maxHeaders) {
            isOverLimit = true;
        }
        return !isOverLimit;
    }

    private boolean readString(byte[] in) {
        if (at == end) {
            return false;
        }
        boolean isHuffman = (in[at] & 0x80) != 0;
        int length = readInteger(in, 7);
        if (length < 0 || length > MAX_STRING_BYTES || length > end - at) {
            return false;
        }
        if (isHuffman) {
            reserve(Huffman.maxDecodedLength(length));
            int decodedEnd = Huffman.decode(in, at, at + length, scratch, scratchEnd);
            if (decodedEnd < 0 || decodedEnd - scratchEnd > MAX_STRING_BYTES) {
                return false;
            }
            scratchEnd = decodedEnd;
        } else {
            reserve(length);
            System.arraycopy(in, at, scratch, scratchEnd, length);
            scratchEnd += length;
        }
        at += length;
        return true;
    }

    /** An integer with a prefix of so many bits; {@link #MALFORMED} if it is cut off or larger than 2^28. */
    private int readInteger(byte[] in, int prefixBits) {
        int mask = (1 << prefixBits) - 1;
        int value = in[at++] & mask;
        if (value < mask) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            if (at == end) {
                return MALFORMED;
            }
            int b = in[at++];
            value += (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        return MALFORMED;
    }

    private void append(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, scratch, scratchEnd, bytes.length);
        scratchEnd += bytes.length;
    }

    private void reserve(int count) {
        if (scratchEnd + count > scratch.length) {
            scratch = Arrays.copyOf(scratch, Math.max(2 * scratch.length, scratchEnd + count));
        }
    }
}
