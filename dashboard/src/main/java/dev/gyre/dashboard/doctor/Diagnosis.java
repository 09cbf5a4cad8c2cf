package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.doctor.CaseNotes.Blocked;
import dev.gyre.dashboard.doctor.CaseNotes.LaneLook;
import dev.gyre.dashboard.doctor.CaseNotes.LaneWait;
import dev.gyre.dashboard.doctor.CaseNotes.Look;
import dev.gyre.dashboard.doctor.Finding.Kind;
import dev.gyre.dashboard.doctor.Finding.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what holds a program back, from what was seen of it.
 *
 * <p>The rules, in the order of importance:
 *
 * <ul>
 *   <li>A callback held the loop for longer than {@link #BLOCK_MS}: everybody else waited for it.
 *   <li>Synchronous calls took a good part of the time in which JavaScript ran, each short enough not to be named.
 *   <li>Tasks waited for a lane of the pool for a good part of the time, while all its threads were taken.
 *   <li>Garbage collection took a good part of the time in which the loop worked.
 *   <li>The heap held more at the end, without garbage, than it had before with all of it.
 *   <li>The loop was busy nearly all the time with short callbacks: it is the limit, which is no mistake by itself.
 *   <li>Under load, the loop and the pool mostly waited: the time goes elsewhere.
 * </ul>
 */
public final class Diagnosis {
    /** What others notice: a callback that takes longer is named. */
    public static final double BLOCK_MS = 100;

    /** A delay that no report of a block explains, on a machine that may be busy with others. */
    private static final double LONG_DELAY_MS = 250;

    private static final double FULL_POOL_SHARE = 0.25;
    private static final double GC_SHARE_OF_WORK = 0.25;
    private static final double GC_SHARE_OF_TIME = 0.1;
    private static final double SYNC_SHARE_OF_WORK = 0.25;
    private static final double SYNC_SHARE_OF_TIME = 0.1;
    private static final double GROWTH_BYTES = 10 << 20;
    private static final double GROWTH_SHARE = 0.2;
    private static final double GROWTH_TIME_MS = 3000;
    private static final double BUSY_SHARE = 0.9;
    private static final double WAITING_SHARE = 0.5;

    private final CaseNotes notes;
    private final List<Finding> findings = new ArrayList<>();

    private Diagnosis(CaseNotes notes) {
        this.notes = notes;
    }

    /** At least one; the most important first. */
    public static List<Finding> of(CaseNotes notes) {
        var diagnosis = new Diagnosis(notes);
        diagnosis.lookAtEnd();
        diagnosis.lookAtBlocks();
        diagnosis.lookAtPool();
        diagnosis.lookAtSyncCalls();
        diagnosis.lookAtCollections();
        diagnosis.lookAtMemory();
        diagnosis.lookAtDelays();
        diagnosis.lookAtUse();
        List<Finding> findings = diagnosis.findings;
        if (findings.isEmpty()) {
            findings.add(diagnosis.healthy());
        }
        findings.sort(Comparator.comparing(Finding::kind));
        return findings;
    }

    private void lookAtEnd() {
        if (notes.exitCode() != null && notes.exitCode() != 0) {
            add(
                    Kind.APP_FAILED,
                    "The program ended with exit code " + notes.exitCode() + ".",
                    null,
                    "Read what it wrote to stderr; the figures are those until its end.");
        }
    }

    private void lookAtBlocks() {
        List<Blocked> blocks = notes.blocks().stream()
                .filter(block -> block.forMs() >= BLOCK_MS && !block.isForLackOfCpu())
                .sorted(Comparator.comparingDouble(Blocked::forMs).reversed())
                .toList();
        if (!blocks.isEmpty()) {
            Blocked worst = blocks.getFirst();
            String who = worst.cause() + (worst.detail().isEmpty() ? "" : " (" + worst.detail() + ")");
            String where = worst.place() == null ? "" : " in " + worst.place();
            String others = blocks.size() == 1 ? "" : ", the worst of " + blocks.size() + " such callbacks";
            add(
                    Kind.LOOP_BLOCKED,
                    "The event loop was blocked for " + time(worst.forMs()) + " by " + who + where + others + ".",
                    worst.place(),
                    adviceFor(worst.cause() + " " + worst.detail()));
            return;
        }
        if (notes.blocks().stream().anyMatch(Blocked::isForLackOfCpu)) {
            add(
                    Kind.NO_CPU,
                    "The process got too little CPU for some time: other processes, or a limit of its group, held it.",
                    null,
                    "Give the process more CPU, or measure on a quiet machine: the figures are those of this one.");
        }
    }

    /** Blocks that nobody reported and nothing else explains: the profile says what ran. */
    private void lookAtDelays() {
        if (findings.stream().anyMatch(finding -> finding.kind() != Kind.APP_FAILED)) {
            return;
        }
        double worstMs = notes.looks().stream()
                .filter(look -> look.used() > BUSY_SHARE)
                .mapToDouble(Look::delayMs)
                .max()
                .orElse(0);
        Place hot = hottest();
        if (worstMs >= LONG_DELAY_MS && hot != null) {
            add(
                    Kind.LOOP_BLOCKED,
                    "The event loop was blocked for up to " + time(worstMs) + "; most of the time went to " + hot + ".",
                    hot,
                    adviceFor(""));
        }
    }

    private @Nullable Place hottest() {
        CpuProfile profile = notes.profile();
        if (profile == null || profile.own().isEmpty()) {
            return null;
        }
        CpuProfile.Entry entry = profile.own().getFirst();
        return new Place(entry.function(), entry.file(), entry.line());
    }

    private static String[] adviceFor(String cause) {
        String lower = cause.toLowerCase(Locale.ROOT);
        if (lower.contains("regular expression")) {
            return new String[] {
                "Rewrite the expression so that nothing can match in two ways, or bound the length of its input.",
                "`gyre lint-regexp PATH` lists the expressions of a code base that can do this, with a text that shows it."
            };
        }
        if (lower.contains("json")) {
            return new String[] {
                "Limit the size of what is parsed, or use `gyre:json`, which parses and writes in slices.",
            };
        }
        if (lower.contains("synchronous")) {
            return new String[] {"Use the asynchronous form of this call: it runs on the worker pool meanwhile."};
        }
        if (lower.contains("nexttick") || lower.contains("promise")) {
            return new String[] {
                "Let the loop turn in between: `setImmediate`, or `await breathe()` of `gyre:yield`, instead of a next tick.",
            };
        }
        if (lower.contains("garbage")) {
            return new String[] {"Allocate less, or raise `--max-old-space-size`; a heap snapshot shows what is held."};
        }
        return new String[] {
            "Split the work with `await breathe()` of `gyre:yield`, or move it to a thread with `gyre:pool` or a worker.",
            "`--block-limit=MS` ends callbacks that overrun a limit."
        };
    }

    private void lookAtPool() {
        var full = new HashMap<String, Integer>();
        var holders = new HashMap<String, Map<String, Integer>>();
        int looks = 0;
        for (Look look : notes.looks()) {
            looks += look.lanes().isEmpty() ? 0 : 1;
            for (LaneLook lane : look.lanes()) {
                if (lane.isFull()) {
                    full.merge(lane.lane(), 1, Integer::sum);
                    Map<String, Integer> names = holders.computeIfAbsent(lane.lane(), _ -> new HashMap<>());
                    lane.running().forEach(name -> names.merge(name, 1, Integer::sum));
                }
            }
        }
        for (var entry : full.entrySet()) {
            double share = (double) entry.getValue() / looks;
            if (share >= FULL_POOL_SHARE && entry.getValue() >= 5) {
                String holder = holders.getOrDefault(entry.getKey(), Map.of()).entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse("work");
                boolean isCpu = entry.getKey().equals("cpu");
                String waited = waited(entry.getKey());
                add(
                        Kind.POOL_SATURATED,
                        "The worker pool's " + (isCpu ? "CPU" : "I/O") + " lane was full for " + Math.round(share * 100)
                                + " % of the time: " + holder + " held its threads" + waited + ".",
                        null,
                        isCpu
                                ? "Do less of it at once, or give the pool more threads if there are processors left (UV_THREADPOOL_SIZE)."
                                : "Raise UV_THREADPOOL_SIZE, or do less of it at once; calls that hang (dead mounts, FIFOs) need a timeout.",
                        "Cache results, and limit how many of these a client may start.");
            }
        }
    }

    private String waited(String lane) {
        return notes.workWaits().stream()
                .filter(wait -> wait.lane().equals(lane) && wait.tasks() > 0)
                .findFirst()
                .map(LaneWait::meanWaitMs)
                .map(meanMs -> ", and tasks waited " + time(meanMs) + " on average")
                .orElse("");
    }

    private void lookAtSyncCalls() {
        CpuProfile profile = notes.profile();
        String worst = profile == null ? null : profile.syncCalls().worst();
        if (profile == null || worst == null) {
            return;
        }
        double ms = profile.syncCalls().totalMs();
        boolean isNamed = findings.stream()
                .anyMatch(finding -> finding.kind() == Kind.LOOP_BLOCKED
                        && finding.sentence().toLowerCase(Locale.ROOT).contains("synchronous"));
        if (ms > SYNC_SHARE_OF_WORK * profile.busyMs() && ms > SYNC_SHARE_OF_TIME * notes.elapsedMs() && !isNamed) {
            Place caller = profile.syncCalls().caller();
            add(
                    Kind.SYNCHRONOUS_CALLS,
                    "Synchronous calls, mostly " + worst + ", took " + Math.round(100 * ms / profile.busyMs())
                            + " % of the time in which JavaScript ran"
                            + (caller == null ? "." : "; most were made in " + caller + "."),
                    caller,
                    adviceFor("synchronous"));
        }
    }

    /**
     * A heap that has been smaller, with its garbage, than what it holds at the end without any, has grown. The first quarter
     * does not count: programs fill their caches when they start.
     */
    private void lookAtMemory() {
        HeldMemory held = notes.held();
        List<Look> looks = notes.looks();
        double least = looks.subList(looks.size() / 4, looks.size() - looks.size() / 4).stream()
                .filter(look -> look.heapBytes() > 0)
                .mapToDouble(look -> look.heapBytes() + Math.max(0, look.externalBytes()))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        if (held == null
                || held.bytes() - least < GROWTH_BYTES
                || held.bytes() - least < GROWTH_SHARE * least
                || notes.elapsedMs() < GROWTH_TIME_MS) {
            return;
        }
        Place place = held.allocations().isEmpty()
                ? null
                : held.allocations().getFirst().place();
        add(
                Kind.MEMORY_GROWS,
                "The memory grows: " + megabytes(held.bytes())
                        + " were still held at the end after a garbage collection,"
                        + " where there had been " + megabytes(least) + " with all garbage before"
                        + (place == null ? "." : "; most of what was added came from " + place + "."),
                place,
                "Look for a list, map, cache or listeners that only grow, and bound them.",
                "If it is a cache that is being filled, examine the program for longer: it should stop.");
    }

    private static String megabytes(double bytes) {
        return Math.round(bytes / (1 << 20)) + " MB";
    }

    private void lookAtCollections() {
        double gcMs = notes.looks().stream().mapToDouble(Look::gcMs).sum();
        double workMs = notes.looks().stream()
                .mapToDouble(look -> look.used() * look.elapsedMs())
                .sum();
        Place hot = hottest();
        if (workMs > 0 && gcMs / workMs > GC_SHARE_OF_WORK && gcMs / notes.elapsedMs() > GC_SHARE_OF_TIME) {
            add(
                    Kind.GARBAGE_COLLECTION,
                    "Garbage collection took " + Math.round(100 * gcMs / workMs)
                            + " % of the time in which the loop worked"
                            + (hot == null ? "." : "; most of the program's own time went to " + hot + "."),
                    hot,
                    "Allocate less in the functions below: reuse buffers, avoid copies of large objects, stream large results.",
                    "If the heap is near its limit, raise --max-old-space-size, or look for what is held with a heap snapshot.");
        }
    }

    private void lookAtUse() {
        double usedMs = notes.looks().stream()
                .mapToDouble(look -> look.used() * look.elapsedMs())
                .sum();
        double elapsedMs = notes.elapsedMs();
        if (elapsedMs <= 0 || !findings.isEmpty()) { // what was found explains it
            return;
        }
        double used = usedMs / elapsedMs;
        Place hot = hottest();
        if (used > BUSY_SHARE) {
            add(
                    Kind.LOOP_BUSY,
                    "The loop was busy " + Math.round(used * 100)
                            + " % of the time with short callbacks: it is the limit"
                            + (hot == null ? "." : ", and most of the program's own time went to " + hot + "."),
                    hot,
                    "More throughput needs less work for each request, or more processes (`cluster`) or workers.");
        } else if (notes.hadLoad() && used < WAITING_SHARE) {
            add(
                    Kind.WAITING,
                    "Nothing in the program holds it back: its loop worked " + Math.round(used * 100)
                            + " % of the time under load, and the pool had room; the rest it waited.",
                    null,
                    "If answers are slow, the time goes to what it waits for: a database, another server, timers.",
                    "Ask for things side by side (`Promise.all`), keep connections open, and measure the other side.");
        }
    }

    private Finding healthy() {
        return new Finding(
                Kind.HEALTHY,
                "Nothing holds the program back: no callback held the loop for long, and the pool had room.",
                List.of("If it is slow under load all the same, examine it with that load: --on-port and --load."),
                null);
    }

    private void add(Kind kind, String sentence, @Nullable Place place, String... advice) {
        findings.add(new Finding(kind, sentence, List.of(advice), place));
    }

    static String time(double ms) {
        return ms >= 1000 ? String.format(Locale.ROOT, "%.2f s", ms / 1000) : Math.round(ms) + " ms";
    }
}
