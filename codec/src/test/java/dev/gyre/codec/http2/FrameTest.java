package dev.gyre.codec.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {
    private final FrameNotes notes = new FrameNotes();
    private final FrameReader reader = new FrameReader(false, notes);
    private final FrameWriter writer = new FrameWriter();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void readsWhatItWritesHoweverItIsCut() {
        writer.preface();
        writer.settings(1, 7, 4, 9);
        writer.settingsAck();
        writer.headers(1, true, bytes("block"), 5, 3);
        writer.pushPromise(1, 2, bytes("promised"), 8, 5);
        writer.data(1, false, bytes("abcdef"), 1, 5);
        writer.data(1, true, new byte[0], 0, 0);
        writer.priority(3, 1, 256, true);
        writer.rstStream(3, Http2Error.CANCEL);
        writer.ping(true, bytes("12345678"), 0);
        writer.goAway(5, Http2Error.ENHANCE_YOUR_CALM, bytes("calm"));
        writer.windowUpdate(0, Integer.MAX_VALUE);
        writer.frame(FrameType.ALTSVC, 0, 1, bytes("xyz"), 0, 3);
        List<String> expected = List.of(
                "settings 1=7 4=9",
                "ack",
                "headers 1 1 block",
                "push 1 2 promised",
                "data 1 0 4 bcde",
                "end 1",
                "data 1 1 0 ",
                "end 1",
                "priority 3 1 256 true",
                "rst 3 8",
                "ping true 12345678",
                "goaway 5 11 calm",
                "window 0 2147483647",
                "extension 10 1 xyz");
        for (int step = 1; step <= writer.length(); step += step < 30 ? 1 : writer.length() - step + 1) {
            FrameNotes told = new FrameNotes();
            FrameReader server = new FrameReader(true, told);
            for (int at = 0; at < writer.length(); at += step) {
                server.feed(writer.bytes(), at, Math.min(at + step, writer.length()));
            }
            assertNull(server.error());
            assertEquals(expected, told.notes);
        }
    }

    private String readAfterSettings(String hex) {
        byte[] in = HexFormat.of().parseHex("000000040000000000" + hex.replace(" ", ""));
        reader.feed(in, 0, in.length);
        Http2Error error = reader.error();
        return error == null ? String.join(",", notes.notes.subList(1, notes.notes.size())) : "error " + error.code();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "000004 00 08 00000001 01 61 62 00|data 1 8 4 ab,end 1",
                "000001 00 08 00000001 00|data 1 8 1 ,end 1",
                "000003 00 08 00000001 03 61 62|error 1",
                "000000 00 08 00000001|error 6",
                "000001 00 00 00000000 61|error 1",
                "000009 01 2c 00000001 01 80000003 0a 61 62 00|headers 1 0 ab",
                "000004 01 24 00000001 80000003|error 6",
                "000003 01 0c 00000001 03 61 62|error 1",
                "000001 01 04 00000000 61|error 1",
                "000004 02 00 00000001 00000000|error 6",
                "000003 03 00 00000001 000000|error 6",
                "000004 03 00 00000000 00000000|error 1",
                "000005 04 00 00000000 0001000000|error 6",
                "000006 04 01 00000000 000100000000|error 6",
                "000000 04 00 00000001|error 1",
                "000004 05 04 00000001 00000000|error 1",
                "000003 05 04 00000001 000000|error 6",
                "000007 06 00 00000000 00000000000000|error 6",
                "000008 06 00 00000001 0000000000000000|error 1",
                "000007 07 00 00000000 00000000000000|error 6",
                "000003 08 00 00000000 000000|error 6",
                "000001 09 04 00000001 61|error 1",
                "000001 01 00 00000001 61 000000 06 00 00000000|error 1",
                "000001 01 00 00000001 61 000001 09 04 00000003 61|error 1",
                "004001 00 00 00000001|error 6",
                "000001 ff 00 00000005 61|extension 255 5 a",
            })
    void checksSizesPaddingAndStreams(String hex, String expected) {
        assertEquals(expected.strip(), readAfterSettings(hex).strip());
    }

    @Test
    void wantsSettingsFirst() {
        byte[] in = HexFormat.of().parseHex("000008060000000000" + "0000000000000000");
        reader.feed(in, 0, in.length);
        assertEquals(
                Http2Error.PROTOCOL_ERROR,
                Objects.requireNonNull(reader.error()).code());
        assertEquals(List.of(), notes.notes);
    }

    @Test
    void wantsTheClientsPreface() {
        FrameReader server = new FrameReader(true, notes);
        byte[] in = bytes("GET / HTTP/1.1\r\n\r\n");
        server.feed(in, 0, in.length);
        assertEquals(new Http2Error(Http2Error.PROTOCOL_ERROR, "Bad client magic byte string"), server.error());
    }

    @Test
    void limitsTheFramesOfABlock() {
        assertEquals("error 11", readAfterSettings("000001010000000001 61" + "000001090000000001 61".repeat(9)));
    }

    private static String facts(boolean isRequest, String... headers) {
        HeaderList list = new HeaderList(true);
        list.begin(isRequest);
        for (String header : headers) {
            byte[] in = bytes(header);
            int colon = header.indexOf('=');
            byte[] joined = Arrays.copyOf(in, in.length - 1);
            System.arraycopy(in, colon + 1, joined, colon, in.length - colon - 1);
            list.header(joined, 0, colon, joined.length, false);
        }
        boolean isMalformed = (list.facts() & HeaderList.MALFORMED) != 0;
        return (isMalformed ? "malformed " : "") + list.text().replace('\n', '|');
    }

    @Test
    void checksHeaders() {
        assertEquals(":method|GET|:path|/|a|b|", facts(true, ":method=GET", ":path=/", "a=b"));
        assertEquals("malformed a|b|", facts(true, "a=b", ":path=/"));
        assertEquals("malformed :path|/|", facts(true, ":path=/", ":path=/"));
        assertEquals("malformed ", facts(true, ":status=200"));
        assertEquals("malformed ", facts(false, ":path=/"));
        assertEquals("malformed ", facts(true, ":unknown=1"));
        assertEquals("malformed ", facts(true, "Upper=1"));
        assertEquals("a|b|", facts(true, "bad name=1", "x=a\nb", "y= 1", "z=1\t", "a=b"));
        assertEquals("malformed ", facts(true, "connection=close"));
        assertEquals("malformed ", facts(true, "te=gzip"));
        assertEquals("te|trailers|", facts(true, "te=trailers"));
        assertEquals("malformed content-length|1|", facts(true, "content-length=1", "content-length=1"));
        assertEquals("malformed ", facts(true, "content-length=-1"));
        assertEquals(":status|204|", facts(false, ":status=204", "content-length=0"));
        assertEquals("malformed ", facts(false, ":status=101"));
        assertEquals("malformed :scheme|http|:path|*|", facts(true, ":scheme=http", ":path=*"));
        assertEquals(
                ":method|OPTIONS|:scheme|http|:path|*|", facts(true, ":method=OPTIONS", ":scheme=http", ":path=*"));
    }
}
