package dev.gyre.codec.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DnsMessagePropertyTest {
    /** A response with a bit of everything. */
    private static final byte[] RESPONSE = DnsBytes.response(7, 0x8180, "x.example", DnsRecord.ANY, 6)
            .record("x.example", DnsRecord.A, 60, DnsBytes.message().u32(0x01020304))
            .record("x.example", DnsRecord.MX, 60, DnsBytes.message().u16(1).pointer(14))
            .record(
                    "x.example",
                    DnsRecord.TXT,
                    60,
                    DnsBytes.message().string("a").string("b"))
            .record(
                    "x.example",
                    DnsRecord.SOA,
                    60,
                    DnsBytes.message()
                            .pointer(12)
                            .pointer(12)
                            .u32(1)
                            .u32(2)
                            .u32(3)
                            .u32(4)
                            .u32(5))
            .record(
                    "x.example",
                    DnsRecord.NAPTR,
                    60,
                    DnsBytes.message()
                            .u16(1)
                            .u16(2)
                            .string("s")
                            .string("t")
                            .string("")
                            .name("r"))
            .record(
                    "x.example",
                    DnsRecord.CAA,
                    60,
                    DnsBytes.message().u8(0).string("issue").string("ca"))
            .toBytes();

    /** Nothing but a message or a refusal, whatever comes; and a message has no more records than bytes for them. */
    private static void isReadOrRefused(byte[] bytes) {
        try {
            DnsMessage message = DnsMessage.parse(bytes);
            assertNotNull(message.name());
            assertTrue(message.answers().size() * 11 <= bytes.length, message::toString);
        } catch (DnsFormatException e) {
            assertNotNull(e.getMessage());
        }
    }

    @Property
    void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
        isReadOrRefused(bytes);
    }

    @Property
    void aResponseWithSomeBytesChangedIsReadOrRefused(
            @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 10_000) Integer> places, @ForAll byte value) {
        byte[] bytes = RESPONSE.clone();
        for (int place : places) {
            bytes[place % bytes.length] = value;
        }
        isReadOrRefused(bytes);
    }

    @Property
    void aResponseCutOffAndFilledUpIsReadOrRefused(@ForAll @IntRange(max = 200) int length, @ForAll byte[] rest) {
        byte[] start = java.util.Arrays.copyOf(RESPONSE, Math.min(length, RESPONSE.length));
        isReadOrRefused(DnsBytes.message().bytes(start).bytes(rest).toBytes());
    }

    @Property
    void aNameIsReadAsItWasWritten(@ForAll("names") String name) throws DnsFormatException {
        byte[] query = DnsMessage.query(1, DnsName.encode(name), DnsRecord.A);
        assertEquals(name, DnsMessage.parse(query).name());
    }

    @Provide
    Arbitrary<String> names() {
        Arbitrary<String> label =
                Arbitraries.strings().withChars("abcXYZ019-_*/").ofMinLength(1).ofMaxLength(63);
        return label.list()
                .ofMaxSize(8)
                .map(labels -> labels.stream().collect(Collectors.joining(".")))
                .filter(name -> name.length() < 254);
    }
}
