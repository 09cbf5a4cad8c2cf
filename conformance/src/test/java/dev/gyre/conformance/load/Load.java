package dev.gyre.conformance.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * {@code bench/load}: runs the load and says whether an answer was lost or mixed up, a connection was kept, or memory
 * grew. Growth is told from a first part of the run, in which code is compiled and heaps find their size:
 *
 * <ul>
 *   <li>what JavaScript holds after collecting garbage may grow by {@value #HEAP_GROWTH_MB} MB until the end;
 *   <li>in a run of a minute or more, resident memory (the median of the last fifth) may be
 *       {@value #RESIDENT_GROWTH_PERCENT} % above that of the second fifth;
 *   <li>when all clients are gone, no connection is left, and no more open files than before.
 * </ul>
 */
final class Load {
    private static final int VISITORS = 64;
    private static final int SAMPLES = 50;
    private static final int HEAP_GROWTH_MB = 4;
    private static final int RESIDENT_GROWTH_PERCENT = 20;
    private static final Duration RESIDENT_JUDGED_FROM = Duration.ofMinutes(1);
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(20);

    private final Path script;
    private final List<String> command;
    private final Duration duration;
    private final long seed;
    private final Tally tally = new Tally();
    private final List<Sample> samples = new ArrayList<>();
    private Duration cpu = Duration.ZERO;

    private record Sample(double atS, long answers, LoadServer.Memory memory) {}

    Load(Path script, List<String> command, Duration duration, long seed) {
        this.script = script;
        this.command = command;
        this.duration = duration;
        this.seed = seed;
    }

    /** Arguments: the server's script, the command that runs it, minutes, and the seed of a run to repeat. */
    public static void main(String... args) throws Exception {
        long seed = args.length > 3 ? Long.parseLong(args[3]) : new SplittableRandom().nextLong();
        var duration = Duration.ofSeconds(Math.round(Double.parseDouble(args[2]) * 60));
        var load = new Load(Path.of(args[0]), List.of(args[1].split(" +")), duration, seed);
        var failures = load.run();
        System.out.println(load.report());
        failures.forEach(failure -> System.out.println("FAILED: " + failure));
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    /** What went wrong; empty if nothing did. */
    List<String> run() throws IOException, InterruptedException {
        try (var server = new LoadServer(command, script)) {
            var before = server.memory();
            long startNs = System.nanoTime();
            long endNs = startNs + duration.toNanos();
            var visitors = new ArrayList<Thread>();
            RandomGenerator.SplittableGenerator random = new SplittableRandom(seed);
            for (int number = 0; number < VISITORS; number++) {
                visitors.add(Thread.ofVirtual()
                        .start(new Visitor(
                                number, server.port, random.split(), tally, () -> System.nanoTime() >= endNs)));
            }
            LoadServer.Memory early = null;
            for (int number = 1; number <= SAMPLES && !tally.failed(); number++) {
                TimeUnit.NANOSECONDS.sleep(startNs + duration.toNanos() * number / SAMPLES - System.nanoTime());
                samples.add(new Sample((System.nanoTime() - startNs) / 1e9, tally.answers.sum(), server.memory()));
                if (number == SAMPLES / 5) {
                    early = server.collectedMemory();
                }
            }
            for (var visitor : visitors) {
                if (!visitor.join(LEAVE_LIMIT)) {
                    tally.fail("a client still waits %d s after the end".formatted(LEAVE_LIMIT.toSeconds()));
                }
            }
            cpu = server.cpu();
            if (!tally.failed()) {
                judge(before, early, server);
            }
            return tally.failures();
        }
    }

    private void judge(LoadServer.Memory before, LoadServer.Memory early, LoadServer server)
            throws IOException, InterruptedException {
        var after = server.collectedMemory();
        for (long limitNs = System.nanoTime() + LEAVE_LIMIT.toNanos();
                (after.connections() > 1 || after.files() > before.files()) && System.nanoTime() < limitNs;
                after = server.collectedMemory()) {
            Thread.sleep(50);
        }
        if (after.connections() > 1 || after.files() > before.files()) {
            tally.fail("%d connections and %d files are open after the end, %d files before"
                    .formatted(after.connections() - 1, after.files(), before.files()));
        }
        if (after.heapMb() > early.heapMb() + HEAP_GROWTH_MB) {
            tally.fail("JavaScript held %.1f MB after a fifth of the time and %.1f MB at the end"
                    .formatted(early.heapMb(), after.heapMb()));
        }
        double first = residentMb(1), last = residentMb(4);
        if (duration.compareTo(RESIDENT_JUDGED_FROM) >= 0 && last > first * (100 + RESIDENT_GROWTH_PERCENT) / 100) {
            tally.fail("%.0f MB were resident in the second fifth of the time and %.0f MB in the last"
                    .formatted(first, last));
        }
        samples.add(new Sample(duration.toSeconds(), tally.answers.sum(), after));
    }

    /** The median of a fifth of the run. */
    private double residentMb(int fifth) {
        var values = samples.subList(SAMPLES * fifth / 5, SAMPLES * (fifth + 1) / 5).stream()
                .mapToDouble(sample -> sample.memory.residentMb())
                .sorted()
                .toArray();
        return values[values.length / 2];
    }

    String report() {
        var text = new StringBuilder(
                "%,d answers checked on %,d connections, %,d of which were broken off, %,d MB; %d s of CPU time for the server; seed %d%n%n"
                        .formatted(
                                tally.answers.sum(),
                                tally.connections.sum(),
                                tally.broken.sum(),
                                tally.bytes.sum() / 1_000_000,
                                cpu.toSeconds(),
                                seed));
        text.append("| after | answers | heap in use | resident | connections |\n|--:|--:|--:|--:|--:|\n");
        for (int at = 0; at < samples.size(); at += at < SAMPLES - 5 ? 5 : 1) {
            var sample = samples.get(at);
            text.append("| %.0f s | %,d | %.1f MB | %.0f MB | %d |%n"
                    .formatted(
                            sample.atS,
                            sample.answers,
                            sample.memory.heapMb(),
                            sample.memory.residentMb(),
                            sample.memory.connections()));
        }
        return text.toString();
    }
}
