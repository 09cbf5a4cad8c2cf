package dev.gyre.io.tls;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which of a client's protocols a server selects: the first of its own that the client offers, or the one that the program
 * has chosen. Lists are as ALPN writes them: for each name a byte with its length, then the name.
 */
final class AlpnSelection {
    /** No protocol: the server has none, so that the handshake goes on without. */
    static final int NONE = -1;

    /** The two have no protocol in common: the handshake fails. */
    static final int REFUSED = -2;

    private byte[] own = {};
    private boolean isByProgram;
    private @Nullable String chosen;

    void from(byte[] protocols) {
        own = protocols;
    }

    void byProgram() {
        isByProgram = true;
    }

    void choose(@Nullable String protocol) {
        chosen = protocol;
    }

    /** Where the entry of the selected protocol stands in what the client offers, or one of the constants. */
    int select(byte[] offered) {
        if (isByProgram) {
            return chosen == null ? REFUSED : found(find(offered, entry(chosen), 0));
        }
        if (own.length == 0) {
            return NONE;
        }
        for (int at = 0; at < own.length; at += 1 + (own[at] & 0xff)) {
            int found = find(offered, own, at);
            if (found >= 0) {
                return found;
            }
        }
        return REFUSED;
    }

    private static int found(int at) {
        return at < 0 ? REFUSED : at;
    }

    private static byte[] entry(String protocol) {
        byte[] name = protocol.getBytes(StandardCharsets.US_ASCII);
        byte[] entry = new byte[name.length + 1];
        entry[0] = (byte) name.length;
        System.arraycopy(name, 0, entry, 1, name.length);
        return entry;
    }

    /** Where the entry that stands in {@code entries} at {@code at} stands in the list, or -1. */
    private static int find(byte[] list, byte[] entries, int at) {
        int end = at + 1 + (entries[at] & 0xff);
        if (end > entries.length) {
            return -1;
        }
        for (int i = 0; i < list.length; i += 1 + (list[i] & 0xff)) {
            int ofList = i + 1 + (list[i] & 0xff);
            if (ofList <= list.length && Arrays.equals(list, i, ofList, entries, at, end)) {
                return i;
            }
        }
        return -1;
    }
}
