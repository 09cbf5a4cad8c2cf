package dev.gyre.node.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.codec.ip.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResolverConfigTest {
    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("file"), text);
    }

    private static List<String> servers(ResolverConfig config) {
        return config.servers().stream()
                .map(server -> IpAddress.text(server.getAddress().getAddress()) + " " + server.getPort())
                .toList();
    }

    @Test
    void serversComeInTheirOrderOnce() throws IOException {
        ResolverConfig config = ResolverConfig.read(file("""
                # comment
                ; comment
                search example
                nameserver 127.0.0.1
                nameserver ::1 # local
                nameserver [::2]:5353
                nameserver 1.2.3.4:99
                nameserver 127.0.0.1
                nameserver junk
                nameserver 1.2.3.4:99999
                nameserver
                """));
        assertEquals(List.of("127.0.0.1 53", "::1 53", "::2 5353", "1.2.3.4 99"), servers(config));
    }

    @Test
    void optionsAreRead() throws IOException {
        ResolverConfig config = ResolverConfig.read(file("options ndots:1 timeout:3 rotate\n"));
        assertEquals(3000, config.timeoutMs());
        assertTrue(config.rotate());
    }

    @Test
    void withoutServersTheMachineItselfIsAsked() throws IOException {
        assertEquals(List.of("127.0.0.1 53"), servers(ResolverConfig.read(file(""))));
        assertEquals(List.of("127.0.0.1 53"), servers(ResolverConfig.read(folder.resolve("missing"))));
    }

    @Test
    void namesOfAnAddressAreGatheredFromAllLines() throws IOException {
        Path hosts = file("""
                127.0.0.1 localhost
                10.0.0.1 one.example alias # not this
                127.0.0.1 other localhost
                ::1 six
                """);
        assertEquals(List.of("localhost", "other"), HostsFile.namesOf(IpAddress.parse("127.0.0.1"), hosts));
        assertEquals(List.of("one.example", "alias"), HostsFile.namesOf(IpAddress.parse("10.0.0.1"), hosts));
        assertEquals(List.of("six"), HostsFile.namesOf(IpAddress.parse("::1"), hosts));
        assertNull(HostsFile.namesOf(IpAddress.parse("10.0.0.2"), hosts));
        assertNull(HostsFile.namesOf(IpAddress.parse("::1"), folder.resolve("missing")));
    }
}
