package dev.gyre.codec.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes header blocks (RFC 7541).
 *
 * <p>A header goes into the table unless its value hardly comes again ({@code :path}, {@code content-length} …) or is
 * secret. Short credentials are secret even if nobody says so, because an observer of sizes can guess what a table has.
 * Strings are Huffman encoded where that is shorter.
 */
public final class HpackEncoder {
    private static final int SHORT_COOKIE_BYTES = 20;

    private static final byte[][] NOT_ADDED = {
        bytes(":path"),
        bytes("age"),
        bytes("content-length"),
        bytes("etag"),
        bytes("if-modified-since"),
        bytes("if-none-match"),
        bytes("location"),
        bytes("set-cookie"),
    };
    private static final byte[] AUTHORIZATION = bytes("authorization");
    private static final byte[] COOKIE = bytes("cookie");

    private final HpackTable table = new HpackTable();
    /** The largest table that we keep, whatever the other side allows. */
    private int ownMaxTableBytes = HpackTable.DEFAULT_MAX_BYTES;

    private int smallestPending = -1;
    private int lastPending = -1;

    private byte[] out = new byte[512];
    private int length;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Limits the memory of the table, however large the other side's may be. */
    public void limitOwnTable(int maxBytes) {
        ownMaxTableBytes = maxBytes;
        limitTable(maxBytes);
    }

    /** The size that the settings of the other side allow. It is told by the next block. */
    public void limitTable(int maxBytes) {
        int size = Math.min(maxBytes, ownMaxTableBytes);
        int now = lastPending >= 0 ? lastPending : table.maxBytes();
        if (size == now) {
            return;
        }
        smallestPending = smallestPending < 0 ? size : Math.min(smallestPending, size);
        lastPending = size;
    }

    /** Size of the dynamic table, as the standard counts it. */
    public int tableBytes() {
        return table.bytes();
    }

    /** The encoded block, valid until the next begins. */
    public byte[] bytes() {
        return out;
    }

    /** Length of the encoded block. */
    public int length() {
        return length;
    }

    /** Begins a block. */
    public void begin() {
        length = 0;
        if (lastPending >= 0) {
            if (smallestPending < lastPending) {
                writeInteger(0x20, 5, smallestPending);
                table.limit(smallestPending);
            }
            writeInteger(0x20, 5, lastPending);
            table.limit(lastPending);
            smallestPending = -1;
            lastPending = -1;
        }
    }

    /** Adds a header: its name is {@code in[nameFrom..nameTo)}, its value {@code in[valueFrom..valueTo)}. */
    public void header(byte[] in, int nameFrom, int nameTo, int valueFrom, int valueTo, boolean isSensitive) {
        int nameHash = HpackTable.hashOf(in, nameFrom, nameTo, 1);
        int hash = HpackTable.hashOf(in, valueFrom, valueTo, nameHash);
        boolean isSecret = isSensitive || isShortCredential(in, nameFrom, nameTo, valueTo - valueFrom);
        int nameIndex = 0;
        int size = table.size();
        for (int i = 1; i <= size; i++) {
            HpackTable.Entry entry = table.get(i);
            if (entry.nameHash() != nameHash || !entry.hasName(in, nameFrom, nameTo)) {
                continue;
            }
            if (!isSecret && entry.hash() == hash && entry.hasValue(in, valueFrom, valueTo)) {
                writeInteger(0x80, 7, i);
                return;
            }
            if (nameIndex == 0) {
                nameIndex = i;
            }
        }
        writeLiteral(in, nameFrom, nameTo, valueFrom, valueTo, nameIndex, isSecret);
    }

    private void writeLiteral(
            byte[] in, int nameFrom, int nameTo, int valueFrom, int valueTo, int nameIndex, boolean isSecret) {
        boolean isAdded = !isSecret && isWorthAdding(in, nameFrom, nameTo, valueTo - valueFrom);
        if (isAdded) {
            writeInteger(0x40, 6, nameIndex);
        } else {
            writeInteger(isSecret ? 0x10 : 0, 4, nameIndex);
        }
        if (nameIndex == 0) {
            writeString(in, nameFrom, nameTo);
        }
        writeString(in, valueFrom, valueTo);
        if (isAdded) {
            table.add(HpackTable.Entry.of(
                    Arrays.copyOfRange(in, nameFrom, nameTo), Arrays.copyOfRange(in, valueFrom, valueTo)));
        }
    }

    private static boolean isShortCredential(byte[] in, int from, int to, int valueBytes) {
        return is(AUTHORIZATION, in, from, to) || (valueBytes < SHORT_COOKIE_BYTES && is(COOKIE, in, from, to));
    }

    private boolean isWorthAdding(byte[] in, int from, int to, int valueBytes) {
        if (to - from + valueBytes + HpackTable.ENTRY_OVERHEAD_BYTES > table.maxBytes() * 3L / 4) {
            return false;
        }
        for (byte[] name : NOT_ADDED) {
            if (is(name, in, from, to)) {
                return false;
            }
        }
        return true;
    }

    private static boolean is(byte[] name, byte[] in, int from, int to) {
        return name.length == to - from && Arrays.equals(name, 0, name.length, in, from, to);
    }

    private void writeString(byte[] in, int from, int to) {
        int plain = to - from;
        int encoded = Huffman.encodedLength(in, from, to);
        if (encoded < plain) {
            writeInteger(0x80, 7, encoded);
            reserve(encoded);
            length = Huffman.encode(in, from, to, out, length);
        } else {
            writeInteger(0, 7, plain);
            reserve(plain);
            System.arraycopy(in, from, out, length, plain);
            length += plain;
        }
    }

    private void writeInteger(int pattern, int prefixBits, int value) {
        reserve(6);
        int mask = (1 << prefixBits) - 1;
        if (value < mask) {
            out[length++] = (byte) (pattern | value);
            return;
        }
        out[length++] = (byte) (pattern | mask);
        int rest = value - mask;
        while (rest >= 0x80) {
            out[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[length++] = (byte) rest;
    }

    private void reserve(int count) {
        if (length + count > out.length) {
            out = Arrays.copyOf(out, Math.max(2 * out.length, length + count));
        }
    }
}
