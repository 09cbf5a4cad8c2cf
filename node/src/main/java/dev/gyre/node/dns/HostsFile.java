package dev.gyre.node.dns;

import dev.gyre.codec.ip.IpAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /etc/hosts}, read anew each time: it is short, and asked seldom. */
final class HostsFile {
    static final Path SYSTEM = Path.of("/etc/hosts");

    private HostsFile() {}

    /** All names of an address, the chief one first; null where the file doesn't know it. */
    static @Nullable List<String> namesOf(byte[] address, Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return null; // no file, no names
        }
        var names = new ArrayList<String>();
        for (String line : lines) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", -1);
            if (words.length > 1 && Arrays.equals(IpAddress.parse(words[0]), address)) {
                for (int i = 1; i < words.length; i++) {
                    if (!names.contains(words[i])) {
                        names.add(words[i]);
                    }
                }
            }
        }
        return names.isEmpty() ? null : names;
    }
}
