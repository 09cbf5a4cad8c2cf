package dev.gyre.codec.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What holds for any bytes: nothing is thrown, frames are the same however the input is cut, a decoded list encodes to a
 * block that decodes to the same list, and neither tables nor lists grow beyond their limits.
 *
 * <p>Without {@code JAZZER_FUZZ=1} the seeds are replayed. The first byte of an input chooses frames or a header block, the
 * second says where the rest is cut.
 */
class Http2FuzzTest {
    private static final int MAX_LIST_BYTES = 2000;

    @FuzzTest(maxDuration = "5m")
    void keepsItsPromisesWhateverComes(byte[] input) {
        if (input.length <= 2) {
            return;
        }
        if ((input[0] & 1) == 0) {
            framesAreTheSameHoweverCut(input);
        } else {
            listsSurviveARoundTrip(input);
        }
    }

    private static void framesAreTheSameHoweverCut(byte[] input) {
        assertEquals(read(input, input.length), read(input, 1));
        assertEquals(read(input, input.length), read(input, 1 + (input[1] & 63)));
    }

    private static String read(byte[] input, int step) {
        FrameNotes notes = new FrameNotes();
        FrameReader reader = new FrameReader((input[0] & 2) != 0, notes);
        for (int at = 2; at < input.length; at += step) {
            reader.feed(input, at, Math.min(at + step, input.length));
        }
        return notes.notes + " " + reader.error();
    }

    private static void listsSurviveARoundTrip(byte[] input) {
        HpackDecoder decoder = new HpackDecoder();
        HpackDecoder ofCopies = new HpackDecoder();
        HpackEncoder encoder = new HpackEncoder();
        decoder.limitLists(MAX_LIST_BYTES, 50);
        int middle = 2 + Math.min(input[1] & 63, input.length - 2);
        for (int part = 0; part < 2; part++) {
            encoder.begin();
            StringBuilder told = new StringBuilder();
            HeaderList list = new HeaderList((input[0] & 4) != 0);
            list.begin((input[0] & 2) != 0);
            boolean isValid = decoder.decode(
                    input, part == 0 ? 2 : middle, part == 0 ? middle : input.length, (in, from, to, end, isNever) -> {
                        list.header(in, from, to, end, isNever);
                        encoder.header(in, from, to, to, end, isNever);
                        note(told, in, from, to, end);
                    });
            assertTrue(decoder.tableBytes() <= HpackTable.DEFAULT_MAX_BYTES, "a table that has no limit");
            assertTrue(told.length() <= MAX_LIST_BYTES, "a list that has no limit");
            assertEquals(0, list.text().chars().filter(c -> c == '\n').count() % 2, "a line feed in a header");
            StringBuilder again = new StringBuilder();
            byte[] block = Arrays.copyOf(encoder.bytes(), encoder.length());
            assertTrue(ofCopies.decode(
                    block, 0, block.length, (in, from, to, end, isNever) -> note(again, in, from, to, end)));
            assertEquals(told.toString(), again.toString());
            assertEquals(encoder.tableBytes(), ofCopies.tableBytes());
            if (!isValid) {
                return;
            }
        }
    }

    private static void note(StringBuilder told, byte[] in, int from, int to, int end) {
        told.append(new String(in, from, to - from, StandardCharsets.ISO_8859_1))
                .append('=')
                .append(new String(in, to, end - to, StandardCharsets.ISO_8859_1))
                .append(' ');
    }
}
