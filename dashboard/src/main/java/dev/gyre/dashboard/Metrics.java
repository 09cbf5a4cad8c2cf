package dev.gyre.dashboard;

import dev.gyre.loop.CallbackTime;
import dev.gyre.loop.Histogram;
import dev.gyre.loop.Phase;
import dev.gyre.loop.Telemetry;
import dev.gyre.loop.Telemetry.Depth;
import dev.gyre.loop.WorkKind;
import dev.gyre.loop.WorkerPool.LaneReport;
import dev.gyre.loop.watch.Cause;
import dev.gyre.node.NodeFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The figures in Prometheus's text format, version 0.0.4. */
final class Metrics {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final double NS_PER_S = 1e9;
    private static final double MS_PER_S = 1e3;

    /** From 16 µs to 17 s, each four times the one before. */
    private static final Set<Long> BOUNDS_NS =
            IntStream.rangeClosed(0, 10).mapToObj(i -> 1L << (14 + 2 * i)).collect(Collectors.toUnmodifiableSet());

    private final Recorder recorder;
    private final BlockLog blocks;
    private final List<LoopHistory> loops;
    private final MetricsText text = new MetricsText();

    private Metrics(Recorder recorder, BlockLog blocks) {
        this.blocks = blocks;
        this.recorder = recorder;
        loops = recorder.loops();
    }

    static String of(Recorder recorder, BlockLog blocks) {
        var metrics = new Metrics(recorder, blocks);
        metrics.writeLoops();
        metrics.writeCallbacks();
        metrics.writeBlocks();
        metrics.writeHeaps();
        metrics.writePool();
        metrics.writeNodes();
        metrics.writeProcess();
        return metrics.text.toString();
    }

    private void writeLoops() {
        text.family("gyre_loop_delay_seconds", "histogram", "Time until the loop ran a task posted to it.");
        for (LoopHistory loop : loops) {
            DelayHistogram delays = loop.delays();
            for (int i = 0; i < DelayHistogram.LIMITS.length; i++) {
                text.sample(
                        "_bucket",
                        delays.cumulative(i),
                        "runtime",
                        nameOf(loop),
                        "le",
                        MetricsText.number(DelayHistogram.LIMITS[i]));
            }
            long all = delays.cumulative(DelayHistogram.LIMITS.length);
            text.sample("_bucket", all, "runtime", nameOf(loop), "le", "+Inf");
            text.sample("_sum", delays.sum(), "runtime", nameOf(loop));
            text.sample("_count", all, "runtime", nameOf(loop));
        }
        gauge(
                "gyre_loop_late_seconds",
                "How long a posted task waits for the loop now.",
                loop -> loop.lateMs(System.nanoTime()) / 1000);
        gauge(
                "gyre_loop_utilization_ratio",
                "Share of the last tenth of a second in which the loop did not wait.",
                loop -> loop.samples().getLast().utilization());
        counter("gyre_loop_turns_total", "Turns of the loop.", t -> t.turns() + (double) t.stayedTurns());
        counter(
                "gyre_loop_poll_wait_seconds_total",
                "Time that the loop waited in poll with nothing to do.",
                t -> t.pollWaitNs() / NS_PER_S);
        text.family("gyre_loop_phase_seconds_total", "counter", "Time spent in each phase, without waiting.");
        for (LoopHistory loop : loops) {
            for (Phase phase : Phase.values()) {
                text.sample(
                        "",
                        loop.subject().telemetry().phaseNs(phase) / NS_PER_S,
                        "runtime",
                        nameOf(loop),
                        "phase",
                        nameOf(phase));
            }
        }
        text.family("gyre_loop_callbacks_total", "counter", "Callbacks of the program, by phase.");
        for (LoopHistory loop : loops) {
            for (Phase phase : Phase.values()) {
                text.sample(
                        "",
                        loop.subject().telemetry().embeddedCallbacks(phase),
                        "runtime",
                        nameOf(loop),
                        "phase",
                        nameOf(phase));
            }
        }
        depth("gyre_loop_active_handles", "Active, referenced handles.", Depth.ACTIVE_HANDLES);
        depth("gyre_loop_active_requests", "Requests that have not completed.", Depth.ACTIVE_REQUESTS);
        depth("gyre_loop_timers", "Started timers of the loop.", Depth.TIMERS);
        text.family("gyre_workers", "gauge", "Worker threads that run.");
        text.sample("", loops.stream().filter(loop -> loop.subject().id() != 0).count());
    }

