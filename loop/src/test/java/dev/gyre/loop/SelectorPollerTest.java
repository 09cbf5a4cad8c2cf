package dev.gyre.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loops on the real clock and a real selector. Nothing here waits for time to pass, but for things to happen. */
@Timeout(20)
class SelectorPollerTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void firesTimersWithoutASelector() {
        try (Loop loop = Loop.open()) {
            var log = new ArrayList<String>();
            loop.timer(() -> log.add("b@" + (loop.nowMs() >= 4))).start(4);
            loop.timer(() -> log.add("a@" + (loop.nowMs() >= 2))).start(2);
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of("a@true", "b@true"), log);
        }
    }

    @Test
    void firesTimersWithASelector() throws IOException {
        try (Loop loop = Loop.open()) {
            var log = new ArrayList<String>();
            Pipe pipe = Pipe.open();
            ChannelHandle handle = loop.channel(pipe.source());
            handle.start(SelectionKey.OP_READ, _ -> log.add("never"));
            loop.timer(() -> {
                        log.add("timer " + (loop.nowMs() >= 3));
                        handle.close();
                    })
                    .start(3);
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of("timer true"), log);
            pipe.sink().close();
        }
    }

    @Test
    void echoesOverTcp() throws IOException {
        try (Loop loop = Loop.open()) {
            ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT);
            ChannelHandle listening = loop.channel(server);
            listening.start(SelectionKey.OP_ACCEPT, _ -> {
                startEcho(loop, server.accept());
                listening.close();
            });
            var received = new StringBuilder();
            startClient(loop, (InetSocketAddress) server.getLocalAddress(), received);
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals("hello, loop", received.toString());
        }
    }

    private static void startEcho(Loop loop, SocketChannel peer) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64);
        ChannelHandle handle = loop.channel(peer);
        handle.start(SelectionKey.OP_READ, _ -> {
            if (peer.read(buffer) < 0) {
                handle.close();
                return;
            }
            buffer.flip();
            peer.write(buffer);
            buffer.compact();
        });
    }

    private static void startClient(Loop loop, InetSocketAddress address, StringBuilder received) throws IOException {
        SocketChannel client = SocketChannel.open();
        ChannelHandle handle = loop.channel(client);
        ByteBuffer in = ByteBuffer.allocate(64);
        ByteBuffer out = StandardCharsets.UTF_8.encode("hello, loop");
        boolean connected = client.connect(address);
        handle.start(connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, ready -> {
            if ((ready & SelectionKey.OP_CONNECT) != 0) {
                client.finishConnect();
                handle.interestOps(SelectionKey.OP_WRITE);
            } else if ((ready & SelectionKey.OP_WRITE) != 0) {
                client.write(out);
                handle.interestOps(out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            } else {
                client.read(in);
                received.append(StandardCharsets.UTF_8.decode(in.flip()));
                in.clear();
                if (received.length() == "hello, loop".length()) {
                    handle.close();
                }
            }
        });
    }

    @Test
    void thePortIsFreeWhenTheCloseCallbackRuns() throws IOException {
        try (Loop loop = Loop.open()) {
            ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT);
            var address = server.getLocalAddress();
            ChannelHandle handle = loop.channel(server);
            handle.start(SelectionKey.OP_ACCEPT, _ -> {});
            var bound = new ArrayList<String>();
            loop.immediate(() -> handle.close(() -> {
                try (ServerSocketChannel again = ServerSocketChannel.open().bind(address)) {
                    bound.add(again.getLocalAddress().equals(address) ? "same" : "other");
                } catch (IOException e) {
                    bound.add(e.toString());
                }
            }));
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(List.of("same"), bound);
        }
    }

    @Test
    void closingTheLoopClosesItsChannels() throws IOException {
        Loop loop = Loop.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT);
        var address = server.getLocalAddress();
        loop.channel(server).start(SelectionKey.OP_ACCEPT, _ -> {});
        loop.close();
        assertFalse(server.isOpen());
        ServerSocketChannel.open().bind(address).close();
    }

    @Test
    void anotherThreadWakesAParkedLoop() throws InterruptedException {
        try (Loop loop = Loop.open()) {
            wakeAndCount(loop, 1000);
        }
    }

    @Test
    void anotherThreadWakesASelectingLoop() throws IOException, InterruptedException {
        try (Loop loop = Loop.open()) {
            ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT);
            loop.channel(server).start(SelectionKey.OP_ACCEPT, _ -> {});
            wakeAndCount(loop, 1000);
        }
    }

    /** Each wake-up is answered before the next is sent, so the loop is about to sleep: one lost, and it hangs. */
    private static void wakeAndCount(Loop loop, int times) throws InterruptedException {
        var answered = new AtomicInteger();
        AsyncHandle async = loop.async(answered::incrementAndGet);
        Thread waker = Thread.ofPlatform().start(() -> {
            for (int i = 1; i <= times; i++) {
                async.wake();
                while (answered.get() < i) {
                    Thread.onSpinWait();
                }
            }
            loop.stop();
        });
        assertTrue(loop.run(RunMode.DEFAULT));
        waker.join();
        assertEquals(times, answered.get());
    }

    @Test
    void noWakeUpIsLostWhenTheSelectorIsOpened() throws IOException, InterruptedException {
        for (int round = 0; round < 100; round++) {
            try (Loop loop = Loop.open()) {
                var answered = new AtomicInteger();
                AsyncHandle async = loop.async(answered::incrementAndGet);
                Pipe pipe = Pipe.open();
                loop.post(() -> {
                    try {
                        loop.channel(pipe.source()).start(SelectionKey.OP_READ, _ -> {});
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                });
                Thread waker = Thread.ofPlatform().start(() -> {
                    for (int i = 1; i <= 20; i++) {
                        async.wake();
                        while (answered.get() < i) {
                            Thread.onSpinWait();
                        }
                    }
                    loop.stop();
                });
                loop.run(RunMode.DEFAULT);
                waker.join();
                assertEquals(20, answered.get());
                pipe.sink().close();
            }
        }
    }

    @Test
    void tasksOfManyThreadsAllRunEachThreadsInItsOrder() throws InterruptedException {
        try (Loop loop = Loop.open()) {
            int threads = 4;
            int each = 2000;
            var next = new int[threads];
            var left = new int[] {threads * each};
            AsyncHandle alive = loop.async(() -> {});
            for (int t = 0; t < threads; t++) {
                int mine = t;
                Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = i;
                        loop.post(() -> {
                            assertEquals(number, next[mine]++);
                            if (--left[0] == 0) {
                                alive.close();
                            }
                        });
                    }
                });
            }
            assertFalse(loop.run(RunMode.DEFAULT));
            assertEquals(0, left[0]);
        }
    }

    @Test
    void anIdleLoopUsesNoCpu() throws IOException {
        try (Loop loop = Loop.open();
                ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT)) {
            loop.channel(server).start(SelectionKey.OP_ACCEPT, _ -> {});
            loop.timer(loop::stop).start(100);
            long before = loop.telemetry().turns();
            var threads = ManagementFactory.getThreadMXBean();
            long cpuNs = threads.getCurrentThreadCpuTime();
            loop.run(RunMode.DEFAULT);
            cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
            assertTrue(
                    loop.telemetry().turns() - before <= 4,
                    "turns: " + loop.telemetry().turns());
            assertTrue(cpuNs < 50_000_000, "CPU: " + cpuNs + " ns");
        }
    }

    @Test
    void aStoppedReaderIsNotCalledAndAResumedOneIs() throws IOException {
        try (Loop loop = Loop.open();
                ServerSocketChannel server = ServerSocketChannel.open().bind(ANY_PORT);
                Socket client = new Socket()) {
            client.connect(server.getLocalAddress());
            SocketChannel accepted = server.accept();
            client.getOutputStream().write('x');
            client.getOutputStream().flush();
            var log = new ArrayList<String>();
            ChannelHandle handle = loop.channel(accepted);
            handle.start(SelectionKey.OP_READ, _ -> {
                log.add("ready");
                handle.stop();
            });
            loop.run(RunMode.DEFAULT);
            assertEquals(List.of("ready"), log);
            handle.start(SelectionKey.OP_READ, _ -> {
                log.add("again");
                handle.close();
            });
            loop.run(RunMode.DEFAULT);
            assertEquals(List.of("ready", "again"), log);
        }
    }

    @Test
    void stopFromAnotherThreadEndsTheWait() throws InterruptedException {
        try (Loop loop = Loop.open()) {
            loop.async(() -> {});
            Thread stopper = Thread.ofPlatform().start(() -> {
                while (!loop.telemetry().isWaiting()) {
                    Thread.onSpinWait();
                }
                loop.stop();
            });
            assertTrue(loop.run(RunMode.DEFAULT));
            stopper.join();
        }
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        try (Loop loop = Loop.open()) {
            loop.async(() -> {});
            Thread runner = Thread.currentThread();
            Thread interrupter = Thread.ofPlatform().start(() -> {
                while (!loop.telemetry().isWaiting()) {
                    Thread.onSpinWait();
                }
                runner.interrupt();
            });
            assertTrue(loop.run(RunMode.DEFAULT));
            assertTrue(Thread.interrupted());
            interrupter.join();
        }
    }
}
