package dev.gyre.cli;

import dev.gyre.dashboard.doctor.Diagnosis;
import dev.gyre.dashboard.doctor.Examination;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.RuntimeOptions;
import dev.gyre.node.process.CommandProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code gyre doctor [options] app.js [arguments] [-- arguments]}. Its options may stand before or after the script; what
 * stands behind two dashes is the program's. Options of the runtime stand before the script, with {@code =} if they have a
 * value.
 */
final class DoctorStart {
    private static final Set<String> OPTIONS = Set.of("--on-port", "--load", "--duration", "--output", "--json");
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    private static final String USAGE = """
            Usage: gyre doctor [options] app.js [arguments] [-- arguments]

            Runs a program until it ends, its load ends, its time is over or Ctrl-C is pressed; then says in a
            sentence what holds it back, and writes a report.

              --on-port PORT     wait until the program listens at this port, then put load on it
              --load COMMAND     the load, such as 'npx autocannon -d 10 http://127.0.0.1:8080'; PORT is in its environment
              --duration SECONDS end the program after this time
              --output FILE      where the report goes (gyre-doctor.html)
              --json FILE        write it as JSON too

            Exit codes: 0 nothing holds it back, 1 problems were found, 2 wrong usage, 3 the program failed.
            A program called "doctor" is run as ./doctor.
            """;

    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> runtimeOptions = new ArrayList<>();
    private final List<String> program = new ArrayList<>();

    private DoctorStart(List<String> words) throws BadOption {
        var left = new ArrayDeque<>(words);
        while (!left.isEmpty()) {
            String word = left.poll();
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (word.equals("--")) {
                program.addAll(left);
                break;
            } else if (OPTIONS.contains(name)) {
                String value = equals < 0 ? left.poll() : word.substring(equals + 1);
                if (value == null || value.isEmpty()) {
                    throw usage(name + " needs a value");
                }
                options.put(name, value);
            } else if (program.isEmpty() && word.startsWith("-")) {
                runtimeOptions.add(word);
            } else {
                program.add(word);
            }
        }
        check();
    }

    /** @param words what follows {@code doctor} */
    static DoctorStart parse(List<String> words) throws BadOption {
        if (words.contains("--help") || words.contains("-h")) {
            System.out.print(USAGE);
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
        return new DoctorStart(words);
    }

    private static BadOption usage(String complaint) {
        return new BadOption("doctor: " + complaint + " (gyre doctor --help)", Examination.EXIT_USAGE);
    }

    private void check() throws BadOption {
        if (program.isEmpty()) {
            throw usage("there is no program to run");
        }
        if (options.containsKey("--on-port") != options.containsKey("--load")) {
            throw usage("--on-port and --load belong together");
        }
        String port = options.getOrDefault("--on-port", "1");
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535) {
            throw usage("--on-port " + port + ": a port is a number from 1 to 65535");
        }
        if (!options.getOrDefault("--duration", "1").matches("[0-9]{1,6}(\\.[0-9]{1,3})?")) {
            throw usage("--duration " + options.get("--duration") + ": a number of seconds is needed");
        }
    }

    /** The command line of the program, as it would be without the doctor. */
    String[] commandLine() {
        var line = new ArrayList<>(runtimeOptions);
        if (runtimeOptions.stream().noneMatch(word -> word.startsWith("--block-warn"))) {
            line.add("--block-warn=" + Math.round(Diagnosis.BLOCK_MS));
        }
        line.addAll(program);
        return line.toArray(String[]::new);
    }

    Examination.Plan plan() {
        @Nullable String seconds = options.get("--duration");
        @Nullable String port = options.get("--on-port");
        @Nullable String json = options.get("--json");
        return new Examination.Plan(
                program.getFirst(),
                port == null ? null : Integer.valueOf(port),
                options.get("--load"),
                seconds == null ? null : Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1000)),
                Path.of(options.getOrDefault("--output", "gyre-doctor.html")).toAbsolutePath(),
                json == null ? null : Path.of(json).toAbsolutePath());
    }

    /**
     * Opens a runtime whose examination begins at once, on the runtime's thread. A program that listens to these signals itself
     * decides what they do.
     */
    BiFunction<RuntimeOptions, Loop, GyreRuntime> opening(IntConsumer exit) {
        return (runtimeOptions, loop) -> open(runtimeOptions, loop, exit);
    }

    private GyreRuntime open(RuntimeOptions runtimeOptions, Loop loop, IntConsumer exit) {
        var examination = new CompletableFuture<Examination>();
        var host = new CommandProcess(code -> examination.join().programEnded(code));
        var runtime = new GyreRuntime(runtimeOptions, host, loop);
        var begun = new Examination(plan(), runtime, exit);
        examination.complete(begun);
        ProcessSignals.listen(SIGINT, _ -> begun.end());
        ProcessSignals.listen(SIGTERM, _ -> begun.end());
        runtime.watch();
        begun.begin();
        return runtime;
    }
}