    private void writeCallbacks() {
        text.family(
                "gyre_loop_callback_seconds",
                "histogram",
                "What callbacks took, each with its ticks and promise jobs, by phase and kind.");
        for (LoopHistory loop : loops) {
            for (CallbackTime time : loop.subject().telemetry().times()) {
                histogram(
                        time.times(),
                        "runtime",
                        nameOf(loop),
                        "phase",
                        time.phase().map(Metrics::nameOf).orElse("none"),
                        "kind",
                        time.kind().name().toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The bounds are bounds of the histogram's own buckets, so that the counts are exact. */
    private void histogram(Histogram.Snapshot times, String... labels) {
        String[] withBound = Arrays.copyOf(labels, labels.length + 2);
        withBound[labels.length] = "le";
        long seen = 0;
        for (int i = 0; i < Histogram.BUCKETS; i++) {
            seen += times.buckets()[i];
            if (BOUNDS_NS.contains(Histogram.upperNs(i))) {
                withBound[labels.length + 1] = MetricsText.number(Histogram.upperNs(i) / NS_PER_S);
                text.sample("_bucket", seen, withBound);
            }
        }
        withBound[labels.length + 1] = "+Inf";
        text.sample("_bucket", times.count(), withBound);
        text.sample("_sum", times.sumNs() / NS_PER_S, labels);
        text.sample("_count", times.count(), labels);
    }

    private void writeBlocks() {
        text.family(
                "gyre_loop_blocks_total",
                "counter",
                "Callbacks that held a loop for longer than --block-warn, by cause.");
        for (Cause cause : Cause.values()) {
            text.sample("", blocks.count(cause), "cause", cause.name().toLowerCase(Locale.ROOT));
        }
    }

    private void writeHeaps() {
        text.family("gyre_v8_gc_seconds_total", "counter", "Time in V8's garbage collections.");
        loops.forEach(loop -> text.sample("", loop.subject().collections()[1] / NS_PER_S, "runtime", nameOf(loop)));
        text.family("gyre_v8_gc_collections_total", "counter", "V8's garbage collections.");
        loops.forEach(loop -> text.sample("", loop.subject().collections()[0], "runtime", nameOf(loop)));
        heap("gyre_v8_heap_used_bytes", "Used part of V8's heap.", 4);
        heap("gyre_v8_heap_size_bytes", "Size of V8's heap.", 0);
        heap("gyre_v8_heap_limit_bytes", "What V8's heap may grow to.", 5);
        heap("gyre_v8_heap_physical_bytes", "Memory that V8's heap has from the system.", 2);
        heap("gyre_v8_external_bytes", "Memory outside of the heap that its objects hold.", 7);
        heap("gyre_v8_malloced_bytes", "Memory that V8 itself has allocated.", 6);
    }

    private void writePool() {
        lane("gyre_pool_threads", "Threads of a lane of the pool.", LaneReport::threads);
        lane("gyre_pool_threads_limit", "Threads that a lane may have, stuck ones not counted.", LaneReport::limit);
        lane("gyre_pool_idle_threads", "Threads that wait for work.", LaneReport::idle);
        lane("gyre_pool_stuck_threads", "Threads in calls that don't return.", LaneReport::stuck);
        lane("gyre_pool_queued_tasks", "Tasks that wait for a thread.", LaneReport::queued);
        lane(
                "gyre_pool_running_tasks",
                "Tasks that are being done.",
                lane -> lane.running().size());
        times("gyre_pool_task_wait_seconds", "How long tasks waited for a thread.", LaneReport::waited);
        times("gyre_pool_task_run_seconds", "How long tasks ran.", LaneReport::ran);
        work("gyre_pool_tasks_total", "Tasks done and called back.", Telemetry::workCount);
        work(
                "gyre_pool_wait_seconds_total",
                "Time that tasks waited for a thread.",
                (t, kind) -> t.workQueuedNs(kind) / NS_PER_S);
        work("gyre_pool_run_seconds_total", "Time that tasks ran.", (t, kind) -> t.workRunNs(kind) / NS_PER_S);
    }

    private void writeNodes() {
        node("gyre_node_workers", "gauge", "Workers of a node that pools use.", NodeFigures::workers);
        node("gyre_node_running_tasks", "gauge", "Tasks that a node has been given.", NodeFigures::running);
        node("gyre_node_completed_total", "counter", "Tasks that a node has completed.", NodeFigures::completed);
        node("gyre_node_failed_total", "counter", "Tasks that threw on a node.", NodeFigures::failed);
        nodeTimes("gyre_node_task_wait_seconds", "How long tasks waited on a node.", NodeFigures::waited);
        nodeTimes("gyre_node_task_run_seconds", "How long tasks ran on a node.", NodeFigures::ran);
    }

    /** Nodes may have one name, but not one address. */
    private static String[] nodeLabels(LoopHistory loop, NodeFigures node) {
        return new String[] {"runtime", nameOf(loop), "node", node.name(), "address", node.address()};
    }

    private void node(String name, String type, String help, ToDoubleFunction<NodeFigures> figure) {
        text.family(name, type, help);
        for (LoopHistory loop : loops) {
            for (NodeFigures node : loop.subject().nodes()) {
                text.sample("", figure.applyAsDouble(node), nodeLabels(loop, node));
            }
        }
    }

    private void nodeTimes(String name, String help, Function<NodeFigures, NodeFigures.Times> figure) {
        text.family(name, "summary", help);
        for (LoopHistory loop : loops) {
            for (NodeFigures node : loop.subject().nodes()) {
                NodeFigures.Times times = figure.apply(node);
                String[] labels = nodeLabels(loop, node);
                String[] withQuantile = Arrays.copyOf(labels, labels.length + 2);
                withQuantile[labels.length] = "quantile";
                withQuantile[labels.length + 1] = "0.5";
                text.sample("", times.medianMs() / MS_PER_S, withQuantile);
                withQuantile[labels.length + 1] = "0.99";
                text.sample("", times.p99Ms() / MS_PER_S, withQuantile);
                text.sample("_sum", times.meanMs() * times.count() / MS_PER_S, labels);
                text.sample("_count", times.count(), labels);
            }
        }
    }

    private void writeProcess() {
        ProcessSample process = recorder.process();
        text.family("process_resident_memory_bytes", "gauge", "Resident memory of the process.");
        text.sample("", process.rssBytes());
        text.family(
                "process_cpu_seconds_total", "counter", "Time that the process has computed, system calls included.");
        text.sample("", process.cpuSeconds());
        text.family("process_start_time_seconds", "gauge", "When the process began, since 1970.");
        text.sample(
                "",
                ProcessHandle.current()
                        .info()
                        .startInstant()
                        .map(start -> start.toEpochMilli() / 1000.0)
                        .orElse(0.0));
        text.family("gyre_java_heap_used_bytes", "gauge", "Used part of the Java heap.");
        text.sample("", process.javaHeapBytes());
    }

    private interface OfWork {
        double figure(Telemetry telemetry, WorkKind kind);
    }

    private void gauge(String name, String help, ToDoubleFunction<LoopHistory> figure) {
        text.family(name, "gauge", help);
        loops.forEach(loop -> text.sample("", figure.applyAsDouble(loop), "runtime", nameOf(loop)));
    }

    private void counter(String name, String help, ToDoubleFunction<Telemetry> figure) {
        text.family(name, "counter", help);
        loops.forEach(
                loop -> text.sample("", figure.applyAsDouble(loop.subject().telemetry()), "runtime", nameOf(loop)));
    }

    private void depth(String name, String help, Depth depth) {
        gauge(name, help, loop -> loop.subject().telemetry().depth(depth));
    }

    private void heap(String name, String help, int figure) {
        text.family(name, "gauge", help);
        for (LoopHistory loop : loops) {
            double[] heap = loop.heap();
            if (heap != null) {
                text.sample("", heap[figure], "runtime", nameOf(loop));
            }
        }
    }

    private void lane(String name, String help, ToDoubleFunction<LaneReport> figure) {
        text.family(name, "gauge", help);
        recorder.lanes().forEach(lane -> text.sample("", figure.applyAsDouble(lane), "lane", lane.lane()));
    }

    private void times(String name, String help, Function<LaneReport, Histogram.Snapshot> times) {
        text.family(name, "histogram", help);
        recorder.lanes().forEach(lane -> histogram(times.apply(lane), "lane", lane.lane()));
    }

    private void work(String name, String help, OfWork figure) {
        text.family(name, "counter", help);
        for (LoopHistory loop : loops) {
            for (WorkKind kind : WorkKind.values()) {
                double value = figure.figure(loop.subject().telemetry(), kind);
                text.sample(
                        "", value, "runtime", nameOf(loop), "kind", kind.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    private static String nameOf(LoopHistory loop) {
        int id = loop.subject().id();
        return id == 0 ? "main" : "worker-" + id;
    }

    private static String nameOf(Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }
}
