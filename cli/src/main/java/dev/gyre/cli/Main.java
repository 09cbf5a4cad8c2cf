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
import dev.gyre.node.inspector.InspectorStart;
import dev.gyre.node.process.CommandProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;

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
        CommandProcess.returnToLostFolder();
        CommandLine line;
        DoctorStart doctor = null;
        try {
            String[] words = StartText.arguments(args);
            if (words.length > 0 && words[0].equals("doctor")) { // the class with its name is not loaded otherwise
                doctor = DoctorStart.parse(List.of(words).subList(1, words.length));
                words = doctor.commandLine();
            } else if (NodeStart.isAskedFor(words)) {
                words = NodeStart.commandLine(words);
            }
            line = CommandLine.parse(words, StartText.environment(), Image::v8FlagTypes);
        } catch (BadOption e) {
            System.err.println(e.preface() + Image.argv0() + ": " + e.getMessage());
            System.err.flush();
            Runtime.getRuntime().halt(e.exitCode());
            return;
        }
        if (line.has("--version")) {
            System.out.println("v26.10.0");
            return;
        }
        if (line.has("--help")) {
            String help = Help.text();
            System.out.print(HelpStyle.isWanted(StartText.environment()) ? HelpStyle.styled(help) : help);
            return;
        }
        if (line.has("--completion-bash")) {
            System.out.print(BashCompletion.text());
            return;
        }
        if (line.has("--v8-options")) {
            printV8Options();
            return;
        }
        String internals = StartText.environment().get("GYRE_V8_INTERNALS");
        if (internals != null && !internals.isEmpty()) {
            System.setProperty(V8Internals.PROPERTY, internals);
            checkV8Internals();
        }
        if (line.isCommand(RegexpLint.NAME)) {
            RegexpLint.start(line.arguments());
            return;
        }
        String complaint = AddressSpace.complaint();
        if (complaint != null) {
            System.err.println(Image.argv0() + ": " + complaint);
            Runtime.getRuntime().halt(EXIT_NO_ROOM);
        }
        long stackBytes = line.v8StackKiB() * 1024L + JAVA_STACK_BYTES;
        boolean hasInspectorSignal =
                !line.has("--disable-sigusr1") && (!line.has("--permission") || line.has("--allow-inspector"));
        if (!hasInspectorSignal) {
            ProcessSignals.endOnInspectorSignal();
        }
        if (Boolean.getBoolean("gyre.resetSignals")) {
            ProcessSignals.resetIgnored(); // the launcher could not
        }
        var isIdle = new CountDownLatch(1);
        var runtime = new CompletableFuture<GyreRuntime>();
        // Of a type that is there anyway: the doctor's class is loaded only where it is asked for.
        boolean mayHavePrinted = !line.v8Flags().isEmpty();
        IntConsumer ending = code -> exit(code, mayHavePrinted);
        IntConsumer exit;
        try {
            exit = line.has("--jfr")
                    ? FlightRecording.start((String) line.options().get("--jfr-file"), ending)
                    : ending;
        } catch (BadOption e) {
            System.err.println(Image.argv0() + ": " + e.getMessage());
            Runtime.getRuntime().halt(e.exitCode());
            return;
        }
        BiFunction<RuntimeOptions, Loop, GyreRuntime> opening = doctor == null
                ? (options, loop) -> new GyreRuntime(options, new CommandProcess(exit), loop)
                : doctor.opening(exit);
        new Thread(null, () -> run(line, opening, isIdle, runtime), "gyre-loop-main", stackBytes).start();
        handleFaults(isIdle);
        if (hasInspectorSignal) {
            ProcessSignals.onInspectorSignal(() -> InspectorStart.openAtSignal(runtime.join()));
        }
        watch(runtime);
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

    /** Has the program's loop watched, when it has lived for a while: a short program does not pay for it. */
    private static void watch(CompletableFuture<GyreRuntime> runtime) {
        if (!Boolean.getBoolean("gyre.training")) {
            runtime.join().watch(); // a slow start is not there yet
        }
    }

    private static void run(
            CommandLine line,
            BiFunction<RuntimeOptions, Loop, GyreRuntime> opening,
            CountDownLatch isIdle,
            CompletableFuture<GyreRuntime> runtime) {
        try {
            boolean fromSources = Image.coreSources() != null;
            String flags = String.join(
                    " ",
                    fromSources ? Core.BUILD_FLAGS : Core.RUN_FLAGS,
                    line.hasRegexpGuard() ? Core.REGEXP_GUARD_FLAGS : "",
                    String.join(" ", line.v8Flags()),
                    HeapLimit.flag(line.v8Flags(), line.heapPercentage()));
            var snapshot = fromSources ? null : SnapshotReader.start(Image.snapshotFile());
            Engine.start(new Engine.Options(Image.nativeFolder(), Image.icuFile(), flags));
            var options = new RuntimeOptions(
                    snapshot,
                    fromSources ? null : new WorkerSnapshot(Image.workerSnapshotFile()),
                    Image.lazySourcesFile(),
                    Image.coreSources(),
                    argv(line),
                    line.execArgv(),
                    Image.execPath(),
                    Image.argv0(),
                    null,
                    line.options(),
                    null);
            Loop loop =
                    Loop.builder().poller(new EpollPoller(isIdle::countDown)).open();
            GyreRuntime started = opening.apply(options, loop);
            if (line.has("--jfr")) {
                started.watch(); // what holds the loop is an event, from the beginning
            }
            if (line.has("--dashboard")) {
                started.watch(); // it shows what holds the loop, from the beginning
                DashboardStart.start(DashboardStart.options(line.options(), StartText.environment()), started);
            }
            runtime.complete(started);
            started.run(); // ends the process
        } catch (BadOption e) {
            System.err.println(Image.argv0() + ": " + e.getMessage());
            Runtime.getRuntime().halt(e.exitCode());
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
