package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * Describes the messages of a connection in the form of OpenSSL's {@code SSL_trace}, which the library lacks. OpenSSL calls
 * back for each header of a record, for the type inside an encrypted record, and for each message in clear text. A message
 * that is cut off, or that nobody knows, is shown as bytes.
 */
final class TlsTrace {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int HEADER = 256;
    private static final int INNER_TYPE = 257;
    private static final int HEADER_BYTES = 5;
    private static final int MESSAGE_HEAD_BYTES = 4;
    private static final int RANDOM_BYTES = 28;
    private static final int TLS1_3 = 0x304;
    private static final int NAMED_CURVE = 3;
    private static final int ECDHE = 1038; // NID_kx_ecdhe
    private static final long ONE_LINE = 0x82031F; // XN_FLAG_ONELINE

    private final long ssl;
    private final StringBuilder text = new StringBuilder();

    TlsTrace(long ssl) {
        this.ssl = ssl;
    }

    String describe(boolean isSent, int type, byte[] bytes) {
        text.setLength(0);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        switch (type) {
            case HEADER -> header(isSent, in);
            case INNER_TYPE -> line(2, "Inner Content Type = " + typed(TlsTraceNames.content(bytes[0]), bytes[0]));
            case HANDSHAKE -> {
                handshake(in);
                text.append('\n');
            }
            case CHANGE_CIPHER_SPEC -> {
                line(4, bytes.length == 1 && bytes[0] == 1 ? "change_cipher_spec (1)" : "unknown value " + hex(in));
                text.append('\n');
            }
            case ALERT -> {
                alert(in);
                text.append('\n');
            }
            default -> {} // data of the program
        }
        return text.toString();
    }

    private void header(boolean isSent, ByteBuffer in) {
        if (in.remaining() < HEADER_BYTES) {
            return;
        }
        int type = in.get();
        int version = number(in, 2);
        line(0, isSent ? "Sent TLS Record" : "Received TLS Record");
        line(0, "Header:");
        line(2, "Version = " + version(version));
        line(2, "Content Type = " + typed(TlsTraceNames.content(type), type));
        line(2, "Length = " + number(in, 2));
    }

    private void alert(ByteBuffer in) {
        if (in.remaining() != 2) {
            line(4, "unknown alert " + hex(in));
            return;
        }
        int level = in.get();
        int description = in.get() & 0xff;
        String name = Objects.requireNonNullElse(
                LibCrypto.string(call("SSL_alert_desc_string_long", description)), "unknown");
        line(
                4,
                "Level=%s(%d), description=%s(%d)"
                        .formatted(level == 1 ? "warning" : "fatal", level, name, description));
    }

    private void handshake(ByteBuffer in) {
        if (in.remaining() < MESSAGE_HEAD_BYTES) {
            line(4, "Message is too short: " + hex(in));
            return;
        }
        int type = in.get();
        int length = number(in, 3);
        line(4, TlsTraceNames.handshake(type) + ", Length=" + length);
        int start = text.length();
        try {
            body(type, take(in.duplicate(), length));
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            text.setLength(start);
            line(6, "body (len=" + in.remaining() + "): " + hex(in));
        }
    }

    private void body(int type, ByteBuffer in) {
        boolean isTls13 = (int) call("SSL_version", ssl) == TLS1_3;
        switch (type) {
            case 1 -> clientHello(in);
            case 2 -> serverHello(in);
            case 4 -> ticket(in, isTls13);
            case 8 -> extensions(in, 6, false);
            case 11 -> certificates(in, isTls13);
            case 12 -> serverKey(in);
            case 15 -> signature(in);
            case 16 -> clientKey(in);
            case 20 -> bytes(6, "verify_data", in);
            case 0, 14 -> {} // empty
            default -> bytes(6, "body", in);
        }
    }

    private void hello(String who, ByteBuffer in) {
        int version = number(in, 2);
        line(6, who + "_version=0x" + Integer.toHexString(version) + " (" + TlsTraceNames.version(version) + ")");
        line(6, "Random:");
        line(8, "gmt_unix_time=0x" + hex(take(in, 4)));
        bytes(8, "random_bytes", take(in, RANDOM_BYTES));
        bytes(6, "session_id", take(in, number(in, 1)));
    }

    private void clientHello(ByteBuffer in) {
        hello("client", in);
        ByteBuffer suites = take(in, number(in, 2));
        line(6, "cipher_suites (len=" + suites.remaining() + ")");
        while (suites.remaining() > 1) {
            line(8, cipher(suites));
        }
        ByteBuffer methods = take(in, number(in, 1));
        line(6, "compression_methods (len=" + methods.remaining() + ")");
        while (methods.hasRemaining()) {
            line(8, compression(methods.get()));
        }
        extensions(in, 6, true);
    }

    private void serverHello(ByteBuffer in) {
        hello("server", in);
        line(6, "cipher_suite " + cipher(in));
        line(6, "compression_method: " + compression(in.get()));
        extensions(in, 6, false);
    }

    private static String compression(int method) {
        return method == 0 ? "No Compression (0x00)" : "Unknown (0x%02X)".formatted(method);
    }

