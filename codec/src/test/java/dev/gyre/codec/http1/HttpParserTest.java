package dev.gyre.codec.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpParserTest {
    /** Writes down what it is told; adjacent pieces of a body are one. */
    private static final class Notes implements HttpParser.Sink {
        final List<String> notes = new ArrayList<>();
        int answer = HttpParser.CONTINUE;

        @Override
        public int head(HttpParser parser) {
            notes.add("head " + text(parser));
            return answer;
        }

        @Override
        public void body(byte[] in, int from, int to) {
            String text = new String(in, from, to - from, StandardCharsets.ISO_8859_1);
            if (notes.getLast().startsWith("body ")) {
                notes.add(notes.removeLast() + text);
            } else {
                notes.add("body " + text);
            }
        }

        @Override
        public void end(HttpParser parser) {
            notes.add("end " + text(parser));
        }

        private static String text(HttpParser parser) {
            return new String(parser.text().bytes(), 0, parser.text().length(), StandardCharsets.ISO_8859_1)
                    .replace('\n', '|');
        }
    }

    private final Notes notes = new Notes();
    private HttpParser parser = new HttpParser(false, new HeadText(), notes);

    private int feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return parser.feed(bytes, 0, bytes.length);
    }

    @Test
    void readsRequestsOneAfterTheOther() {
        feed("GET /a?b HTTP/1.1\r\nHost: x \t\r\nEmpty:\r\n\r\nPOST /c HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
        assertEquals(
                List.of("head /a?b|Host|x|Empty||", "end ", "head /c|Content-Length|3|", "body abc", "end "),
                notes.notes);
        assertTrue(parser.isBetweenMessages());
    }

    @Test
    void readsChunksAndTrailers() {
        feed(
                "PUT / HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n3;a=\"b\\\"c\"\r\nabc\r\nA\r\n0123456789\r\n0\r\nSum: 1\r\n\r\n");
        assertEquals(
                List.of("head /|Transfer-Encoding|gzip, Chunked|", "body abc0123456789", "end Sum|1|"), notes.notes);
    }

    @Test
    @SuppressWarnings("StringConcatToTextBlock") // lines that end in \r\n
    void isTheSameWhereverTheInputIsCut() {
        String text =
                "POST http://u@h/p?q#f HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nT: u\r\n\r\n"
                        + "\r\nGET * HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /bad\u0001 HTTP/1.1\r\n\r\n";
        feed(text);
        List<String> whole = List.copyOf(notes.notes);
        HttpError error = parser.error();
        for (int step = 1; step < text.length(); step++) {
            notes.notes.clear();
            parser = new HttpParser(false, new HeadText(), notes);
            for (int at = 0; at < text.length() && parser.error() == null; at += step) {
                feed(text.substring(at, Math.min(text.length(), at + step)));
            }
            assertEquals(whole, notes.notes);
            assertEquals(error, parser.error());
        }
    }

    @Test
    void headerLinesThatComeAgainAreNotToldAgain() {
        parser.limit(100, 0, 0);
        parser.keepLines(true);
        String lines = " HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\n";
        feed("GET /a" + lines + "GET /b" + lines + "POST /c HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx");
        feed("GET /d" + lines);
        feed("GET /e HTTP/1.1\r\nHost: h\r\nA: b\r\nC: d\r\n\r\n");
        feed("GET /f HTTP/1.1\r\nHost: h\r\nA: b\r\n");
        feed("C: d\r\n\r\nGET /g HTTP/1.1\r\nHost: h\r\nA: b\r\nC: d\r\n\r\n");
        assertEquals(
                List.of(
                        "head /a|Host|h|A|b|",
                        "end ",
                        "head /b|",
                        "end ",
                        "head /c|Host|h|Content-Length|1|",
                        "body x",
                        "end ",
                        "head /d|",
                        "end ",
                        "head /e|Host|h|A|b|C|d|",
                        "end ",
                        "head /f|Host|h|A|b|C|d|",
                        "end ",
                        "head /g|",
                        "end "),
                notes.notes);
        assertTrue(parser.isRepeated());
        feed("GET /" + "g".repeat(90) + " HTTP/1.1\r\nHost: h\r\nA: b\r\nC: d\r\n\r\n");
        assertEquals("HPE_HEADER_OVERFLOW", parser.error().code());
    }

    @Test
    void aResponseWithoutALengthGoesToTheEnd() {
        parser = new HttpParser(true, new HeadText(), notes);
        feed("HTTP/1.1 200 All right\r\n\r\nsome");
        feed(" more");
        parser.finish();
        assertEquals(List.of("head All right|", "body some more", "end "), notes.notes);
    }

    @Test
    void anAnswerToHeadHasNoBody() {
        parser = new HttpParser(true, new HeadText(), notes);
        notes.answer = HttpParser.NO_BODY;
        feed("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204\r\n\r\n");
        assertEquals(List.of("head OK|Content-Length|5|", "end ", "head |", "end "), notes.notes);
    }

    @Test
    void stopsBeforeAnotherProtocol() {
        int read = feed("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nraw bytes");
        assertTrue(parser.isUpgraded());
        assertEquals(
                "raw bytes".length(),
                "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nraw bytes".length() - read);
    }

    @Test
    void waitsUntilItIsTold() {
        notes.answer = HttpParser.WAIT;
        String text = "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx";
        int read = feed(text);
        assertEquals(text.length() - 1, read);
        assertTrue(parser.isWaiting());
        parser.resume(HttpParser.CONTINUE);
        feed("x");
        assertEquals(List.of("head /|Content-Length|1|", "body x", "end "), notes.notes);
    }

    @Test
    void aRefusedUpgradeLeavesTheConnectionToHttpButDropsWhatCameWithIt() {
        notes.answer = HttpParser.WAIT;
        feed("POST /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 1\r\n\r\n");
        notes.answer = HttpParser.CONTINUE;
        assertFalse(parser.refuseUpgrade());
        feed("xGET /dropped HTTP/1.1\r\n\r\n");
        feed("GET /b HTTP/1.1\r\n\r\n");
        assertEquals(
                List.of("head /a|Connection|Upgrade|Upgrade|x|Content-Length|1|", "body x", "end ", "head /b|", "end "),
                notes.notes);
    }

    @Test
    void aRefusedUpgradeWithoutABodyIsOverAtOnce() {
        notes.answer = HttpParser.WAIT;
        feed("GET /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
        notes.answer = HttpParser.CONTINUE;
        assertTrue(parser.refuseUpgrade());
        feed("GET /b HTTP/1.1\r\n\r\n");
        assertEquals(List.of("head /a|Connection|Upgrade|Upgrade|x|", "end ", "head /b|", "end "), notes.notes);
    }

    @Test
    void aParserThatFailedLeavesNothingToOthers() {
        HeadText shared = new HeadText();
        HttpParser other = new HttpParser(false, shared, new Notes());
        parser = new HttpParser(false, shared, notes);
        feed("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\na");
        byte[] bad = "GET /secret HTTP/1.1\r\nA\0".getBytes(StandardCharsets.ISO_8859_1);
        other.feed(bad, 0, bad.length);
        feed("b");
        assertEquals(List.of("head /|Content-Length|2|", "body ab", "end "), notes.notes);
    }

    @Test
    void limitsHeads() {
        parser.limit(100, 0, 0);
        feed("GET /" + "a".repeat(200) + " HTTP/1.1\r\n\r\n");
        assertEquals("HPE_HEADER_OVERFLOW", parser.error().code());
        parser = new HttpParser(false, new HeadText(), notes);
        parser.limit(1000, 2, 0);
        feed("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n");
        assertEquals("HPE_HEADER_OVERFLOW", parser.error().code());
    }

    /** Codes and reasons are those that Node gives for the same bytes; ^ is CR LF, ~ LF, ` CR, # a backtick. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "GXT / HTTP/1.1^^ ! HPE_INVALID_METHOD ! Invalid method encountered",
                "GET / HTP/1.1^^ ! HPE_INVALID_CONSTANT ! Expected HTTP/, RTSP/ or ICE/",
                "GET / HTTP/1.2^^ ! HPE_INVALID_VERSION ! Invalid HTTP version",
                "GET / HTTP/1.1~~ ! HPE_INVALID_VERSION ! Expected CRLF after version",
                "GET / HTTP/1.1^A : b^^ ! HPE_INVALID_HEADER_TOKEN ! Invalid header token",
                "GET / HTTP/1.1^Content-Length : 1^^ ! HPE_INVALID_HEADER_TOKEN ! Invalid header field char",
                "GET / HTTP/1.1^A: b^ c^^ ! HPE_INVALID_HEADER_TOKEN ! Unexpected whitespace after header value",
                "GET / HTTP/1.1^A: b~^ ! HPE_CR_EXPECTED ! Missing expected CR after header value",
                "GET / HTTP/1.1^A: b`X^^ ! HPE_LF_EXPECTED ! Missing expected LF after header value",
                "GET / HTTP/1.1^A: b^`X ! HPE_STRICT ! Expected LF after headers",
                "GET / HTTP/1.1^Content-Length: 1^Content-Length: 1^^ ! HPE_UNEXPECTED_CONTENT_LENGTH ! Duplicate Content-Length",
                "GET / HTTP/1.1^Content-Length: 1^Transfer-Encoding: chunked^^ ! HPE_INVALID_TRANSFER_ENCODING ! Transfer-Encoding can't be present with Content-Length",
                "GET / HTTP/1.1^Transfer-Encoding: chunked^Content-Length: 1^^ ! HPE_INVALID_CONTENT_LENGTH ! Content-Length can't be present with Transfer-Encoding",
                "GET / HTTP/1.1^Transfer-Encoding: chunked, gzip^^ ! HPE_INVALID_TRANSFER_ENCODING ! Invalid #Transfer-Encoding# header value",
                "GET / HTTP/1.1^Transfer-Encoding:^^ ! HPE_INVALID_TRANSFER_ENCODING ! Empty Transfer-Encoding",
                "GET / HTTP/1.1^Transfer-Encoding: gzip^^ ! HPE_INVALID_TRANSFER_ENCODING ! Request has invalid #Transfer-Encoding#",
                "GET / HTTP/1.1^Content-Length: 99999999999999999999^^ ! HPE_INVALID_CONTENT_LENGTH ! Content-Length overflow",
                "GET / HTTP/1.1^Transfer-Encoding: chunked^^11111111111111111^ ! HPE_INVALID_CHUNK_SIZE ! Chunk size overflow",
                "GET / HTTP/1.1^Transfer-Encoding: chunked^^1 ^ ! HPE_INVALID_CHUNK_SIZE ! Invalid character in chunk size",
                "GET / HTTP/1.1^Transfer-Encoding: chunked^^1^abc ! HPE_STRICT ! Expected LF after chunk data",
                "GET / HTTP/1.1^Connection: close^^GET ! HPE_CLOSED_CONNECTION ! Data after #Connection: close#",
            })
    void refuses(String request, String code, String reason) {
        feed(request.replace("^", "\r\n").replace('~', '\n').replace('`', '\r'));
        assertEquals(new HttpError(code, reason.replace('#', '`')), parser.error());
    }
}
