package dev.gyre.codec.ip;

import org.jspecify.annotations.Nullable;

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
            groups[i] = (address[2 * i] & 255) << 8 | (address[2 * i + 1] & 255);
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
                && (gapLength == MAPPED_MARK + 1 || (gapLength == MAPPED_MARK && groups[MAPPED_MARK] == 0xffff));
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
    public static byte @Nullable [] parse(String text) {
        if (text.indexOf('%') >= 0 || text.indexOf('[') >= 0) {
            return null;
        }
        return text.indexOf(':') >= 0 ? parseV6(text) : parseV4(text);
    }

    private static byte @Nullable [] parseV4(String text) {
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

    /** Not by the JDK: its InetAddress reads a file when it is first used, which fails when descriptors are out. */
    private static byte @Nullable [] parseV6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            byte[] all = groups(text, true);
            return all != null && all.length == V6_BYTES ? all : null;
        }
        byte[] before = groups(text.substring(0, gap), false);
        byte[] after = groups(text.substring(gap + 2), true);
        if (before == null || after == null || before.length + after.length > V6_BYTES - 2) {
            return null;
        }
        byte[] address = new byte[V6_BYTES];
        System.arraycopy(before, 0, address, 0, before.length);
        System.arraycopy(after, 0, address, V6_BYTES - after.length, after.length);
        return address;
    }

    /** The bytes of groups with colons between them; null where that is not what the text is. */
    private static byte @Nullable [] groups(String text, boolean mayEndInV4) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] parts = text.split(":", -1);
        boolean endsInV4 = mayEndInV4 && parts[parts.length - 1].indexOf('.') >= 0;
        int count = endsInV4 ? parts.length - 1 : parts.length;
        byte[] bytes = new byte[2 * count + (endsInV4 ? 4 : 0)];
        for (int i = 0; i < count; i++) {
            if (!parts[i].matches("[0-9a-fA-F]{1,4}")) {
                return null;
            }
            int group = Integer.parseInt(parts[i], 16);
            bytes[2 * i] = (byte) (group >> 8);
            bytes[2 * i + 1] = (byte) group;
        }
        if (endsInV4) {
            byte[] v4 = parseV4(parts[count]);
            if (v4 == null) {
                return null;
            }
            System.arraycopy(v4, 0, bytes, 2 * count, 4);
        }
        return bytes;
    }
}
