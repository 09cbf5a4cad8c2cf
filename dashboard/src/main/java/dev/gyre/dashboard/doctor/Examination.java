package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.Dashboards;
import dev.gyre.dashboard.LoopHistory;
import dev.gyre.dashboard.ProcessSample;
import dev.gyre.dashboard.Recorder;
import dev.gyre.dashboard.Sample;
import dev.gyre.dashboard.doctor.CaseNotes.LaneLook;
import dev.gyre.dashboard.doctor.CaseNotes.LaneWait;
import dev.gyre.dashboard.doctor.CaseNotes.Look;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.WorkKind;
import dev.gyre.loop.WorkerPool.LaneReport;
import dev.gyre.node.GyreRuntime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Records a program from its start until it ends, its load ends, its time is over or somebody presses Ctrl-C; then writes the
 * report and ends the process.
 *
 * <p>The thread {@code gyre-dashboard} does that, except where the program ends by itself: then its own thread does, because
 * the process is over when it returns.
 */
public final class Examination {
    public static final int EXIT_HEALTHY = 0;
    public static final int EXIT_PROBLEMS = 1;
    public static final int EXIT_USAGE = 2;
    public static final int EXIT_APP_FAILED = 3;

    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long START_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long PORT_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int CONNECT_LIMIT_MS = 50;
    private static final Duration PROFILE_LIMIT = Duration.ofSeconds(3);

    private static final String HEAP_SAMPLING = "{\"samplingInterval\":65536}";

    // In dev.gyre.engine.Heap#statistics.
    private static final int HEAP_USED = 4;
    private static final int EXTERNAL = 7;

    /** An hour; from then on the oldest looks are dropped. */
    private static final int MAX_LOOKS = 36_000;

    /**
     * What is asked for.
     *
     * @param program its name for the report
     * @param onPort wait until somebody listens at this port, then run the load; null for none
     * @param load a shell's command
     * @param limit of the program's life; null for none
     * @param json also write it as JSON; null for not
     */
    public record Plan(
            String program,
            @Nullable Integer onPort,
            @Nullable String load,
            @Nullable Duration limit,
            Path html,
            @Nullable Path json) {}

    private final Plan plan;
    private final GyreRuntime runtime;
    private final IntConsumer exit;
    private final Recorder recorder;
    private final Blocks blocks = new Blocks();
    private final List<Look> looks = new ArrayList<>(); // guarded by this
    private final long startMs = System.currentTimeMillis();
    private final long startNs = System.nanoTime();
    private volatile boolean isAskedToEnd;
    private long turnsSinceNs; // the examination's thread
    private @Nullable Process load; // the examination's thread
    private boolean isSamplingHeap; // the examination's thread
    private boolean hadLoad; // guarded by this
    private boolean isOver; // guarded by this

    /** @param exit ends the process with a code; does not return */
    public Examination(Plan plan, GyreRuntime runtime, IntConsumer exit) {
        this.plan = plan;
        this.runtime = runtime;
        this.exit = exit;
        recorder = new Recorder(Dashboards.subjectsOf(runtime));
    }

    /** On the runtime's thread, before it runs. */
    public void begin() {
        runtime.figures().profileFromStart();
        blocks.listen();
        Thread thread = new Thread(this::watch, "gyre-dashboard");
        thread.setDaemon(true);
        thread.start();
    }

    /** Has the report written soon. Any thread. */
    public void end() {
        isAskedToEnd = true;
    }

    /** The program has ended by itself. On its thread; does not return. */
    public void programEnded(int code) {
        CpuProfile profile = null;
        synchronized (this) {
            if (isOver) {
                code = 0; // the report is being written, by the other thread, which ends the process
            } else {
                isOver = true;
                look();
                profile = profileOf(runtime.isolate().profiles().stopCpuProfile());
            }
        }
        finish(profile, null, code);
    }

    private void watch() {
        try {
            long nextNs = System.nanoTime();
            while (!isDone()) {
                synchronized (this) {
                    if (!isOver) {
                        look();
                    }
                }
                nextNs = Math.max(nextNs + PERIOD_NS, System.nanoTime());
                LockSupport.parkNanos(nextNs - System.nanoTime());
            }
            synchronized (this) {
                if (isOver) {
                    return; // the program's thread writes the report
                }
                isOver = true;
            }
            CpuProfile profile = lastProfile();
            finish(profile, heldMemory(), null);
        } catch (IOException | RuntimeException e) {
            System.err.println("gyre doctor: " + e.getMessage());
            exit.accept(EXIT_USAGE);
        }
    }

