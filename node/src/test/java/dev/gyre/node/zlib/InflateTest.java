package dev.gyre.node.zlib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class InflateTest {
    private static final int NO_FLUSH = 0;
    private static final int FINISH = 4;

    private final Random random = new Random(42);

    @Test
    void readsGzipMembersInARowWhateverTheCutsBetweenChunks() throws IOException {
        for (int round = 0; round < 300; round++) {
            var expected = new ByteArrayOutputStream();
            var compressed = new ByteArrayOutputStream();
            for (int member = 1 + random.nextInt(3); member > 0; member--) {
                byte[] part = bytes(random.nextInt(5000));
                expected.write(part);
                compressed.write(gzip(part));
            }
            var inflate = new Inflate(round % 2 == 0 ? ZlibMode.GUNZIP : ZlibMode.UNZIP, 0, new byte[0], false);
            assertArrayEquals(expected.toByteArray(), read(inflate, compressed.toByteArray()), "round " + round);
        }
    }

    @Test
    void readsZlibStreamsByteByByteAndChecksTheirWindow() throws IOException {
        byte[] text = bytes(1000);
        var zlib = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(zlib)) {
            out.write(text);
        }
        assertArrayEquals(text, read(new Inflate(ZlibMode.UNZIP, 0, new byte[0], false), zlib.toByteArray()));
        assertEquals(
                "invalid window size",
                firstProblem(new Inflate(ZlibMode.INFLATE, 9, new byte[0], false), zlib.toByteArray()));
    }

    @Test
    void saysWhatIsWrongWithAMember() throws IOException {
        byte[] good = gzip(bytes(100));
        assertEquals("incorrect header check", problemWith(good, 1, 0));
        assertEquals("unknown compression method", problemWith(good, 2, 1));
        assertEquals("unknown header flags set", problemWith(good, 3, 0x80));
        assertEquals("incorrect data check", problemWith(good, good.length - 8, good[good.length - 8] ^ 1));
        assertEquals("incorrect length check", problemWith(good, good.length - 1, good[good.length - 1] ^ 1));
    }

    @Test
    void aStreamThatEndsTooEarlyIsToldAtTheEndOnly() throws IOException {
        byte[] half = Arrays.copyOf(gzip(bytes(1000)), 200);
        var inflate = new Inflate(ZlibMode.GUNZIP, 0, new byte[0], false);
        ByteBuffer out = ByteBuffer.allocateDirect(4096);
        assertNull(inflate.process(NO_FLUSH, direct(half, 0, half.length), out));
        assertEquals(
                "unexpected end of file",
                inflate.process(FINISH, direct(half, 0, 0), out).message());
    }

    @Test
    void zerosBehindTheLastMemberArePadding() throws IOException {
        byte[] text = bytes(300);
        byte[] padded = Arrays.copyOf(gzip(text), 1000);
        assertArrayEquals(text, read(new Inflate(ZlibMode.GUNZIP, 0, new byte[0], false), padded));
    }

    private String problemWith(byte[] good, int at, int value) {
        byte[] bad = good.clone();
        bad[at] = (byte) value;
        return firstProblem(new Inflate(ZlibMode.GUNZIP, 0, new byte[0], false), bad);
    }

    private static String firstProblem(Inflate inflate, byte[] input) {
        return inflate.process(FINISH, direct(input, 0, input.length), ByteBuffer.allocateDirect(8192))
                .message();
    }

    /** Reads with random cuts in the input and random sizes of output. */
    private byte[] read(Inflate inflate, byte[] input) {
        var all = new ByteArrayOutputStream();
        int at = 0;
        boolean isOutputFull = false;
        while (at < input.length || isOutputFull) {
            int length = Math.min(input.length - at, 1 + random.nextInt(random.nextBoolean() ? 3 : 2000));
            ByteBuffer in = direct(input, at, length);
            ByteBuffer out = ByteBuffer.allocateDirect(1 + random.nextInt(700));
            CodecError wrong = inflate.process(at + length == input.length ? FINISH : NO_FLUSH, in, out);
            assertNull(wrong);
            at += in.position();
            isOutputFull = !out.hasRemaining();
            byte[] made = new byte[out.position()];
            out.flip().get(made);
            all.writeBytes(made);
            if (in.hasRemaining() && !isOutputFull) {
                return all.toByteArray(); // at the end, with padding left
            }
        }
        inflate.close();
        return all.toByteArray();
    }

    private static ByteBuffer direct(byte[] bytes, int at, int length) {
        return ByteBuffer.allocateDirect(length).put(bytes, at, length).flip();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        return bytes;
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
