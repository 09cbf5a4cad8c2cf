package dev.gyre.conformance;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A terminal with nobody before it: a process runs inside, a test types and reads what is shown. */
final class PseudoTerminal implements AutoCloseable {
    private static final int LIMIT_S = 30;
    private static final int O_RDWR_NOCTTY = 0x2 | 0x100;
    private static final int TIOCSWINSZ = 0x5414;
    private static final int SIGWINCH = 28;

    private final int master;
    private final Process process;
    private final StringBuilder shown = new StringBuilder();
    private int seen;

    PseudoTerminal(int columns, int rows, String... command) throws IOException {
        master = call("posix_openpt", O_RDWR_NOCTTY);
        if (master < 0 || call("grantpt", master) != 0 || call("unlockpt", master) != 0) {
            throw new IOException("no pseudo terminal");
        }
        setSize(columns, rows);
        var slave = new File(name());
        var builder = new ProcessBuilder(command)
                .redirectInput(slave)
                .redirectOutput(slave)
                .redirectError(slave);
        Command.withoutReports(builder);
        builder.environment().put("TERM", "xterm");
        builder.environment()
                .keySet()
                .removeAll(List.of("NO_COLOR", "FORCE_COLOR", "NODE_DISABLE_COLORS", "CI", "TMUX"));
        process = builder.start();
        Thread.ofVirtual().start(this::collect);
    }

    void type(String keys) {
        var bytes = keys.getBytes(StandardCharsets.UTF_8);
        try (var arena = Arena.ofConfined()) {
            transfer("write", master, arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes), bytes.length);
        }
    }

    /** Waits until {@code text} was shown, after what was waited for before. */
    void await(String text) throws InterruptedException {
        await("\"" + text + "\"", all -> {
            int at = all.indexOf(text, seen);
            if (at < 0) {
                return false;
            }
            seen = at + text.length();
            return true;
        });
    }

    private synchronized void await(String what, Predicate<String> condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!condition.test(shown.toString())) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("no %s in: %s".formatted(what, shown));
            }
            wait(left);
        }
    }

    /** The process has no terminal of its own in the system's eyes, so the signal is sent by hand. */
    void resize(int columns, int rows) {
        setSize(columns, rows);
        kill(SIGWINCH);
    }

    void kill(int signal) {
        call("kill", (int) process.pid(), signal);
    }

    int exitValue() throws InterruptedException {
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            throw new AssertionError("still running; shown: " + shown);
        }
        return process.exitValue();
    }

    /** Whether what is typed is shown: off in raw mode. */
    boolean echoes() {
        try (var arena = Arena.ofConfined()) {
            var termios = arena.allocate(64, 8);
            if (callWith("tcgetattr", master, termios) != 0) {
                throw new IllegalStateException("tcgetattr failed");
            }
            return (termios.get(ValueLayout.JAVA_INT, 12) & 0x8) != 0;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        call("close", master);
    }

    private void collect() {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(4096);
            for (long count; (count = transfer("read", master, buffer, buffer.byteSize())) > 0; ) {
                var text = new String(buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
                synchronized (this) {
                    shown.append(text);
                    notifyAll();
                }
            }
        }
    }

    private String name() {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(100);
            var ptsname = function(
                    "ptsname_r",
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG);
            if ((int) ptsname.invokeExact(master, buffer, buffer.byteSize()) != 0) {
                throw new IllegalStateException("ptsname failed");
            }
            return buffer.getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void setSize(int columns, int rows) {
        try (var arena = Arena.ofConfined()) {
            var size = arena.allocateFrom(ValueLayout.JAVA_SHORT, (short) rows, (short) columns, (short) 0, (short) 0);
            var ioctl = Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker().defaultLookup().findOrThrow("ioctl"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.ADDRESS),
                            Linker.Option.firstVariadicArg(2));
            if ((int) ioctl.invokeExact(master, (long) TIOCSWINSZ, size) != 0) {
                throw new IllegalStateException("ioctl failed");
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow(name),
                        FunctionDescriptor.of(result, arguments));
    }

    private static int call(String name, int argument) {
        try {
            return (int)
                    function(name, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT).invokeExact(argument);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static int call(String name, int first, int second) {
        try {
            return (int) function(name, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)
                    .invokeExact(first, second);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static int callWith(String name, int fd, MemorySegment memory) {
        try {
            return (int) function(name, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)
                    .invokeExact(fd, memory);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static long transfer(String name, int fd, MemorySegment memory, long length) {
        try {
            return (long) function(
                            name,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG)
                    .invokeExact(fd, memory, length);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
