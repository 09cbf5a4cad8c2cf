package dev.gyre.codec.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples are those of RFC 7541, appendix C. */
class HpackTest {
    private static final String REQUEST_1 = ":method: GET|:scheme: http|:path: /|:authority: www.example.com|";
    private static final String REQUEST_2 = REQUEST_1 + "cache-control: no-cache|";
    private static final String REQUEST_3 =
            ":method: GET|:scheme: https|:path: /index.html|:authority: www.example.com|" + "custom-key: custom-value|";
    private static final String RESPONSE_1 =
            ":status: 302|cache-control: private|date: Mon, 21 Oct 2013 20:13:21 GMT|location: https://www.example.com|";
    private static final String RESPONSE_2 = RESPONSE_1.replace("302", "307");
    private static final String RESPONSE_3 = ":status: 200|cache-control: private|date: Mon, 21 Oct 2013 20:13:22 GMT|"
            + "location: https://www.example.com|content-encoding: gzip|"
            + "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1|";

    private final HpackDecoder decoder = new HpackDecoder();
    private final HpackEncoder encoder = new HpackEncoder();

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private String decode(byte[] block) {
        StringBuilder told = new StringBuilder();
        boolean isValid = decoder.decode(
                block,
                0,
                block.length,
                (in, nameFrom, nameTo, valueTo, isNeverIndexed) -> told.append(isNeverIndexed ? "!" : "")
                        .append(new String(in, nameFrom, nameTo - nameFrom, StandardCharsets.ISO_8859_1))
                        .append(": ")
                        .append(new String(in, nameTo, valueTo - nameTo, StandardCharsets.ISO_8859_1))
                        .append('|'));
        return isValid ? told.toString() : "malformed";
    }

    private String decode(String hex) {
        return decode(bytes(hex));
    }

    private byte[] encode(String headers) {
        encoder.begin();
        for (String header : headers.split("\\|")) {
            boolean isSensitive = header.startsWith("!");
            byte[] in = header.substring(isSensitive ? 1 : 0).getBytes(StandardCharsets.ISO_8859_1);
            int colon = header.indexOf(": ", 1) - (isSensitive ? 1 : 0);
            encoder.header(in, 0, colon, colon + 2, in.length, isSensitive);
        }
        return java.util.Arrays.copyOf(encoder.bytes(), encoder.length());
    }

    private String encoded(String headers) {
        return HexFormat.of().formatHex(encode(headers));
    }

    @Test
    void decodesSingleHeaders() {
        assertEquals(
                "custom-key: custom-header|",
                decode("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"));
        assertEquals(55, decoder.tableBytes());
        assertEquals(":path: /sample/path|", decode("040c 2f73 616d 706c 652f 7061 7468"));
        assertEquals("!password: secret|", decode("1008 7061 7373 776f 7264 0673 6563 7265 74"));
        assertEquals(":method: GET|", decode("82"));
        assertEquals(55, decoder.tableBytes());
    }

    @Test
    void decodesRequests() {
        assertEquals(REQUEST_1, decode("8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"));
        assertEquals(57, decoder.tableBytes());
        assertEquals(REQUEST_2, decode("8286 84be 5808 6e6f 2d63 6163 6865"));
        assertEquals(110, decoder.tableBytes());
        assertEquals(REQUEST_3, decode("8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65"));
        assertEquals(164, decoder.tableBytes());
    }

    @Test
    void encodesAndDecodesRequestsInHuffmanCode() {
        List<String> blocks = List.of(
                "828684418cf1e3c2e5f23a6ba0ab90f4ff",
                "828684be5886a8eb10649cbf",
                "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf");
        List<String> requests = List.of(REQUEST_1, REQUEST_2, REQUEST_3);
        for (int i = 0; i < 3; i++) {
            assertEquals(blocks.get(i), encoded(requests.get(i)));
            assertEquals(requests.get(i), decode(blocks.get(i)));
        }
        assertEquals(164, encoder.tableBytes());
        assertEquals(164, decoder.tableBytes());
    }

    @Test
    void decodesResponsesWithEvictions() {
        decoder.limitTable(256);
        assertEquals(
                RESPONSE_1,
                decode("3fe1014803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133"
                        + "2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63"
                        + "6f6d"));
        assertEquals(222, decoder.tableBytes());
        assertEquals(RESPONSE_2, decode("4803 3330 37c1 c0bf"));
        assertEquals(222, decoder.tableBytes());
        assertEquals(
                RESPONSE_3,
                decode("88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0"
                        + "5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49"
                        + "553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31"));
        assertEquals(215, decoder.tableBytes());
    }

