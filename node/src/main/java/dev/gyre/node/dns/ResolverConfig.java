package dev.gyre.node.dns;

import dev.gyre.codec.ip.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whom the system asks, by {@code /etc/resolv.conf}.
 *
 * @param timeoutMs how long the first try waits, 0 where the file says nothing
 * @param rotate whether the servers take turns
 */
public record ResolverConfig(List<InetSocketAddress> servers, int timeoutMs, boolean rotate) {
    private static final Path SYSTEM = Path.of("/etc/resolv.conf");
    private static final int PORT = 53;
    private static final Pattern SERVER =
            Pattern.compile("(?:\\[([^\\]]+)\\]|([0-9.]+)|([0-9a-fA-F:.]+))(?:%(\\w+))?(?::(\\d{1,5}))?");
    private static final Pattern TIMEOUT = Pattern.compile("timeout:(\\d{1,4})");

    public static ResolverConfig system() {
        return read(SYSTEM);
    }

    /** Where the file names no server, or there is none, this machine itself is asked. */
    static ResolverConfig read(Path file) {
        var servers = new ArrayList<InetSocketAddress>();
        int timeoutMs = 0;
        boolean rotate = false;
        for (String line : lines(file)) {
            String[] words = line.replaceFirst("[#;].*", "").strip().split("\\s+", -1);
            if (words[0].equals("nameserver") && words.length > 1) {
                InetSocketAddress server = server(words[1]);
                if (server != null && !servers.contains(server)) {
                    servers.add(server);
                }
            } else if (words[0].equals("options")) {
                for (String option : words) {
                    Matcher timeout = TIMEOUT.matcher(option);
                    if (timeout.matches()) {
                        timeoutMs = Integer.parseInt(timeout.group(1)) * 1000;
                    }
                    rotate |= option.equals("rotate");
                }
            }
        }
        if (servers.isEmpty()) {
            servers.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT));
        }
        return new ResolverConfig(List.copyOf(servers), timeoutMs, rotate);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return List.of(); // as where it is empty
        }
    }

    private static @Nullable InetSocketAddress server(String text) {
        Matcher parts = SERVER.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String address =
                parts.group(1) != null ? parts.group(1) : parts.group(2) != null ? parts.group(2) : parts.group(3);
        byte[] bytes = IpAddress.parse(address);
        int port = parts.group(5) == null ? PORT : Integer.parseInt(parts.group(5));
        if (bytes == null || port < 1 || port > 65535) {
            return null;
        }
        try {
            if (parts.group(4) != null) {
                return new InetSocketAddress(InetAddress.getByName(address + "%" + parts.group(4)), port);
            }
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException _) {
            return null; // a zone that there isn't
        }
    }
}
