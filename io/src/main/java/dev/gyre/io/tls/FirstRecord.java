package dev.gyre.io.tls;

import dev.gyre.io.libc.NativeMemory;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The first bytes of the other side. OpenSSL before 3.5.7 looks at the length of the first record before its version. So a
 * peer without TLS, such as a server of plain HTTP, is reported as one with a long packet. This gives the reason that newer
 * versions give: {@code wrong version number}, {@code http request}.
 */
final class FirstRecord {
    static final int DATA_LENGTH_TOO_LONG = 146;
    private static final int HTTPS_PROXY_REQUEST = 155;
    private static final int HTTP_REQUEST = 156;
    private static final int PACKET_LENGTH_TOO_LONG = 198;
    private static final int WRONG_VERSION_NUMBER = 267;

    private static final int HEAD_BYTES = 5;
    private static final int VERSION_AT = 1;
    private static final byte MAJOR_VERSION = 3;
    private static final List<String> REQUESTS = List.of("GET ", "POST ", "HEAD ", "PUT ");

    private final byte[] head = new byte[HEAD_BYTES];
    private int length;

    void note(NativeMemory bytes, int count) {
        if (length < HEAD_BYTES) {
            int more = Math.min(count, HEAD_BYTES - length);
            bytes.get(0, head, length, more);
            length += more;
        }
    }

    /** The reason to give instead of this one, or 0. */
    int reason(int found) {
        if (found != PACKET_LENGTH_TOO_LONG || length < HEAD_BYTES) {
            return 0;
        }
        if (head[VERSION_AT] == MAJOR_VERSION) {
            return DATA_LENGTH_TOO_LONG;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (REQUESTS.stream().anyMatch(text::startsWith)) {
            return HTTP_REQUEST;
        }
        return text.equals("CONNE") ? HTTPS_PROXY_REQUEST : WRONG_VERSION_NUMBER;
    }
}
