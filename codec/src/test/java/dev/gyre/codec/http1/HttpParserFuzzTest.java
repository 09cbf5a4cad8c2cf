package dev.gyre.codec.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What holds for any bytes: the parser throws nothing, stops within its input, tells the same however that is cut, stays
 * failed once it has failed, keeps heads within their limit, and shares a {@link HeadText} with others without a trace.
 *
 * <p>Without {@code JAZZER_FUZZ=1} the seeds are replayed, each a test of its own. The first byte of an input chooses the
 * parser ({@code @} a request, {@code A} a response, {@code B C} what waits or has no body, {@code D} lenient,
 * {@code H} relaxed, {@code P} with small limits; small letters likewise, but lines that come again are told once); the
 * second says where the rest is cut.
 */
class HttpParserFuzzTest {
    private static final int MAX_HEAD = 200;
    private static final int MAX_HEADERS = 6;

    @FuzzTest(maxDuration = "5m")
    void keepsItsPromisesWhateverComes(byte[] input) {
        if (input.length > 2) {
            readsAnythingInPiecesAsItReadsItWhole(input);
            parsersThatShareATextDoNotMeet(input);
        }
    }

    private static void readsAnythingInPiecesAsItReadsItWhole(byte[] input) {
        int kind = input[0];
        Reading whole = new Reading(kind, new HeadText());
        whole.read(input, 2, input.length, input.length);
        Reading single = new Reading(kind, new HeadText());
        single.read(input, 2, input.length, 1);
        assertSame(whole, single);
        Reading pieces = new Reading(kind, new HeadText());
        pieces.read(input, 2, input.length, 1 + (input[1] & 63));
        assertSame(whole, pieces);
    }

    private static void parsersThatShareATextDoNotMeet(byte[] input) {
        int middle = 2 + (input.length - 2) / 2;
        Reading first = new Reading(input[0], new HeadText());
        first.read(input, 2, middle, input.length);
        Reading second = new Reading(input[0], new HeadText());
        second.read(input, middle, input.length, input.length);

        HeadText shared = new HeadText();
        Reading a = new Reading(input[0], shared);
        Reading b = new Reading(input[0], shared);
        int step = 1 + (input[1] & 63);
        for (int at = 0; at < input.length; at += step) {
            a.feed(input, Math.min(2 + at, middle), Math.min(2 + at + step, middle));
            b.feed(input, Math.min(middle + at, input.length), Math.min(middle + at + step, input.length));
        }
        a.finish();
        b.finish();
        assertSame(first, a);
        assertSame(second, b);
    }

    /** A head is measured by the piece, as Node does: one that is bad and too long is refused for either. */
    private static void assertSame(Reading one, Reading other) {
        if (one.hasRefused || other.hasRefused) {
            return; // what comes in one piece with a refused upgrade is dropped, so the pieces matter
        }
        assertEquals(one.result(), other.result());
        if (!one.isOverflow() && !other.isOverflow()) {
            assertEquals(one.parser.error(), other.parser.error());
        }
    }

    /** One parser, what it told, and what must be so whatever it is fed. */
    private static final class Reading implements HttpParser.Sink {
        private final List<String> told = new ArrayList<>();
        private final StringBuilder body = new StringBuilder();
        private final HttpParser parser;
        private final int refusal;
        private boolean isInMessage;
        private boolean hasRefused;
        private String keptLines;

        Reading(int kind, HeadText text) {
            boolean isResponse = (kind & 1) != 0;
            refusal = (kind & 2) == 0 ? HttpParser.CONTINUE : isResponse ? HttpParser.NO_BODY : HttpParser.WAIT;
            parser = new HttpParser(isResponse, text, this);
            int lenient = (kind & 4) != 0 ? HttpParser.LENIENT_ALL : (kind & 8) != 0 ? HttpParser.LENIENT_VALUES : 0;
            boolean isSmall = (kind & 16) != 0;
            parser.limit(isSmall ? MAX_HEAD : 16384, isSmall ? MAX_HEADERS : 0, lenient);
            parser.keepLines((kind & 32) != 0);
        }

        void read(byte[] in, int from, int to, int step) {
            for (int at = from; at < to; at += step) {
                feed(in, at, Math.min(at + step, to));
            }
            finish();
        }

        void feed(byte[] in, int from, int to) {
            int at = from;
            while (at < to) {
                HttpError before = parser.error();
                int read = parser.feed(in, at, to);
                if (before != null) {
                    assertEquals(before, parser.error(), "an error stays");
                    assertEquals(at, read, "nothing is read after an error");
                    return;
                }
                if (parser.error() != null) {
                    return; // where it stopped is not asked: some errors are found only when a value is complete
                }
                assertTrue(at <= read && read <= to, () -> "stopped at a place outside of the input");
                if (parser.isWaiting()) {
                    hasRefused = true;
                    if (parser.refuseUpgrade()) {
                        return;
                    }
                } else if (parser.isUpgraded()) {
                    return;
                } else {
                    assertEquals(to, read, "everything is read");
                }
                at = read;
            }
        }

        void finish() {
            if (parser.error() == null) {
                parser.finish();
            }
        }

        String result() {
            return told + " " + body + " " + (parser.error() != null) + " " + parser.isUpgraded();
        }

        boolean isOverflow() {
            return parser.error() != null && parser.error().code().equals("HPE_HEADER_OVERFLOW");
        }

        @Override
        public int head(HttpParser parser) {
            assertTrue(!isInMessage, "a head in a message");
            isInMessage = true;
            tell("head " + parser.flags() + " " + parser.method() + " " + parser.status() + " " + parser.contentLength()
                    + " ");
            return refusal;
        }

        @Override
        public void body(byte[] in, int from, int to) {
            assertTrue(isInMessage, "a body outside of a message");
            assertTrue(from < to && to <= in.length, "a body outside of the input");
            body.append(new String(in, from, to - from, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void end(HttpParser parser) {
            assertTrue(isInMessage, "an end outside of a message");
            isInMessage = false;
            tell("end ");
        }

        private void tell(String what) {
            HeadText text = parser.text();
            // Names and values are limited together; each header adds two line ends.
            assertTrue(text.length() <= 3 * 16384, "a head that has no limit");
            String told = new String(text.bytes(), 0, text.length(), StandardCharsets.ISO_8859_1);
            if (isInMessage && parser.isKept()) {
                keptLines = told.substring(told.indexOf('\n') + 1);
            }
            this.told.add(body + what + told + (isInMessage && parser.isRepeated() ? keptLines : ""));
            body.setLength(0);
        }
    }
}
