package dev.gyre.node.zlib;

import org.jspecify.annotations.Nullable;

/**
 * What a codec has to say against its input.
 *
 * @param code the error's {@code code}, or null where JavaScript has it in a table under {@code errno}
 */
record CodecError(
        @Nullable String message, int errno, @Nullable String code) {
    static final int Z_NEED_DICT = 2;
    static final int Z_STREAM_ERROR = -2;
    static final int Z_DATA_ERROR = -3;
    static final int Z_BUF_ERROR = -5;

    /** JavaScript makes Node's own error of this code. */
    static final String TRAILING_JUNK = "ERR_TRAILING_JUNK_AFTER_STREAM_END";

    static CodecError trailingJunk() {
        return new CodecError(null, 0, TRAILING_JUNK);
    }

    static CodecError unexpectedEnd() {
        return new CodecError("unexpected end of file", Z_BUF_ERROR, "Z_BUF_ERROR");
    }
}
