package dev.gyre.node.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.stream.RecordTransport;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.TestRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing in net or http knows the transport of its connections: programs print the same, and what Node prints, on the plain
 * transport and on one that splits, delays and frames all bytes.
 */
@Timeout(120)
class TransportTest {
    @ParameterizedTest
    @ValueSource(strings = {"net", "http"})
    void worksOnThePlainTransport(String program) throws IOException {
        assertPrintsAsNode(program, _ -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"net", "http"})
    void worksTheSameOnATransportThatMakesRecords(String program) throws IOException {
        var made = new AtomicInteger();
        assertPrintsAsNode(
                program,
                runtime -> runtime.share(TransportMaker.class, stream -> {
                    made.incrementAndGet();
                    return new RecordTransport(stream);
                }));
        assertTrue(made.get() > 30, () -> made + " connections had the transport");
    }

    private static void assertPrintsAsNode(String program, Consumer<GyreRuntime> prepare) throws IOException {
        TestRuntime.Result result = TestRuntime.result(resource(program + ".js"), Map.of(), prepare);
        assertEquals(resource(program + ".expected.txt"), result.out() + result.err());
        assertEquals(0, result.exitCode());
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TransportTest.class.getResourceAsStream("/transport/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
