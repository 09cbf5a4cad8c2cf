package dev.gyre.codec.dns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.codec.ip.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsNameTest {
    @Test
    void aFinalDotChangesNothing() throws DnsFormatException {
        assertArrayEquals(DnsName.encode("a.b"), DnsName.encode("a.b."));
        assertArrayEquals(new byte[] {0}, DnsName.encode("."));
        assertArrayEquals(new byte[] {0}, DnsName.encode(""));
    }

    @Test
    void escapesMakeBytes() throws DnsFormatException {
        byte[] expected = DnsBytes.message().string("a.b").string("c").u8(0).toBytes();
        assertArrayEquals(expected, DnsName.encode("a\\.b.c"));
        assertArrayEquals(expected, DnsName.encode("a\\046b.c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..b", ".a", "a..", "a b", "a,b", "a@b", "\u00e9", "a\\", "a\\9", "a\\999", "a\\032b"})
    void whatIsNoNameIsRefused(String text) {
        assertThrows(DnsFormatException.class, () -> DnsName.encode(text));
    }

    @Test
    void lengthsAreBounded() throws DnsFormatException {
        DnsName.encode("a".repeat(63));
        assertThrows(DnsFormatException.class, () -> DnsName.encode("a".repeat(64)));
        String label = "a".repeat(62) + "."; // 63 bytes each
        DnsName.encode(label.repeat(4) + "a");
        assertThrows(DnsFormatException.class, () -> DnsName.encode(label.repeat(4) + "aa"));
    }

    @Test
    void anAddressIsAskedForBackwards() {
        assertEquals("4.3.2.1.in-addr.arpa", DnsName.ofAddress(IpAddress.parse("1.2.3.4")));
        assertEquals(
                "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
                DnsName.ofAddress(IpAddress.parse("2001:db8::1")));
    }
}