    private String cipher(ByteBuffer in) {
        byte[] id = {in.get(), in.get()};
        try (var arena = Arena.ofConfined()) {
            long found = call("SSL_CIPHER_find", ssl, LibCrypto.copy(arena, id));
            String name = found == 0 ? null : LibCrypto.string(call("SSL_CIPHER_standard_name", found));
            if (name == null) {
                name = id[0] == 0 && (id[1] & 0xff) == 0xff ? "TLS_EMPTY_RENEGOTIATION_INFO_SCSV" : "UNKNOWN";
            }
            return "{0x%02X, 0x%02X} %s".formatted(id[0], id[1], name);
        }
    }

    private void signature(ByteBuffer in) {
        line(6, "Signature Algorithm: " + TlsTraceNames.signature(number(in, 2)));
        bytes(6, "Signature", take(in, number(in, 2)));
    }

    private boolean isEcdhe() {
        long cipher = call("SSL_get_pending_cipher", ssl);
        return cipher != 0 && (int) call("SSL_CIPHER_get_kx_nid", cipher) == ECDHE;
    }

    private void serverKey(ByteBuffer in) {
        if (!isEcdhe() || in.get(in.position()) != NAMED_CURVE) {
            bytes(6, "body", in);
            return;
        }
        in.get();
        line(6, "KeyExchangeAlgorithm=ECDHE");
        line(8, "named_curve: " + TlsTraceNames.group(number(in, 2)));
        bytes(8, "point", take(in, number(in, 1)));
        signature(in);
    }

    private void clientKey(ByteBuffer in) {
        if (!isEcdhe()) {
            bytes(6, "body", in);
            return;
        }
        line(6, "KeyExchangeAlgorithm=ECDHE");
        bytes(8, "ecdh_Yc", take(in, number(in, 1)));
    }

    private void ticket(ByteBuffer in, boolean isTls13) {
        line(8, "ticket_lifetime_hint=" + Integer.toUnsignedString(in.getInt()));
        if (isTls13) {
            line(8, "ticket_age_add=" + Integer.toUnsignedString(in.getInt()));
            bytes(8, "ticket_nonce", take(in, number(in, 1)));
        }
        bytes(8, "ticket", take(in, number(in, 2)));
        if (isTls13) {
            extensions(in, 8, false);
        }
    }

    private void certificates(ByteBuffer in, boolean isTls13) {
        if (isTls13) {
            bytes(6, "context", take(in, number(in, 1)));
        }
        ByteBuffer list = take(in, number(in, 3));
        line(6, "certificate_list, length=" + list.remaining());
        while (list.hasRemaining()) {
            ByteBuffer one = take(list, number(list, 3));
            line(8, "ASN.1Cert, length=" + one.remaining());
            certificate(one);
            if (isTls13) {
                extensions(list, 8, false);
            }
        }
    }

    /** As OpenSSL prints it, and as PEM. */
    private void certificate(ByteBuffer der) {
        byte[] bytes = new byte[der.remaining()];
        der.get(bytes);
        try (var arena = Arena.ofConfined()) {
            long at = LibCrypto.copyOfWord(arena, LibCrypto.copy(arena, bytes));
            long parsed = call("d2i_X509", 0, at, bytes.length);
            if (parsed == 0) {
                line(10, "<UNPARSEABLE CERTIFICATE>");
                call("ERR_clear_error");
                return;
            }
            long bio = call("BIO_new", call("BIO_s_mem"));
            call("X509_print_ex", bio, parsed, ONE_LINE, 0);
            call("PEM_write_bio_X509", bio, parsed);
            call("X509_free", parsed);
            long word = LibCrypto.copyOfWord(arena, 0);
            int length = (int) call("BIO_ctrl", bio, 3, 0, word);
            String shown = new String(LibCrypto.bytes(LibCrypto.getLong(word), length), StandardCharsets.ISO_8859_1);
            call("BIO_free", bio);
            text.append("------details-----\n").append(shown).append("------------------\n");
        }
    }

    private void extensions(ByteBuffer in, int indent, boolean isClient) {
        int length = in.remaining() < 2 ? 0 : number(in, 2);
        if (length == 0) {
            line(indent, "No extensions");
            return;
        }
        line(indent, "extensions, length = " + length);
        ByteBuffer all = take(in, length);
        while (all.hasRemaining()) {
            int type = number(all, 2);
            ByteBuffer value = take(all, number(all, 2));
            line(
                    indent + 2,
                    "extension_type=%s(%d), length=%d"
                            .formatted(TlsTraceNames.extension(type), type, value.remaining()));
            TlsTraceExtensions.describe(this, type, value, indent + 4, isClient);
        }
    }

    // ---- parts of lines, for the extensions too

    void line(int indent, String content) {
        text.append(" ".repeat(indent)).append(content).append('\n');
    }

    void bytes(int indent, String name, ByteBuffer value) {
        line(indent, name + " (len=" + value.remaining() + "): " + hex(value));
    }

    static String version(int version) {
        return TlsTraceNames.version(version) + " (0x" + Integer.toHexString(version) + ")";
    }

    static String typed(String name, int number) {
        return name + " (" + number + ")";
    }

    static String hex(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes).toUpperCase(Locale.ROOT);
    }

    static int number(ByteBuffer in, int size) {
        int number = 0;
        for (int i = 0; i < size; i++) {
            number = number << 8 | in.get() & 0xff;
        }
        return number;
    }

    static ByteBuffer take(ByteBuffer in, int length) {
        ByteBuffer part = in.slice(in.position(), length);
        in.position(in.position() + length);
        return part;
    }
}
