package dev.gyre.io.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a trace says of the extensions of a message; those it does not know are shown as bytes. */
final class TlsTraceExtensions {
    private static final int MAX_BYTES_A_LINE = 16;
    private static final int FREE_INDENT = 6;
    private static final int MIDDLE = 7;

    private TlsTraceExtensions() {}

    static void describe(TlsTrace trace, int type, ByteBuffer value, int indent, boolean isClient) {
        switch (type) {
            case 10 -> {
                for (var list = listIn(value, 2); list.hasRemaining(); ) {
                    trace.line(indent, TlsTraceNames.group(TlsTrace.number(list, 2)));
                }
            }
            case 11 -> {
                for (var list = listIn(value, 1); list.hasRemaining(); ) {
                    trace.line(indent, TlsTraceNames.pointFormat(list.get()));
                }
            }
            case 13, 50 -> {
                for (var list = listIn(value, 2); list.hasRemaining(); ) {
                    trace.line(indent, TlsTraceNames.signature(TlsTrace.number(list, 2)));
                }
            }
            case 16 -> {
                for (var list = listIn(value, 2); list.hasRemaining(); ) {
                    ByteBuffer name = TlsTrace.take(list, TlsTrace.number(list, 1));
                    trace.line(indent, StandardCharsets.ISO_8859_1.decode(name).toString());
                }
            }
            case 43 -> versions(trace, value, indent, isClient);
            case 45 -> {
                for (var list = listIn(value, 1); list.hasRemaining(); ) {
                    int mode = list.get();
                    trace.line(indent, TlsTrace.typed(mode == 1 ? "psk_dhe_ke" : "psk_ke", mode));
                }
            }
            case 51 -> keyShares(trace, value, indent + 2, isClient);
            case 65281 -> {
                ByteBuffer info = listIn(value, 1);
                trace.line(indent + 2, info.hasRemaining() ? TlsTrace.hex(info) : "<EMPTY>");
            }
            default -> dump(trace, value, indent);
        }
    }

    private static ByteBuffer listIn(ByteBuffer value, int lengthBytes) {
        return TlsTrace.take(value, TlsTrace.number(value, lengthBytes));
    }

    private static void versions(TlsTrace trace, ByteBuffer value, int indent, boolean isClient) {
        ByteBuffer list = isClient ? listIn(value, 1) : value;
        while (list.hasRemaining()) {
            int version = TlsTrace.number(list, 2);
            trace.line(isClient ? indent : indent + 2, TlsTrace.typed(TlsTraceNames.version(version), version));
        }
    }

    private static void keyShares(TlsTrace trace, ByteBuffer value, int indent, boolean isClient) {
        ByteBuffer list = isClient ? listIn(value, 2) : value;
        while (list.hasRemaining()) {
            trace.line(indent, "NamedGroup: " + TlsTraceNames.group(TlsTrace.number(list, 2)));
            if (!list.hasRemaining()) {
                return; // the server asks for another one
            }
            trace.bytes(indent, "key_exchange: ", TlsTrace.take(list, TlsTrace.number(list, 2)));
        }
    }

    /** As OpenSSL's BIO_dump_indent: the further it is to the right, the fewer bytes has a line. */
    private static void dump(TlsTrace trace, ByteBuffer value, int indent) {
        int width = MAX_BYTES_A_LINE - (indent - Math.min(indent, FREE_INDENT) + 3) / 4;
        for (int at = 0; value.hasRemaining(); at += width) {
            var hex = new StringBuilder();
            var characters = new StringBuilder();
            for (int i = 0; i < width; i++) {
                if (!value.hasRemaining()) {
                    hex.append("   ");
                    continue;
                }
                int one = value.get() & 0xff;
                hex.append("%02x".formatted(one)).append(i == MIDDLE ? '-' : ' ');
                characters.append(one >= ' ' && one <= '~' ? (char) one : '.');
            }
            trace.line(indent, "%04x - %s  %s".formatted(at, hex, characters));
        }
    }
}
