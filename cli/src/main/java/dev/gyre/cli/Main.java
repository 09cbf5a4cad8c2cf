package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.v8internals.V8Internals;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.poll.EpollPoller;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.io.process.StartText;
import dev.gyre.loop.Loop;
import dev.gyre.node.Core;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.process.CommandProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command {@code gyre}. */
public final class Main {
    private static final int EXIT_NO_ROOM = 1;
    private static final int EXIT_BAD_OPTION = 9;
    private static final int EXIT_INTERNAL = 70;

    /** What V8 needs below its own limit: Java's frames when a script at its deepest calls a native function. */
    private static final long JAVA_STACK_BYTES = 4L << 20;

    /** Programs that are over by then do without what {@link #handleFaults} does. */
    private static final long SHORT_LIFE_MS = 2000;

    private Main() {}

    public static void main(String[] args) {
        ForeignCalls.useLibrary(Image.nativeFolder());
        CommandLine line;
        try {
            line = CommandLine.parse(StartText.arguments(args), StartText.environment(), Image::v8FlagTypes);
        } catch (BadOption e) {
            System.err.println(Image.argv0() + ": " + e.getMessage());
            System.err.flush();
            Runtime.getRuntime().halt(e.exitCode());
            return;
        }
        if (line.has("--version")) {
            System.out.println("v26.10.0");
            return;
        }
        if (line.has("--help")) {
            System.out.print(Help.text());
            return;
        }
        if (line.has("--v8-options")) {
            printV8Options();
            return;
        }
        if (System.getProperty(V8Internals.PROPERTY) != null) {
            checkV8Internals();
        }
        String complaint = AddressSpace.complaint();
        if (complaint != null) {
            System.err.println(Image.argv0() + ": " + complaint);
            Runtime.getRuntime().halt(EXIT_NO_ROOM);
        }
        long stackBytes = line.v8StackKiB() * 1024L + JAVA_STACK_BYTES;
        if (line.has("--disable-sigusr1")) {
            ProcessSignals.endOnInspectorSignal();
        }
        if (Boolean.getBoolean("gyre.resetSignals")) {
            ProcessSignals.resetIgnored(); // the launcher could not
        }
        var isIdle = new CountDownLatch(1);
        new Thread(null, () -> run(line, isIdle), "gyre-loop-main", stackBytes).start();
        handleFaults(isIdle);
    }

    /** Given --help, V8 prints its flags and ends the process. */
    private static void printV8Options() {
        Engine.start(new Engine.Options(Image.nativeFolder(), Image.icuFile(), "--help"));
        Isolate.open(null);
    }

    private static void checkV8Internals() {
        try {
            V8Internals.ofProcess();
        } catch (IllegalArgumentException e) {
            System.err.println(Image.argv0() + ": " + e.getMessage());
            System.err.flush();
            Runtime.getRuntime().halt(EXIT_BAD_OPTION);
        }
    }

    /**
     * Installs the handlers of SIGSEGV and its like. That costs the first native call of a process, so it waits until the
     * program waits itself, or has lived for a while.
     */
    private static void handleFaults(CountDownLatch isIdle) {
        try {
            // A slow training run must not make native calls earlier than a program does: the cache would lack what
            // comes before them.
            long limitMs = Boolean.getBoolean("gyre.training") ? Long.MAX_VALUE : SHORT_LIFE_MS;
            isIdle.await(limitMs, TimeUnit.MILLISECONDS);
            ProcessSignals.filterFaults();
        } catch (InterruptedException _) {
            // nobody does that
        }
    }

    private static void run(CommandLine line, CountDownLatch isIdle) {
        try {
            boolean fromSources = Image.coreSources() != null;
            String flags = String.join(
                    " ",
                    fromSources ? Core.BUILD_FLAGS : Core.RUN_FLAGS,
                    HeapLimit.flag(line.v8Flags(), line.heapPercentage()),
                    String.join(" ", line.v8Flags()));
            var snapshot = fromSources ? null : SnapshotReader.start(Image.snapshotFile());
            Engine.start(new Engine.Options(Image.nativeFolder(), Image.icuFile(), flags));
            var options = new RuntimeOptions(
                    snapshot,
                    Image.lazySourcesFile(),
                    Image.coreSources(),
                    argv(line),
                    line.execArgv(),
                    Image.execPath(),
                    Image.argv0(),
                    null,
                    line.options(),
                    null);
            boolean mayHavePrinted = !line.v8Flags().isEmpty();
            Loop loop =
                    Loop.builder().poller(new EpollPoller(isIdle::countDown)).open();
            var host = new CommandProcess(code -> exit(code, mayHavePrinted));
            new GyreRuntime(options, host, loop).run(); // ends the process
        } catch (RuntimeException | Error e) {
            System.err.println("gyre: internal error, please report it:");
            e.printStackTrace();
            Runtime.getRuntime().halt(EXIT_INTERNAL);
        }
    }

    /** The ahead-of-time cache is written by the JVM at its end, so the run that makes it has to let it come to that. */
    private static void exit(int code, boolean mayHavePrinted) {
        if (mayHavePrinted) {
            PosixProcess.flushPrinted();
        }
        if (Boolean.getBoolean("gyre.training")) {
            Runtime.getRuntime().halt(code);
        }
        PosixProcess.exit(code);
    }

    private static List<String> argv(CommandLine line) {
        var argv = new ArrayList<String>();
        argv.add(Image.execPath());
        argv.addAll(line.arguments());
        return argv;
    }
}
