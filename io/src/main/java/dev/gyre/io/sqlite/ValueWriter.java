package dev.gyre.io.sqlite;

import static dev.gyre.io.sqlite.LibSqlite.call;
import static dev.gyre.io.sqlite.LibSqlite.code;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import java.util.Arrays;

/**
 * SQLite's values as bytes, for JavaScript to read. A value is a byte with its kind, then 8 bytes of a number, or 4 bytes of
 * length and a text (UTF-8) or bytes. Numbers are little-endian. The kinds are known in sqlite/internal/values.js too.
 */
final class ValueWriter {
    static final int NULL = 0;
    static final int INTEGER = 1;
    static final int REAL = 2;
    static final int TEXT = 3;
    static final int BLOB = 4;

    private static final int SQLITE_INTEGER = 1;
    private static final int SQLITE_FLOAT = 2;
    private static final int SQLITE_TEXT = 3;
    private static final int SQLITE_BLOB = 4;

    private byte[] bytes = new byte[256];
    private int size;

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            long wanted = Math.max((long) bytes.length * 2, (long) size + more);
            if (wanted > Integer.MAX_VALUE - 8) {
                wanted = Math.addExact(size, more);
            }
            bytes = Arrays.copyOf(bytes, (int) wanted);
        }
    }

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putInt(int value) {
        reserve(Integer.BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[size++] = (byte) (value >> (8 * i));
        }
    }

    void putLong(long value) {
        reserve(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[size++] = (byte) (value >> (8 * i));
        }
    }

    /** A text of C's, or the value null. */
    void putText(long address) {
        if (address == 0) {
            putByte(NULL);
            return;
        }
        byte[] text = NativeMemory.at(address, Integer.MAX_VALUE).stringBytes(0);
        putByte(TEXT);
        putInt(text.length);
        reserve(text.length);
        System.arraycopy(text, 0, bytes, size, text.length);
        size += text.length;
    }

    private void putMemory(int kind, long address, int length) {
        putByte(kind);
        putInt(length);
        reserve(length);
        if (length > 0) {
            LibSqlite.memory(address, length).get(bytes, size, length);
            size += length;
        }
    }

    void putColumn(long statement, int i) {
        switch (code(LibSqlite.COLUMN_TYPE, statement, i)) {
            case SQLITE_INTEGER -> {
                putByte(INTEGER);
                putLong(call(LibSqlite.COLUMN_INT64, statement, i));
            }
            case SQLITE_FLOAT -> {
                putByte(REAL);
                putLong(Double.doubleToRawLongBits(ForeignCalls.real(LibSqlite.COLUMN_DOUBLE, statement, i, 0)));
            }
            case SQLITE_TEXT -> {
                long text = call(LibSqlite.COLUMN_TEXT, statement, i);
                putMemory(TEXT, text, code(LibSqlite.COLUMN_BYTES, statement, i));
            }
            case SQLITE_BLOB -> {
                long blob = call(LibSqlite.COLUMN_BLOB, statement, i);
                putMemory(BLOB, blob, code(LibSqlite.COLUMN_BYTES, statement, i));
            }
            default -> putByte(NULL);
        }
    }

    void putValue(long value) {
        switch (code(LibSqlite.VALUE_TYPE, value)) {
            case SQLITE_INTEGER -> {
                putByte(INTEGER);
                putLong(call(LibSqlite.VALUE_INT64, value));
            }
            case SQLITE_FLOAT -> {
                putByte(REAL);
                putLong(Double.doubleToRawLongBits(ForeignCalls.real(LibSqlite.VALUE_DOUBLE, value, 0, 0)));
            }
            case SQLITE_TEXT -> {
                long text = call(LibSqlite.VALUE_TEXT, value);
                putMemory(TEXT, text, code(LibSqlite.VALUE_BYTES, value));
            }
            case SQLITE_BLOB -> {
                long blob = call(LibSqlite.VALUE_BLOB, value);
                putMemory(BLOB, blob, code(LibSqlite.VALUE_BYTES, value));
            }
            default -> putByte(NULL);
        }
    }
}
