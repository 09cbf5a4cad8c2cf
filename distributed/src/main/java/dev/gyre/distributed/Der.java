package dev.gyre.distributed;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** What of ASN.1's DER a certificate needs: a tag, a length, the contents. */
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] tagged(int tag, byte[]... parts) {
        byte[] contents = join(parts);
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (contents.length < 0x80) {
            out.write(contents.length);
        } else {
            byte[] length = BigInteger.valueOf(contents.length).toByteArray();
            int from = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - from));
            out.write(length, from, length.length - from);
        }
        out.writeBytes(contents);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] bool(boolean value) {
        return tagged(0x01, new byte[] {(byte) (value ? 0xff : 0)});
    }

    static byte[] octets(byte[] contents) {
        return tagged(0x04, contents);
    }

    static byte[] bits(int unused, byte[] contents) {
        return tagged(0x03, new byte[] {(byte) unused}, contents);
    }

    static byte[] text(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant instant) {
        return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier, such as {@code 2.5.4.3}. */
    static byte[] id(String dotted) {
        String[] numbers = dotted.split("\\.");
        var out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >>> shift != 0) {
                    out.write(0x80 | (number >>> shift & 0x7f));
                }
            }
            out.write(number & 0x7f);
        }
        return tagged(0x06, out.toByteArray());
    }
}
