package dev.gyre.io;

import java.net.Inet6Address;
import java.net.InetAddress;

/** IP addresses as bytes in network order, 4 or 16 of them, and as the text that {@code inet_ntop} writes. */
public final class IpAddress {
    private static final int V6_BYTES = 16;
    private static final int GROUPS = 8;
    private static final int MAPPED_MARK = 5; // the group before the IPv4 part of ::ffff:1.2.3.4

    private IpAddress() {}

    public static String text(byte[] address) {
        return address.length == 4 ? textOfV4(address, 0) : textOfV6(address);
    }

    private static String textOfV4(byte[] b, int at) {
        return (b[at] & 255) + "." + (b[at + 1] & 255) + "." + (b[at + 2] & 255) + "." + (b[at + 3] & 255);
    }

    /** The longest run of zeroes is left out; an IPv4 address inside is written as one. */
    private static String textOfV6(byte[] address) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (address[2 * i] & 255) << 8 | address[2 * i + 1] & 255;
        }
        int gapStart = -1;
        int gapLength = 1;
        for (int i = 0; i < GROUPS; i++) {
            int length = 0;
            while (i + length < GROUPS && groups[i + length] == 0) {
                length++;
            }
            if (length > gapLength) {
                gapStart = i;
                gapLength = length;
            }
        }
        boolean endsInV4 = gapStart == 0
                && (gapLength == MAPPED_MARK + 1 || gapLength == MAPPED_MARK && groups[MAPPED_MARK] == 0xffff);
        var out = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == gapStart) {
                out.append("::");
                i += gapLength - 1;
                continue;
            }
            out.append(out.isEmpty() || out.charAt(out.length() - 1) == ':' ? "" : ":");
            if (endsInV4 && i == GROUPS - 2) {
                return out.append(textOfV4(address, V6_BYTES - 4)).toString();
            }
            out.append(Integer.toHexString(groups[i]));
        }
        return out.toString();
    }

    /** The bytes of an address given as text, without a zone; null where it is none. */
    public static byte[] parse(String text) {
        if (text.indexOf('%') >= 0 || text.indexOf('[') >= 0) {
            return null;
        }
        try {
            return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static byte[] parseV4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return null;
        }
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            if (!parts[i].matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(parts[i]) > 255) {
                return null;
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    private static byte[] parseV6(String text) {
        InetAddress parsed = Inet6Address.ofLiteral(text);
        if (parsed instanceof Inet6Address) {
            return parsed.getAddress();
        }
        byte[] mapped = new byte[V6_BYTES]; // the JDK makes an IPv4 address of ::ffff:1.2.3.4
        mapped[10] = mapped[11] = (byte) 0xff;
        System.arraycopy(parsed.getAddress(), 0, mapped, 12, 4);
        return mapped;
    }
}
