package dev.gyre.codec.dns;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a message from its beginning on. Every read that would go past the end is a {@link DnsFormatException}. */
final class DnsReader {
    private static final int POINTER = 0xc0;
    private static final int MAX_POINTERS = 127;

    private final byte[] message;
    private final int end;
    private int at;

    DnsReader(byte[] message) {
        this(message, 0, message.length);
    }

    private DnsReader(byte[] message, int at, int end) {
        this.message = message;
        this.at = at;
        this.end = end;
    }

    int remaining() {
        return end - at;
    }

    /** The next bytes as something to read by itself; names in it may still point to any place before. */
    DnsReader part(int length) throws DnsFormatException {
        need(length);
        var part = new DnsReader(message, at, at + length);
        at += length;
        return part;
    }

    int u8() throws DnsFormatException {
        need(1);
        return message[at++] & 255;
    }

    int u16() throws DnsFormatException {
        return u8() << 8 | u8();
    }

    long u32() throws DnsFormatException {
        return (long) u16() << 16 | u16();
    }

    byte[] bytes(int length) throws DnsFormatException {
        need(length);
        at += length;
        return Arrays.copyOfRange(message, at - length, at);
    }

    /** A length and as many bytes, each a character. */
    String characterString() throws DnsFormatException {
        return new String(bytes(u8()), StandardCharsets.ISO_8859_1);
    }

    String rest() throws DnsFormatException {
        return new String(bytes(remaining()), StandardCharsets.ISO_8859_1);
    }

    /** A name as text, without the final dot. */
    String name() throws DnsFormatException {
        var out = new StringBuilder();
        int place = at;
        int limit = end; // behind a pointer, the whole message before it
        int first = at; // where this run of labels began: a pointer must lead before it
        boolean jumped = false;
        int bytes = 1;
        int pointers = 0;
        while (true) {
            int length = byteAt(place, limit);
            if (length == 0) {
                at = jumped ? at : place + 1;
                return out.toString();
            }
            if ((length & POINTER) == POINTER) {
                int target = (length & ~POINTER) << 8 | byteAt(place + 1, limit);
                if (target >= first || ++pointers > MAX_POINTERS) {
                    throw new DnsFormatException("a name's pointer leads from " + place + " to " + target);
                }
                at = jumped ? at : place + 2;
                jumped = true;
                limit = first;
                first = target;
                place = target;
                continue;
            }
            bytes += length + 1;
            if (length > DnsName.MAX_LABEL_BYTES || bytes > DnsName.MAX_BYTES) {
                throw new DnsFormatException("a label of " + length + " bytes at " + place);
            }
            byteAt(place + length, limit);
            out.append(out.isEmpty() ? "" : ".");
            for (int i = 1; i <= length; i++) {
                DnsName.append(out, message[place + i] & 255);
            }
            place += length + 1;
        }
    }

    private int byteAt(int place, int limit) throws DnsFormatException {
        if (place >= limit) {
            throw new DnsFormatException("a name goes on past " + limit);
        }
        return message[place] & 255;
    }

    private void need(int length) throws DnsFormatException {
        if (length > remaining()) {
            throw new DnsFormatException(length + " bytes needed at " + at + ", there are " + remaining());
        }
    }
}
