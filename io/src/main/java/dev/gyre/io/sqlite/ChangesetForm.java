package dev.gyre.io.sqlite;

/**
 * Whether bytes have the form of a changeset or patchset, as SQLite's documentation of sqlite3changeset describes it. SQLite
 * itself follows null pointers for some bytes that have not, which would end the process.
 */
final class ChangesetForm {
    private static final int CHANGESET = 'T';
    private static final int PATCHSET = 'P';
    private static final int INSERT = 18;
    private static final int DELETE = 9;
    private static final int UPDATE = 23;

    private static final int UNDEFINED = 0;
    private static final int INTEGER = 1;
    private static final int REAL = 2;
    private static final int TEXT = 3;
    private static final int BLOB = 4;
    private static final int NULL = 5;

    private static final int MAX_COLUMNS = 32767; // SQLite's highest limit

    private final byte[] bytes;
    private int at;
    private boolean isPatch;
    private boolean[] isKey = {};

    private ChangesetForm(byte[] bytes) {
        this.bytes = bytes;
    }

    static boolean isRight(byte[] bytes) {
        try {
            return new ChangesetForm(bytes).isRight();
        } catch (IndexOutOfBoundsException e) {
            return false; // cut off
        }
    }

    private boolean isRight() {
        while (at < bytes.length) {
            int kind = bytes[at++];
            boolean isTable = kind == CHANGESET || kind == PATCHSET;
            boolean fits = isTable ? table(kind == PATCHSET) : (isKey.length > 0 && change(kind));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean table(boolean asPatch) {
        isPatch = asPatch;
        long columns = number();
        if (columns < 1 || columns > MAX_COLUMNS) {
            return false;
        }
        isKey = new boolean[(int) columns];
        boolean hasKey = false;
        for (int i = 0; i < columns; i++) {
            isKey[i] = bytes[at++] != 0;
            hasKey |= isKey[i];
        }
        while (bytes[at++] != 0) {
            // the table's name
        }
        return hasKey;
    }

    private boolean change(int kind) {
        at++; // whether it is indirect
        return switch (kind) {
            case INSERT -> row(true, true, false);
            case DELETE -> isPatch ? row(true, true, true) : row(true, true, false);
            case UPDATE -> row(true, false, false) && (isPatch || row(false, false, false));
            default -> false;
        };
    }

    /**
     * @param hasKeys whether the columns of the key have values; otherwise they have none
     * @param hasAll whether the other columns must have values
     * @param keysOnly whether there are no other columns
     */
    private boolean row(boolean hasKeys, boolean hasAll, boolean keysOnly) {
        for (boolean key : isKey) {
            if (keysOnly && !key) {
                continue;
            }
            int type = bytes[at++];
            if (type < UNDEFINED || type > NULL) {
                return false;
            }
            boolean isDefined = type != UNDEFINED;
            if (key ? isDefined != hasKeys : hasAll && !isDefined) {
                return false;
            }
            skip(type);
        }
        return true;
    }

    private void skip(int type) {
        long length = switch (type) {
            case INTEGER, REAL -> Long.BYTES;
            case TEXT, BLOB -> number();
            default -> 0;
        };
        if (length < 0 || length > bytes.length - at) {
            throw new IndexOutOfBoundsException();
        }
        at += (int) length;
    }

    /** Seven bits a byte, the highest first; the ninth byte has eight. */
    private long number() {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            byte part = bytes[at++];
            value = (value << 7) | (part & 0x7f);
            if (part >= 0) {
                return value;
            }
        }
        return (value << 8) | (bytes[at++] & 0xff);
    }
}
