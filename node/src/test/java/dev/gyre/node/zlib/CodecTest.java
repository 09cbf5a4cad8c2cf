package dev.gyre.node.zlib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecTest {
    private final List<String> events = new ArrayList<>();

    private final class Recorder extends Codec {
        private final Runnable work;

        Recorder(Runnable work) {
            this.work = work;
            own(() -> events.add("freed"));
        }

        @Override
        CodecError run(int flush, ByteBuffer in, ByteBuffer out) {
            events.add("begins");
            work.run();
            events.add("ends");
            return null;
        }

        @Override
        CodecError reset() {
            return null;
        }
    }

    private static CodecError work(Codec codec) {
        return codec.process(0, ByteBuffer.allocate(0), ByteBuffer.allocate(0));
    }

    @Test
    void closedWhileAtWorkItIsFreedAfterwards() {
        var codecs = new Codec[1];
        codecs[0] = new Recorder(() -> codecs[0].close());
        work(codecs[0]);
        assertEquals(List.of("begins", "ends", "freed"), events);
    }

    @Test
    void isFreedOnce() {
        var codec = new Recorder(() -> {});
        codec.close();
        codec.close();
        assertEquals(List.of("freed"), events);
    }

    @Test
    void refusesWorkWhenClosedOrAtWork() {
        var closed = new Recorder(() -> {});
        closed.close();
        assertThrows(IllegalStateException.class, () -> work(closed));
        var codecs = new Codec[1];
        codecs[0] = new Recorder(() -> assertThrows(IllegalStateException.class, () -> work(codecs[0])));
        work(codecs[0]);
        assertEquals(List.of("freed", "begins", "ends"), events);
    }
}
