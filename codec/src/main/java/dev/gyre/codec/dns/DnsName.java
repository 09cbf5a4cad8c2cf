package dev.gyre.codec.dns;

import java.io.ByteArrayOutputStream;

/**
 * Domain names between their text and their form on the wire, a length before each label. In the text a dot inside a
 * label is {@code \.}, and a byte that can't be printed is {@code \}DDD.
 */
public final class DnsName {
    static final int MAX_BYTES = 255;
    static final int MAX_LABEL_BYTES = 63;

    private DnsName() {}

    /** For a query; only what a host's or service's name may have is let through. */
    public static byte[] encode(String text) throws DnsFormatException {
        var out = new ByteArrayOutputStream(text.length() + 2);
        if (text.isEmpty() || text.equals(".")) {
            out.write(0);
            return out.toByteArray();
        }
        var label = new ByteArrayOutputStream(MAX_LABEL_BYTES);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.') {
                endLabel(label, out);
                continue;
            }
            if (c == '\\') {
                int escaped = escapedByte(text, i + 1);
                i += Character.isDigit(text.charAt(i + 1)) ? 3 : 1;
                c = (char) escaped;
            }
            if (!isAllowed(c)) {
                throw new DnsFormatException("a name can't have the character " + (int) c);
            }
            label.write(c);
        }
        if (label.size() > 0) {
            endLabel(label, out);
        }
        out.write(0);
        if (out.size() > MAX_BYTES) {
            throw new DnsFormatException("a name has at most " + MAX_BYTES + " bytes, this one " + out.size());
        }
        return out.toByteArray();
    }

    private static void endLabel(ByteArrayOutputStream label, ByteArrayOutputStream out) throws DnsFormatException {
        int length = label.size();
        if (length == 0 || length > MAX_LABEL_BYTES) {
            throw new DnsFormatException("a label has 1 to " + MAX_LABEL_BYTES + " bytes, this one " + length);
        }
        out.write(length);
        out.writeBytes(label.toByteArray());
        label.reset();
    }

    /** The byte after a backslash: three digits, or the character itself. */
    private static int escapedByte(String text, int at) throws DnsFormatException {
        if (at >= text.length()) {
            throw new DnsFormatException("a name can't end with a backslash");
        }
        if (!Character.isDigit(text.charAt(at))) {
            return text.charAt(at);
        }
        String digits = text.substring(at, Math.min(at + 3, text.length()));
        if (!digits.matches("[0-9]{3}") || Integer.parseInt(digits) > 255) {
            throw new DnsFormatException("no byte: \\" + digits);
        }
        return Integer.parseInt(digits);
    }

    private static boolean isAllowed(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-._/*".indexOf(c) >= 0;
    }

    /** Writes one byte of a label as text. */
    static void append(StringBuilder out, int b) {
        if (b < 0x20 || b > 0x7e) {
            out.append('\\')
                    .append((char) ('0' + b / 100))
                    .append((char) ('0' + b / 10 % 10))
                    .append((char) ('0' + b % 10));
        } else if ("\".;\\()@$".indexOf(b) >= 0) {
            out.append('\\').append((char) b);
        } else {
            out.append((char) b);
        }
    }

    /** The question for the name of an address: {@code 4.3.2.1.in-addr.arpa}. */
    public static String ofAddress(byte[] address) {
        var out = new StringBuilder();
        for (int i = address.length - 1; i >= 0; i--) {
            int b = address[i] & 255;
            if (address.length == 4) {
                out.append(b).append('.');
            } else {
                out.append(Character.forDigit(b & 15, 16))
                        .append('.')
                        .append(Character.forDigit(b >> 4, 16))
                        .append('.');
            }
        }
        return out.append(address.length == 4 ? "in-addr.arpa" : "ip6.arpa").toString();
    }
}
