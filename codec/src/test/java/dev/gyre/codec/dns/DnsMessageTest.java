package dev.gyre.codec.dns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsMessageTest {
    private static final int OK = 0x8180;

    private static List<DnsRecord> answers(DnsBytes wire) throws DnsFormatException {
        return DnsMessage.parse(wire.toBytes()).answers();
    }

    private static void refuses(DnsBytes wire) {
        byte[] bytes = wire.toBytes();
        assertThrows(DnsFormatException.class, () -> DnsMessage.parse(bytes));
    }

    private static DnsBytes one(int type, DnsBytes data) {
        return DnsBytes.response(1, OK, "x.example", type, 1).record("x.example", type, 60, data);
    }

    private static DnsBytes data() {
        return DnsBytes.message();
    }

    @Test
    void aQueryAsksOneQuestionAndForRecursion() throws DnsFormatException {
        byte[] query = DnsMessage.query(0xabcd, DnsName.encode("a.b"), DnsRecord.MX);
        DnsBytes expected = DnsBytes.response(0xabcd, 0x0100, "a.b", DnsRecord.MX, 0);
        assertArrayEquals(expected.toBytes(), query);
    }

    @Test
    void readsEveryKindOfRecord() throws DnsFormatException {
        assertEquals(
                List.of(new DnsRecord.Address(false, 60, "1.2.3.4")),
                answers(one(DnsRecord.A, data().bytes(new byte[] {1, 2, 3, 4}))));
        assertEquals(
                List.of(new DnsRecord.Target(DnsRecord.NS, 60, "ns.example")),
                answers(one(DnsRecord.NS, data().name("ns.example"))));
        assertEquals(
                List.of(new DnsRecord.MailExchange(60, 10, "mx.example")),
                answers(one(DnsRecord.MX, data().u16(10).name("mx.example"))));
        assertEquals(
                List.of(new DnsRecord.Text(60, List.of("a", "", "\u00e9"))),
                answers(one(DnsRecord.TXT, data().string("a").string("").string("\u00e9"))));
        assertEquals(
                List.of(new DnsRecord.Service(60, 1, 2, 443, "s.example")),
                answers(one(DnsRecord.SRV, data().u16(1).u16(2).u16(443).name("s.example"))));
        assertEquals(
                List.of(new DnsRecord.NamingAuthority(60, 1, 2, "s", "SIP", "!x!", "r.example")),
                answers(one(
                        DnsRecord.NAPTR,
                        data().u16(1)
                                .u16(2)
                                .string("s")
                                .string("SIP")
                                .string("!x!")
                                .name("r.example"))));
        assertEquals(
                List.of(new DnsRecord.StartOfAuthority(60, "n", "h", 4_000_000_000L, 1, 2, 3, 4)),
                answers(one(
                        DnsRecord.SOA,
                        data().name("n")
                                .name("h")
                                .u32(4_000_000_000L)
                                .u32(1)
                                .u32(2)
                                .u32(3)
                                .u32(4))));
        assertEquals(
                List.of(new DnsRecord.Authorization(60, 128, "issue", "ca.example")),
                answers(one(
                        DnsRecord.CAA,
                        data().u8(128).string("issue").bytes("ca.example".getBytes(StandardCharsets.US_ASCII)))));
        var tlsa = (DnsRecord.Certificate) answers(
                        one(DnsRecord.TLSA, data().u8(3).u8(1).u8(2).bytes(new byte[] {9})))
                .get(0);
        assertEquals(3, tlsa.usage());
        assertArrayEquals(new byte[] {9}, tlsa.data());
        assertEquals(List.of(new DnsRecord.Other(999, 60)), answers(one(999, data().u8(1))));
    }

    @Test
    void namesFollowPointersBackwards() throws DnsFormatException {
        DnsBytes wire = DnsBytes.response(1, OK, "x.example", DnsRecord.CNAME, 1)
                .pointer(12)
                .u16(DnsRecord.CNAME)
                .u16(1)
                .u32(60)
                .u16(4)
                .string("y")
                .pointer(14);
        assertEquals(List.of(new DnsRecord.Target(DnsRecord.CNAME, 60, "y.example")), answers(wire));
    }

    @Test
    void aPointerToItselfIsRefused() {
        DnsBytes question = DnsBytes.response(1, OK, "x.example", DnsRecord.A, 1);
        refuses(question.pointer(question.size()).u16(1).u16(1).u32(1).u16(4).u32(0));
    }

    @Test
    void aPointerForwardIsRefused() {
        DnsBytes question = DnsBytes.response(1, OK, "x.example", DnsRecord.A, 1);
        refuses(question.pointer(question.size() + 4)
                .u16(1)
                .u16(1)
                .u32(1)
                .u16(4)
                .u32(0));
    }

    @Test
    void pointersThatGoRoundAreRefused() {
        // At 12 "a" and a pointer to 16; at 16 "b" and a pointer to 12.
        refuses(DnsBytes.message()
                .u16(1)
                .u16(OK)
                .u16(1)
                .u16(0)
                .u32(0)
                .string("a")
                .pointer(16)
                .string("b")
                .pointer(12)
                .u32(0));
    }

    @Test
    void aLongChainOfPointersEndsSoon() {
        DnsBytes wire = DnsBytes.response(1, OK, "x", DnsRecord.A, 1000);
        int previous = 12;
        for (int i = 0; i < 1000; i++) {
            int here = wire.size();
            wire.pointer(previous).u16(1).u16(1).u32(1).u16(4).u32(0);
            previous = here;
        }
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> refuses(wire));
    }

    @Test
    void labelsOfUnknownKindAreRefused() {
        refuses(DnsBytes.response(1, OK, "x", DnsRecord.A, 1)
                .u8(0x41)
                .u8(1)
                .u8(0)
                .u16(1)
                .u16(1)
                .u32(1)
                .u16(4)
                .u32(0));
    }

    @Test
    void aNameIsNotLongerThan255Bytes() {
        DnsBytes name = DnsBytes.message();
        for (int i = 0; i < 5; i++) {
            name.string("a".repeat(60));
        }
        refuses(DnsBytes.message()
                .u16(1)
                .u16(OK)
                .u16(1)
                .u16(0)
                .u32(0)
                .bytes(name.u8(0).toBytes())
                .u16(1)
                .u16(1));
    }

    @Test
    void moreAnswersAnnouncedThanThereAreIsRefused() {
        refuses(DnsBytes.response(1, OK, "x", DnsRecord.A, 65535).record("x", DnsRecord.A, 1, data().u32(1)));
    }

    @Test
    void everyPrefixOfAResponseIsRefused() {
        byte[] whole = one(DnsRecord.MX, data().u16(10).name("mx.example")).toBytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = java.util.Arrays.copyOf(whole, length);
            assertThrows(DnsFormatException.class, () -> DnsMessage.parse(part), () -> part.length + " bytes");
        }
    }

    @Test
    void dataThatIsTooShortIsRefused() {
        refuses(one(DnsRecord.A, data().u16(1)));
        refuses(one(DnsRecord.AAAA, data().u32(1)));
        refuses(one(DnsRecord.TXT, data()));
        refuses(one(DnsRecord.TXT, data().u8(5).u8(1)));
        refuses(one(DnsRecord.TLSA, data().u8(1).u8(2).u8(3)));
        refuses(one(DnsRecord.CAA, data().u8(0).string("").u8(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 65535})
    void aResponseHasOneQuestion(int questions) {
        refuses(DnsBytes.message()
                .u16(1)
                .u16(OK)
                .u16(questions)
                .u16(0)
                .u32(0)
                .name("x")
                .u16(1)
                .u16(1));
    }

    @Test
    void whatFollowsTheLastRecordIsIgnored() throws DnsFormatException {
        assertEquals(
                1,
                answers(one(DnsRecord.A, data().u32(1)).bytes("more".getBytes(StandardCharsets.US_ASCII)))
                        .size());
    }

    @Test
    void recordsOfAnotherClassAreOthers() throws DnsFormatException {
        DnsBytes wire = DnsBytes.response(1, OK, "x", DnsRecord.A, 1)
                .name("x")
                .u16(DnsRecord.A)
                .u16(3)
                .u32(7)
                .u16(1)
                .u8(0);
        assertEquals(List.of(new DnsRecord.Other(DnsRecord.A, 7)), answers(wire));
    }

    @Test
    void aTruncatedResponseIsKnownByItsFlag() throws DnsFormatException {
        byte[] bytes = DnsBytes.response(1, 0x8380, "x", DnsRecord.A, 9).u8(3).toBytes();
        assertTrue(DnsMessage.parse(bytes).isTruncated());
    }

    @Test
    void unusualBytesOfANameAreEscaped() throws DnsFormatException {
        DnsBytes name =
                data().string("a.b").string("c\\d").string("e\u00e9\u0001(").u8(0);
        assertEquals(
                List.of(new DnsRecord.Target(DnsRecord.PTR, 60, "a\\.b.c\\\\d.e\\233\\001\\(")),
                answers(one(DnsRecord.PTR, name)));
    }
}