    @Test
    void decodesResponsesInHuffmanCode() {
        decoder.limitTable(256);
        assertEquals(
                RESPONSE_1,
                decode("3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6"
                        + "2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3"));
        assertEquals(RESPONSE_2, decode("4883 640e ffc1 c0bf"));
        assertEquals(
                RESPONSE_3,
                decode("88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad"
                        + "94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0"
                        + "03ed 4ee5 b106 3d50 07"));
        assertEquals(215, decoder.tableBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80", // index 0
                "be", // an index that the table does not have
                "ff",
                "ffffffffff7f", // an integer that is cut off, or too large
                "000161",
                "0005616263", // a string that is cut off
                "00018061", // a Huffman string with padding of zeros or of more than seven bits
                "000161 82ffff",
                "000161 8100",
                "000161 84fffffffc", // … or with the end of the string in it
                "8220", // a size update behind a header
                "3fe21f", // a table larger than the settings allow
            })
    void refusesMalformedBlocks(String hex) {
        assertEquals("malformed", decode(hex));
    }

    @Test
    void demandsAnUpdateWhenItsLimitBecomesSmaller() {
        decoder.limitTable(100);
        assertEquals("malformed", decode("82"));
        assertEquals(":method: GET|", decode("3f4582"));
    }

    @Test
    void tellsTheSmallestAndTheLastSize() {
        encode("a: b");
        encoder.limitTable(0);
        encoder.limitTable(2048);
        assertEquals("203fe10f82", encoded(":method: GET"));
        assertEquals(0, encoder.tableBytes());
        encoder.limitOwnTable(100);
        encoder.limitTable(1 << 20);
        assertEquals("3f4582", encoded(":method: GET"));
    }

    @Test
    void neverIndexesSecrets() {
        assertEquals("!cookie: a|", decode(encode("cookie: a")));
        assertEquals("!authorization: b|!x: y|", decode(encode("authorization: b|!x: y")));
        assertEquals(0, encoder.tableBytes());
    }

    @Test
    void stopsTellingAListThatIsTooLong() {
        decoder.limitLists(200, 100);
        String large = "x: " + "v".repeat(150);
        assertEquals(large + "|", decode(encode(large)));
        assertFalse(decoder.isOverLimit());
        byte[] bomb = new byte[10_000];
        java.util.Arrays.fill(bomb, (byte) 0xbe);
        assertEquals(large + "|", decode(bomb));
        assertTrue(decoder.isOverLimit());
        decoder.limitLists(1000, 2);
        assertEquals("a: b|c: d|", decode(encode("a: b|c: d|e: f")));
        assertTrue(decoder.isOverLimit());
    }

    @Test
    void tablesOfBothSidesStayTheSame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> names = new ArrayList<>(List.of(":path", "cookie", "content-type", "date"));
        for (int i = 0; i < 40; i++) {
            names.add("name-" + i);
        }
        for (int i = 0; i < 2000; i++) {
            if (random.nextInt(50) == 0) {
                int size = random.nextInt(4097);
                decoder.limitTable(4096);
                encoder.limitTable(size);
            }
            StringBuilder headers = new StringBuilder();
            for (int n = random.nextInt(10); n >= 0; n--) {
                headers.append(names.get(random.nextInt(names.size())))
                        .append(": ")
                        .append(String.valueOf((char) ('@' + random.nextInt(60)))
                                .repeat(random.nextInt(200)))
                        .append(random.nextInt(30))
                        .append('|');
            }
            String sent = headers.toString();
            assertEquals(sent, decode(encode(sent)).replace("!", ""), () -> "seed " + seed);
            assertEquals(encoder.tableBytes(), decoder.tableBytes(), () -> "seed " + seed);
        }
    }

    @Test
    void everyByteHasAHuffmanCode() {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        int length = Huffman.encodedLength(all, 0, 256);
        byte[] encoded = new byte[length];
        assertEquals(length, Huffman.encode(all, 0, 256, encoded, 0));
        byte[] decoded = new byte[Huffman.maxDecodedLength(length)];
        assertEquals(256, Huffman.decode(encoded, 0, length, decoded, 0));
        assertEquals(HexFormat.of().formatHex(all), HexFormat.of().formatHex(decoded, 0, 256));
    }
}
