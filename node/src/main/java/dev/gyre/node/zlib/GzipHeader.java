package dev.gyre.node.zlib;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads the header of a gzip member, byte by byte as they come, and says what zlib says of a bad one. */
final class GzipHeader {
    private static final int ID1 = 0x1f;
    private static final int ID2 = 0x8b;
    private static final int DEFLATED = 8;

    // Flags
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    /** Time, extra flags, operating system. */
    private static final int FIXED_BYTES_AFTER_FLAGS = 6;

    private enum Part {
        ID,
        METHOD,
        FLAGS,
        FIXED,
        EXTRA_LENGTH,
        EXTRA_BYTES,
        NAME_TEXT,
        COMMENT_TEXT,
        CRC,
        DONE
    }

    private final CRC32 crc = new CRC32();
    private Part part = Part.ID;
    private int flags;
    private int seen; // bytes of the current part
    private int value; // of the current part, little-endian
    private int extraBytes;

    boolean isDone() {
        return part == Part.DONE;
    }

    /** Takes what belongs to the header; returns what is wrong with it, or null. */
    @Nullable
    String read(ByteBuffer in) {
        skipEmptyParts();
        while (part != Part.DONE && in.hasRemaining()) {
            int next = in.get() & 0xff;
            String wrong = accept(next);
            if (wrong != null) {
                return wrong;
            }
            skipEmptyParts();
        }
        return null;
    }

    private @Nullable String accept(int next) {
        if (part == Part.CRC) {
            return acceptCrc(next);
        }
        crc.update(next);
        switch (part) {
            case ID -> {
                value |= next << (8 * seen);
                if (++seen == 2) {
                    // zlib looks at both bytes at once, when it has them
                    if (value != (ID2 << 8 | ID1)) {
                        return "incorrect header check";
                    }
                    go(Part.METHOD);
                }
            }
            case METHOD -> {
                value = next;
                part = Part.FLAGS;
            }
            case FLAGS -> {
                flags = next;
                if (value != DEFLATED) {
                    return "unknown compression method";
                }
                if ((flags & RESERVED) != 0) {
                    return "unknown header flags set";
                }
                go(Part.FIXED);
            }
            case FIXED -> {
                if (++seen == FIXED_BYTES_AFTER_FLAGS) {
                    go(Part.EXTRA_LENGTH);
                }
            }
            case EXTRA_LENGTH -> {
                extraBytes |= next << (8 * seen);
                if (++seen == 2) {
                    go(Part.EXTRA_BYTES);
                }
            }
            case EXTRA_BYTES -> seen++;
            case NAME_TEXT -> endText(next, Part.COMMENT_TEXT);
            case COMMENT_TEXT -> endText(next, Part.CRC);
            default -> throw new IllegalStateException("no byte belongs to " + part);
        }
        return null;
    }

    private @Nullable String acceptCrc(int next) {
        value |= next << (8 * seen);
        if (++seen == 2) {
            if (value != (crc.getValue() & 0xffff)) {
                return "header crc mismatch";
            }
            go(Part.DONE);
        }
        return null;
    }

    private void endText(int next, Part following) {
        if (next == 0) {
            go(following);
        }
    }

    /** Parts that the flags say are not there, or that are empty. */
    private void skipEmptyParts() {
        while (true) {
            switch (part) {
                case EXTRA_LENGTH -> {
                    if ((flags & EXTRA) != 0) {
                        return;
                    }
                    go(Part.NAME_TEXT);
                }
                case EXTRA_BYTES -> {
                    if (seen < extraBytes) {
                        return;
                    }
                    go(Part.NAME_TEXT);
                }
                case NAME_TEXT -> {
                    if ((flags & NAME) != 0) {
                        return;
                    }
                    go(Part.COMMENT_TEXT);
                }
                case COMMENT_TEXT -> {
                    if ((flags & COMMENT) != 0) {
                        return;
                    }
                    go(Part.CRC);
                }
                case CRC -> {
                    if ((flags & HEADER_CRC) != 0) {
                        return;
                    }
                    go(Part.DONE);
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void go(Part next) {
        part = next;
        seen = 0;
        value = 0;
    }
}
