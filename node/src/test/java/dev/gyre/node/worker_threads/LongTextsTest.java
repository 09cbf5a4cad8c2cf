package dev.gyre.node.worker_threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Long strings between two runtimes, each on a thread of its own. */
final class LongTextsTest {
    private static final String OPEN =
            "const port = require('internal/worker_threads/message_port').openPort(1); const { log } = console;"
                    + "const ascii = 'abc'.repeat(100_000), wide = '\\u20acx'.repeat(50_000), latin = '\\u00e9\\0'.repeat(40_000);";

    private static final String ECHO = "port.on('message', (m) => m === 'end' ? port.close() : port.postMessage(m));";

    private static String talk(String first, String second) throws Exception {
        Port[] pair = Port.pair();
        var family = new Family();
        CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> run(second, pair[1], family));
        return run(first, pair[0], family) + other.get();
    }

    private static String run(String program, Port port, Family family) {
        TestRuntime.Result result = TestRuntime.inCore(OPEN + program, Map.of(), runtime -> {
            runtime.share(Family.class, family);
            assertEquals(1, port.attach(runtime));
        });
        return result.out() + result.err();
    }

    @Test
    void theyComeBackAsTheyWere() throws Exception {
        String printed = talk(
                "const texts = [ascii, wide, latin, ascii, ascii + 'x', 'x' + wide, ascii.slice(1), 'y'.repeat(65_536)];"
                        + "let next = 0;"
                        + "port.on('message', ({ text, list }) => {"
                        + "  const sent = texts[next++];"
                        + "  if (text !== sent || list.length !== 2 || list[1] !== sent) log('wrong', next);"
                        + "  if (next === texts.length) { log('all', next); port.postMessage('end'); }"
                        + "});"
                        + "for (const text of texts) port.postMessage({ text, list: ['short', text] });",
                ECHO);
        assertEquals("all 8\n", printed);
    }

    @Test
    void thousandsOfOthersAreForgotten() throws Exception {
        String printed = talk(
                "let i = 0, wrong = 0; const send = () => port.postMessage([`${i}${ascii}`, i % 3 ? latin : wide]);"
                        + "port.on('message', ([text, other]) => {"
                        + "  if (text !== `${i}${ascii}` || other !== (i % 3 ? latin : wide)) wrong++;"
                        + "  if (++i < 300) send(); else { log('wrong', wrong); port.postMessage('end'); }"
                        + "});"
                        + "send();",
                ECHO);
        assertEquals("wrong 0\n", printed);
    }
}