    /** What there is of a profile: a loop that is pinned can't stop it. */
    private @Nullable CpuProfile lastProfile() {
        try {
            return profileOf(runtime.figures().stopCpuProfile().get(PROFILE_LIMIT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException | RuntimeException _) {
            return null; // a report without it is said to be without it
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** What is left without garbage; nothing where the loop is pinned. */
    private @Nullable HeldMemory heldMemory() {
        try {
            var figures = runtime.figures();
            figures.collectGarbage().get(PROFILE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            double[] heap = figures.heapStatistics().get(PROFILE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            String profile = isSamplingHeap
                    ? figures.stopHeapProfile().get(PROFILE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    : null;
            return HeldMemory.of(heap[HEAP_USED] + heap[EXTERNAL], profile);
        } catch (ExecutionException | TimeoutException | RuntimeException _) {
            return null; // a report without it says nothing of memory
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Once, when the loop turns: what is allocated from then on is what the memory may grow by. */
    private void sampleHeap() {
        if (!isSamplingHeap && runtime.milestones().loopStartMs() >= 0 && (plan.load == null || load != null)) {
            isSamplingHeap = true;
            var _ = runtime.figures().startHeapProfile(HEAP_SAMPLING);
        }
    }

    private static @Nullable CpuProfile profileOf(String json) {
        try {
            return CpuProfile.of(json);
        } catch (IllegalArgumentException _) {
            return null; // the program did not run long enough for one
        }
    }

    // ---- until the end

    private boolean isDone() throws IOException {
        sampleHeap();
        if (isAskedToEnd) {
            return true;
        }
        long elapsedNs = System.nanoTime() - startNs;
        if (plan.limit != null && isTimeOver(plan.limit.toNanos())) {
            return true;
        }
        Process running = load;
        if (running != null) {
            if (!running.isAlive() && running.exitValue() != 0) {
                System.err.println("gyre doctor: the load ended with exit code " + running.exitValue());
            }
            return !running.isAlive();
        }
        if (plan.onPort != null && plan.load != null) {
            beginLoad(plan.onPort, plan.load, elapsedNs);
        }
        return false;
    }

    /** The limit counts from when the loop turns: a program that starts slowly is to be seen at work, too. */
    private boolean isTimeOver(long limitNs) {
        long nowNs = System.nanoTime();
        if (turnsSinceNs == 0 && runtime.milestones().loopStartMs() >= 0) {
            turnsSinceNs = nowNs;
        }
        return turnsSinceNs == 0 ? nowNs - startNs > limitNs + START_LIMIT_NS : nowNs - turnsSinceNs > limitNs;
    }

    private void beginLoad(int port, String command, long elapsedNs) throws IOException {
        if (!isListening(port)) {
            if (elapsedNs > PORT_LIMIT_NS) {
                throw new IOException("nobody listens at port " + port + " (--on-port)");
            }
            return;
        }
        var builder = new ProcessBuilder("sh", "-c", command);
        builder.environment().put("PORT", Integer.toString(port));
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        load = builder.start();
        synchronized (this) {
            hadLoad = true;
            looks.clear(); // what counts is the program under load
        }
    }

    private static boolean isListening(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_LIMIT_MS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** The caller holds the lock. */
    private void look() {
        recorder.look();
        LoopHistory main = recorder.loops().getFirst();
        Sample sample = main.samples().getLast();
        ProcessSample process = recorder.process();
        var lanes = new ArrayList<LaneLook>();
        for (LaneReport lane : recorder.lanes()) {
            lanes.add(new LaneLook(
                    lane.lane(),
                    lane.limit(),
                    lane.queued(),
                    lane.running().stream().map(LaneReport.Task::name).toList()));
        }
        if (looks.size() >= MAX_LOOKS) {
            looks.subList(0, MAX_LOOKS / 10).clear();
        }
        looks.add(new Look(
                sample.timeMs(),
                sample.elapsedMs(),
                sample.delayMs(),
                main.subject().hasStarted() ? sample.utilization() : 0, // the main script's time is nobody's wait
                sample.gcMs(),
                sample.heapBytes()[0],
                sample.heapBytes()[2],
                process.rssBytes(),
                process.cpus(),
                sample.handles(),
                sample.requests(),
                lanes));
    }

    // ---- the end

    private void finish(@Nullable CpuProfile profile, @Nullable HeldMemory held, @Nullable Integer exitCode) {
        CaseNotes notes;
        synchronized (this) {
            notes = new CaseNotes(List.copyOf(looks), blocks.seen(), waits(), profile, held, exitCode, hadLoad);
        }
        Process running = load;
        if (running != null) {
            running.destroy();
        }
        List<Finding> findings = Diagnosis.of(notes);
        var report = new Report(plan.program, startMs, notes, findings);
        int code = exitCodeOf(findings);
        try {
            report.writeHtml(plan.html);
            if (plan.json != null) {
                report.writeJson(plan.json);
            }
        } catch (IOException e) {
            System.err.println("gyre doctor: the report can't be written: " + e);
            code = EXIT_USAGE;
        }
        System.err.println("\ngyre doctor: " + findings.getFirst().sentence());
        for (String advice : findings.getFirst().advice()) {
            System.err.println("  " + advice);
        }
        System.err.println("Report: " + plan.html);
        System.err.flush();
        exit.accept(code);
    }

    static int exitCodeOf(List<Finding> findings) {
        if (findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.APP_FAILED)) {
            return EXIT_APP_FAILED;
        }
        return findings.stream().anyMatch(finding -> finding.kind().isProblem()) ? EXIT_PROBLEMS : EXIT_HEALTHY;
    }

    private List<LaneWait> waits() {
        Telemetry telemetry = runtime.loop().telemetry();
        return List.of(wait(telemetry, "io", WorkKind.FAST_IO, WorkKind.SLOW_IO), wait(telemetry, "cpu", WorkKind.CPU));
    }

    private static LaneWait wait(Telemetry telemetry, String lane, WorkKind... kinds) {
        long tasks = 0;
        double waitMs = 0;
        double runMs = 0;
        for (WorkKind kind : kinds) {
            tasks += telemetry.workCount(kind);
            waitMs += telemetry.workQueuedNs(kind) / 1e6;
            runMs += telemetry.workRunNs(kind) / 1e6;
        }
        return new LaneWait(lane, tasks, waitMs, runMs);
    }
}
