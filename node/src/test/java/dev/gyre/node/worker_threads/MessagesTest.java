package dev.gyre.node.worker_threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Two runtimes, each on a thread of its own, with a channel between them. */
final class MessagesTest {
    private static final String OPEN =
            "const port = require('internal/worker_threads/message_port').openPort(1); const { log } = console;";

    /** What both programs print; {@code port} is their end of the channel. */
    private static String talk(String first, String second) throws InterruptedException, ExecutionException {
        Port[] pair = Port.pair();
        var family = new Family();
        CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> run(second, pair[1], family));
        String own = run(first, pair[0], family);
        return own + other.get();
    }

    private static String run(String program, Port port, Family family) {
        TestRuntime.Result result = TestRuntime.inCore(OPEN + program, Map.of(), runtime -> {
            runtime.share(Family.class, family);
            assertEquals(1, port.attach(runtime));
        });
        return result.out() + result.err();
    }

    @Test
    void valuesCrossAndKeepTheirOrder() throws Exception {
        String printed = talk(
                "port.on('message', (sum) => { log('sum', sum); port.close(); });"
                        + "for (let i = 0; i < 5000; i++) port.postMessage({ i, text: `n${i}` });"
                        + "port.postMessage('end'); port.on('close', () => log('first closed'));",
                "let next = 0, sum = 0;"
                        + "port.on('message', (m) => {"
                        + "  if (m === 'end') return port.postMessage(sum);"
                        + "  if (m.i !== next++ || m.text !== `n${m.i}`) throw new Error(`${m.i}`);"
                        + "  sum += m.i;"
                        + "});"
                        + "port.on('close', () => log('second closed'));");
        assertEquals("sum 12497500\nfirst closed\nsecond closed\n", printed);
    }

    @Test
    void aRuntimeThatEndsClosesItsPeersPort() throws Exception {
        String printed = talk(
                "port.postMessage('last'); process.exit(3);",
                "port.on('message', log); port.on('close', () => log('closed'));");
        assertEquals("last\nclosed\n", printed);
    }

    @Test
    void locksOfARuntimeThatEndsAreGivenBack() throws Exception {
        String printed = talk(
                "const { locks } = require('worker_threads');"
                        + "locks.request('a', () => new Promise(() => {}));"
                        + "port.postMessage('held'); port.once('message', () => process.exit());",
                "const { locks } = require('worker_threads');"
                        + "port.once('message', () => {"
                        + "  const stay = setInterval(() => {}, 1000);"
                        + "  locks.request('a', { ifAvailable: true }, log);"
                        + "  locks.request('a', async ({ name }) => { log(name); clearInterval(stay); });"
                        + "  port.postMessage('end');"
                        + "});");
        assertEquals("null\na\n", printed);
    }

    @Test
    void sharedMemoryIsSharedAndMovedMemoryMoves() throws Exception {
        String printed = talk(
                "const shared = new SharedArrayBuffer(8), moved = new Uint8Array([1, 2, 3]);"
                        + "port.postMessage({ shared, moved }, [moved.buffer]); log(moved.length);"
                        + "Atomics.wait(new Int32Array(shared), 0, 0, 20000); log(new Int32Array(shared)[0]); port.close();",
                "port.on('message', ({ shared, moved }) => { log(moved.join());"
                        + "  Atomics.store(new Int32Array(shared), 0, 7); Atomics.notify(new Int32Array(shared), 0); });");
        assertEquals("0\n7\n1,2,3\n", printed);
    }

    @Test
    void portsTravelWithTheirQueues() throws Exception {
        String printed = talk(
                "const { MessageChannel } = require('worker_threads'); const channel = new MessageChannel();"
                        + "channel.port1.postMessage('queued');"
                        + "port.postMessage({ here: channel.port2 }, [channel.port2]);"
                        + "channel.port1.postMessage('later');"
                        + "channel.port1.on('message', (m) => { log(m); channel.port1.close(); });",
                "port.on('message', ({ here }) => {"
                        + "  here.on('message', (m) => { log(m); if (m === 'later') here.postMessage('answer'); });"
                        + "  here.on('close', () => { log('closed'); port.close(); });"
                        + "});");
        assertEquals("answer\nqueued\nlater\nclosed\n", printed);
    }
}
