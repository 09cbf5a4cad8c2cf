package dev.gyre.io;

import java.util.Arrays;
import java.util.List;

/**
 * Entries of folders on their way to JavaScript, in one piece, since a value costs a microsecond each to pass: the names
 * with a zero between them, and where their types are wanted, a slash and one digit for each. Neither zero nor slash can be
 * in a name; a path below the folder that was asked for has slashes, but none of them is the last.
 */
public final class PackedEntries {
    private byte[] names;
    private byte[] types; // null where they are not wanted
    private int length;
    private int count;

    /** Room for so many bytes of names, with the zeros, and for so many entries. */
    PackedEntries(int bytes, int entries, boolean withTypes) {
        names = new byte[bytes];
        types = withTypes ? new byte[entries] : null;
    }

    /** Makes room for more; where that takes another array, for as many {@code times} over. */
    void reserve(int bytes, int entries, int times) {
        if (length + bytes > names.length) {
            names = Arrays.copyOf(names, length + bytes * times);
        }
        if (types != null && count + entries > types.length) {
            types = Arrays.copyOf(types, count + entries * times);
        }
    }

    void add(byte[] prefix, DirentRecords records, int name, int type) {
        int at = length;
        int size = records.endOf(name) - name;
        System.arraycopy(prefix, 0, names, at, prefix.length);
        at += prefix.length;
        System.arraycopy(records.bytes(), name, names, at, size);
        at += size;
        names[at] = 0;
        length = at + 1;
        if (types != null) {
            types[count] = (byte) ('0' + type);
        }
        count++;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** All of them, as they go to JavaScript; there is no zero after the last name. */
    public byte[] bytes() {
        return joined(List.of(this));
    }

    /** The entries of several folders, all with types or all without. */
    static byte[] joined(List<PackedEntries> parts) {
        boolean withTypes = parts.getFirst().types != null;
        int length = 0;
        int count = 0;
        for (PackedEntries part : parts) {
            length += part.length;
            count += part.count;
        }
        int slash = Math.max(0, length - 1);
        byte[] bytes = new byte[withTypes ? slash + 1 + count : slash];
        int at = 0;
        int typeAt = slash + 1;
        for (PackedEntries part : parts) {
            if (part.count == 0) {
                continue;
            }
            System.arraycopy(part.names, 0, bytes, at, Math.min(part.length, slash - at)); // without the last zero
            at += part.length;
            if (withTypes) {
                System.arraycopy(part.types, 0, bytes, typeAt, part.count);
                typeAt += part.count;
            }
        }
        if (withTypes) {
            bytes[slash] = '/';
        }
        return bytes;
    }
}
