package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.Bio;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names in certificates as text. An attacker may have chosen them, so characters that could be mistaken for syntax are
 * escaped as in JSON: a comma would begin another name.
 */
final class CertificateText {
    private static final int MULTILINE =
            0x40013; // RFC 2253 escapes, control characters escaped, UTF-8, one line per entry
    private static final int ON_ONE_LINE = 0x1010017; // the same, on one line and in reverse order

    private static final int UTF8_STRING = 12;
    private static final int IA5_STRING = 22;
    private static final int TEXT_BYTES = 256;

    private CertificateText() {}

    static String name(long name) {
        try (var bio = Bio.empty()) {
            call("X509_NAME_print_ex", bio.address, name, 0, MULTILINE);
            return utf8(bio.written());
        }
    }

    /** [key, value, key, value, …] */
    static List<Object> entries(long name) {
        int count = (int) call("X509_NAME_entry_count", name);
        var entries = new ArrayList<>();
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(Long.BYTES, Long.BYTES).address();
            for (int i = 0; i < count; i++) {
                long entry = call("X509_NAME_get_entry", name, i);
                long object = call("X509_NAME_ENTRY_get_object", entry);
                int nid = (int) call("OBJ_obj2nid", object);
                entries.add(nid == 0 ? oid(object) : LibCrypto.string(call("OBJ_nid2sn", nid)));
                int length = (int) call("ASN1_STRING_to_UTF8", out, call("X509_NAME_ENTRY_get_data", entry));
                entries.add(length < 0 ? "" : utf8(LibCrypto.bytes(LibCrypto.getLong(out), length)));
                if (length >= 0) {
                    call("CRYPTO_free", LibCrypto.getLong(out), 0, 0);
                }
            }
        }
        return entries;
    }

    static String oid(long object) {
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(TEXT_BYTES).address();
            call("OBJ_obj2txt", out, TEXT_BYTES, object, 1);
            return Objects.requireNonNull(LibCrypto.string(out));
        }
    }

    static String time(long time) {
        try (var bio = Bio.empty()) {
            call("ASN1_TIME_print", bio.address, time);
            return utf8(bio.written());
        }
    }

    /** All names of a GENERAL_NAMES, or null for null. */
    static @Nullable String alternativeNames(long names) {
        if (names == 0) {
            return null;
        }
        int count = (int) call("OPENSSL_sk_num", names);
        var texts = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            texts.add(generalName(call("OPENSSL_sk_value", names, i)));
        }
        call("GENERAL_NAMES_free", names);
        return String.join(", ", texts);
    }

    /** For an AUTHORITY_INFO_ACCESS: one line per entry, with method and location. */
    static @Nullable String access(long descriptions) {
        if (descriptions == 0) {
            return null;
        }
        int count = (int) call("OPENSSL_sk_num", descriptions);
        var lines = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            long description = call("OPENSSL_sk_value", descriptions, i); // struct { method, location }
            long method = LibCrypto.getLong(description);
            int nid = (int) call("OBJ_obj2nid", method);
            String name = nid == 0 ? oid(method) : LibCrypto.string(call("OBJ_nid2ln", nid));
            lines.add(name + " - " + generalName(LibCrypto.getLong(description + Long.BYTES)));
        }
        call("AUTHORITY_INFO_ACCESS_free", descriptions);
        return String.join("\n", lines);
    }

    /** struct GENERAL_NAME { int type; union { … } d; } */
    private static String generalName(long name) {
        long value = LibCrypto.getLong(name + Long.BYTES);
        return switch (LibCrypto.getInt(name)) {
            case 0 -> otherName(value);
            case 1 -> "email:" + escaped(string(value), false, "");
            case 2 -> "DNS:" + escaped(string(value), false, "");
            case 3 -> "X400Name:<unsupported>";
            case 4 -> "DirName:" + escaped(directoryName(value), true, "");
            case 5 -> "EdiPartyName:<unsupported>";
            case 6 -> "URI:" + escaped(string(value), false, "");
            case 7 -> "IP Address:" + ip(string(value));
            default -> "Registered ID:" + oid(value);
        };
    }

    private static byte[] string(long asn1) {
        int length = (int) call("ASN1_STRING_length", asn1); // a C int: only the low half of the word is defined
        return LibCrypto.bytes(call("ASN1_STRING_get0_data", asn1), length);
    }

    private static byte[] directoryName(long name) {
        try (var bio = Bio.empty()) {
            call("X509_NAME_print_ex", bio.address, name, 0, ON_ONE_LINE);
            return bio.written();
        }
    }

    private static String ip(byte[] bytes) {
        var text = new StringBuilder();
        if (bytes.length == 4) {
            for (byte part : bytes) {
                text.append(text.isEmpty() ? "" : ".").append(part & 0xff);
            }
            return text.toString();
        }
        if (bytes.length != 16) {
            return "<invalid length=" + bytes.length + ">";
        }
        for (int i = 0; i < 16; i += 2) {
            text.append(i == 0 ? "" : ":").append(String.format("%X", (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff)));
        }
        return text.toString();
    }

    /** struct OTHERNAME { type_id, value }, struct ASN1_TYPE { int type; union { … } } */
    private static String otherName(long other) {
        String prefix = switch (oid(LibCrypto.getLong(other))) {
            case "1.3.6.1.5.5.7.8.9" -> "SmtpUTF8Mailbox";
            case "1.3.6.1.5.5.7.8.5" -> "XmppAddr";
            case "1.3.6.1.5.5.7.8.7" -> "SRVName";
            case "1.3.6.1.4.1.311.20.2.3" -> "UPN";
            case "1.3.6.1.5.5.7.8.8" -> "NAIRealm";
            default -> null;
        };
        long value = LibCrypto.getLong(other + Long.BYTES);
        boolean isUnicode = !"SRVName".equals(prefix);
        if (prefix == null || LibCrypto.getInt(value) != (isUnicode ? UTF8_STRING : IA5_STRING)) {
            return "othername:<unsupported>";
        }
        return "othername:" + escaped(string(LibCrypto.getLong(value + Long.BYTES)), isUnicode, prefix + ":");
    }

    private static final Set<Integer> UNSAFE = Set.of((int) '"', (int) '\\', (int) ',', (int) '\'');

    private static String escaped(byte[] bytes, boolean isUtf8, String prefix) {
        boolean isSafe = true;
        for (byte b : bytes) {
            int c = b & 0xff;
            isSafe &= !UNSAFE.contains(c) && c >= ' ' && (isUtf8 ? c != 0x7f : c <= '~');
        }
        if (isSafe) {
            return prefix + utf8(bytes);
        }
        var out = new java.io.ByteArrayOutputStream();
        out.writeBytes(("\"" + prefix).getBytes(StandardCharsets.UTF_8));
        for (byte b : bytes) {
            int c = b & 0xff;
            if (c == '\\' || c == '"') {
                out.write('\\');
                out.write(c);
            } else if ((c >= ' ' && c != ',' && c <= '~') || (isUtf8 && c >= 0x80)) {
                out.write(c);
            } else {
                out.writeBytes(String.format("\\u00%02x", c).getBytes(StandardCharsets.US_ASCII));
            }
        }
        out.write('"');
        return utf8(out.toByteArray());
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
