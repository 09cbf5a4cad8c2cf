package dev.gyre.node.inspector;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to the server of the debugging protocol.
 *
 * @param host as the client writes it, empty where it does not
 * @param webSocketKey empty where there is none, or more than one
 */
record ProtocolRequest(String method, String path, String host, boolean isUpgrade, String webSocketKey) {
    private static final Pattern IP_V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IP_V6 = Pattern.compile("\\[[0-9a-fA-F:.]+(%[^\\]]*)?\\]");
    private static final int MAX_PART = 255;

    /** Null where it is none. */
    static @Nullable ProtocolRequest parse(String head) {
        String[] lines = head.split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        if (first.length != 3 || !first[2].startsWith("HTTP/1.")) {
            return null;
        }
        String host = "";
        String key = "";
        boolean hasHost = false;
        boolean hasKey = false;
        boolean isUpgrade = false;
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0) {
                return null;
            }
            String value = lines[i].substring(colon + 1).strip();
            switch (lines[i].substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "host" -> {
                    if (hasHost) {
                        return null;
                    }
                    hasHost = true;
                    host = value;
                }
                case "sec-websocket-key" -> {
                    key = hasKey ? "" : value;
                    hasKey = true;
                }
                case "upgrade" -> isUpgrade = true;
                default -> {}
            }
        }
        return new ProtocolRequest(first[0], first[1], host, isUpgrade, key);
    }

    /** Names other than localhost are refused: a page that has its name resolved to this host must not get in. */
    boolean isAllowed() {
        String name = host.replaceFirst(":\\d+$", "");
        return method.equals("GET")
                && (name.isEmpty()
                        || name.equalsIgnoreCase("localhost")
                        || isAddress(name)
                        || IP_V6.matcher(name).matches());
    }

    private static boolean isAddress(String name) {
        if (!IP_V4.matcher(name).matches()) {
            return false;
        }
        for (String part : name.split("\\.", -1)) {
            if (Integer.parseInt(part) > MAX_PART) {
                return false;
            }
        }
        return true;
    }
}
