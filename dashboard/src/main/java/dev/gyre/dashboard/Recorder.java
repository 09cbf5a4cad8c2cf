package dev.gyre.dashboard;

import dev.gyre.loop.Histogram;
import dev.gyre.loop.WorkerPool;
import dev.gyre.loop.WorkerPool.LaneReport;
import dev.gyre.node.NodeFigures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Looks at all loops of the process, at the pool and at the process itself, and keeps the last 30 seconds. */
public final class Recorder {
    private static final double NS_PER_MS = 1e6;

    private final Supplier<List<? extends Subject>> subjects;
    private final Map<Integer, LoopHistory> loops = new LinkedHashMap<>();
    private final ArrayDeque<ProcessSample> processes = new ArrayDeque<>();
    private List<LaneReport> lanes = List.of();

    public Recorder(Supplier<List<? extends Subject>> subjects) {
        this.subjects = subjects;
    }

    /** One look at everything. */
    public void look() {
        long nowNs = System.nanoTime();
        long timeMs = System.currentTimeMillis();
        List<? extends Subject> live = subjects.get();
        loops.keySet().removeIf(id -> live.stream().noneMatch(subject -> subject.id() == id));
        for (Subject subject : live) {
            loops.computeIfAbsent(subject.id(), _ -> new LoopHistory(subject)).look(nowNs, timeMs);
        }
        lookAtProcess(timeMs);
        lanes = WorkerPool.commonIfUsed().map(WorkerPool::report).orElse(List.of());
    }

    private void lookAtProcess(long timeMs) {
        processes.add(ProcessSample.now(timeMs, processes.peekLast()));
        if (processes.size() > LoopHistory.SAMPLES) {
            processes.poll();
        }
    }

    public List<LoopHistory> loops() {
        return new ArrayList<>(loops.values());
    }

    public List<LaneReport> lanes() {
        return lanes;
    }

    public ProcessSample process() {
        return processes.getLast();
    }

    boolean isEmpty() {
        return processes.isEmpty();
    }

    // ---- for the page

    /** All that is kept. */
    String historyJson() {
        var json = new JsonText().open('{').name("loops").open('[');
        for (LoopHistory loop : loops.values()) {
            writeSubject(json, loop.subject());
            json.name("samples").open('[');
            loop.samples().forEach(sample -> sample.write(json));
            json.close(']').close('}');
        }
        json.close(']').name("process").open('[');
        processes.forEach(sample -> sample.write(json));
        json.close(']');
        writeLanes(json);
        writeNodes(json);
        return json.close('}').toString();
    }

    /** The latest look. */
    String latestJson() {
        var json = new JsonText().open('{').name("loops").open('[');
        for (LoopHistory loop : loops.values()) {
            writeSubject(json, loop.subject());
            json.name("samples").open('[');
            loop.samples().getLast().write(json);
            json.close(']').close('}');
        }
        json.close(']').name("process").open('[');
        processes.getLast().write(json);
        json.close(']');
        writeLanes(json);
        writeNodes(json);
        return json.close('}').toString();
    }

    private static void writeSubject(JsonText json, Subject subject) {
        json.open('{')
                .member("id", subject.id())
                .member("name", subject.name())
                .member("canEnd", subject.canEndCallbacks());
    }

    private void writeLanes(JsonText json) {
        json.name("lanes").open('[');
        for (LaneReport lane : lanes) {
            json.open('{')
                    .member("name", lane.lane())
                    .member("limit", lane.limit())
                    .member("threads", lane.threads())
                    .member("idle", lane.idle())
                    .member("stuck", lane.stuck())
                    .member("queued", lane.queued());
            writeTimes(json.name("waited"), lane.waited());
            writeTimes(json.name("ran"), lane.ran());
            lane.oldest()
                    .ifPresent(task -> json.name("oldest")
                            .open('{')
                            .member("name", task.name())
                            .member("ms", task.waitingNs() / NS_PER_MS)
                            .member("by", task.submittedBy())
                            .close('}'));
            json.name("running").open('[');
            for (LaneReport.Task task : lane.running()) {
                json.open('{')
                        .member("name", task.name())
                        .member("ms", task.runningNs() / NS_PER_MS)
                        .member("stuck", task.stuck())
                        .member("by", task.submittedBy())
                        .close('}');
            }
            json.close(']').close('}');
        }
        json.close(']');
    }

    private void writeNodes(JsonText json) {
        json.name("nodes").open('[');
        for (LoopHistory loop : loops.values()) {
            for (NodeFigures node : loop.subject().nodes()) {
                json.open('{')
                        .member("runtime", loop.subject().name())
                        .member("name", node.name())
                        .member("address", node.address())
                        .member("workers", node.workers())
                        .member("running", node.running())
                        .member("completed", node.completed())
                        .member("failed", node.failed())
                        .member("waited50", node.waited().medianMs())
                        .member("waited99", node.waited().p99Ms())
                        .member("ran50", node.ran().medianMs())
                        .member("ran99", node.ran().p99Ms())
                        .close('}');
            }
        }
        json.close(']');
    }

    private static void writeTimes(JsonText json, Histogram.Snapshot times) {
        json.open('{')
                .member("count", times.count())
                .member("p50", times.quantileNs(0.5) / NS_PER_MS)
                .member("p99", times.quantileNs(0.99) / NS_PER_MS)
                .member("max", times.maxNs() / NS_PER_MS)
                .close('}');
    }
}
