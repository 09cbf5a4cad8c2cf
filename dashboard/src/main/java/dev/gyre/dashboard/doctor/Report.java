package dev.gyre.dashboard.doctor;

import dev.gyre.dashboard.JsonText;
import dev.gyre.dashboard.Page;
import dev.gyre.dashboard.doctor.CaseNotes.Blocked;
import dev.gyre.dashboard.doctor.CaseNotes.LaneLook;
import dev.gyre.dashboard.doctor.CaseNotes.LaneWait;
import dev.gyre.dashboard.doctor.CaseNotes.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the doctor writes: a page that is one file, and JSON. */
final class Report {
    private static final int MAX_POINTS = 1200;
    private static final int HOT_FUNCTIONS = 15;

    private final String program;
    private final long startMs;
    private final CaseNotes notes;
    private final List<Finding> findings;

    Report(String program, long startMs, CaseNotes notes, List<Finding> findings) {
        this.program = program;
        this.startMs = startMs;
        this.notes = notes;
        this.findings = findings;
    }

    void writeJson(Path file) throws IOException {
        var json = new JsonText().open('{');
        writeFindings(json);
        Files.writeString(file, json.close('}') + "\n");
    }

    void writeHtml(Path file) throws IOException {
        var json = new JsonText().open('{');
        writeFindings(json);
        writeSeries(json);
        CpuProfile profile = notes.profile();
        json.name("profile");
        if (profile == null) {
            json.raw("null");
        } else {
            json.raw(Page.inScript(profile.json()));
        }
        Finding first = findings.getFirst();
        Files.writeString(file, Page.report(program, first.kind().isProblem(), first.sentence(), json.close('}') + ""));
    }

    // ---- JSON

    private void writeFindings(JsonText json) {
        json.member("version", 1)
                .member("program", program)
                .member("startedAt", Instant.ofEpochMilli(startMs).toString())
                .member("durationMs", notes.elapsedMs())
                .member("hadLoad", notes.hadLoad())
                .name("exitCode");
        if (notes.exitCode() == null) {
            json.raw("null");
        } else {
            json.value(notes.exitCode());
        }
        json.member(
                        "healthy",
                        findings.stream().noneMatch(finding -> finding.kind().isProblem()))
                .member("verdict", findings.getFirst().sentence())
                .name("findings")
                .open('[');
        findings.forEach(finding -> writeFinding(json, finding));
        json.close(']');
        writeFigures(json);
        json.name("blocks").open('[');
        notes.blocks().forEach(block -> writeBlock(json, block));
        json.close(']').name("hotFunctions").open('[');
        CpuProfile profile = notes.profile();
        if (profile != null) {
            profile.own().stream()
                    .limit(HOT_FUNCTIONS)
                    .forEach(entry -> json.open('{')
                            .member("function", entry.function())
                            .member("file", entry.file())
                            .member("line", entry.line())
                            .member("selfMs", entry.selfMs())
                            .close('}'));
        }
        json.close(']').name("held").open('[');
        HeldMemory held = notes.held();
        if (held != null) {
            double all = held.allocations().stream()
                    .mapToDouble(HeldMemory.Allocation::bytes)
                    .sum();
            held.allocations().stream()
                    .limit(HOT_FUNCTIONS)
                    .forEach(one -> json.open('{')
                            .member("function", one.place().function())
                            .member("file", one.place().file())
                            .member("line", one.place().line())
                            .member("share", one.bytes() / all)
                            .close('}'));
        }
        json.close(']');
    }

    private static void writeFinding(JsonText json, Finding finding) {
        json.open('{')
                .member("kind", finding.kind().name())
                .member("problem", finding.kind().isProblem())
                .member("sentence", finding.sentence())
                .name("advice")
                .open('[');
        finding.advice().forEach(json::value);
        json.close(']').name("place");
        writePlace(json, finding.place());
        json.close('}');
    }

    private static void writePlace(JsonText json, Finding.@org.jspecify.annotations.Nullable Place place) {
        if (place == null) {
            json.raw("null");
            return;
        }
        json.open('{')
                .member("function", place.function())
                .member("file", place.file())
                .member("line", place.line())
                .name("source")
                .open('[');
        for (SourceExcerpt.Line line : SourceExcerpt.around(place.file(), place.line())) {
            json.open('{')
                    .member("line", line.number())
                    .member("text", line.text())
                    .close('}');
        }
        json.close(']').close('}');
    }

    private static void writeBlock(JsonText json, Blocked block) {
        json.open('{')
                .member("t", block.timeMs())
                .member("ms", block.forMs())
                .member("callback", block.callback())
                .member("cause", block.cause())
                .member("detail", block.detail())
                .name("place");
        writePlace(json, block.place());
        json.name("stack").open('[');
        block.stack().forEach(json::value);
        json.close(']').close('}');
    }

    private void writeFigures(JsonText json) {
        json.name("figures")
                .open('{')
                .member("delayP50Ms", percentile(Look::delayMs, 0.5))
                .member("delayP99Ms", percentile(Look::delayMs, 0.99))
                .member("delayMaxMs", percentile(Look::delayMs, 1))
                .member("loopUsed", mean(Look::used))
                .member("gcMs", notes.looks().stream().mapToDouble(Look::gcMs).sum())
                .member("heapMaxBytes", percentile(Look::heapBytes, 1))
                .member("heldBytes", notes.held() == null ? -1 : notes.held().bytes())
                .member("rssMaxBytes", percentile(Look::rssBytes, 1))
                .member("cpus", mean(Look::cpus))
                .name("pool")
                .open('[');
        for (LaneWait wait : notes.workWaits()) {
            json.open('{')
                    .member("lane", wait.lane())
                    .member("tasks", wait.tasks())
                    .member("meanWaitMs", wait.meanWaitMs())
                    .member("meanRunMs", wait.tasks() == 0 ? 0 : wait.runMs() / wait.tasks())
                    .close('}');
        }
        json.close(']').close('}');
    }

    private double percentile(ToDoubleFunction<Look> figure, double share) {
        double[] sorted = notes.looks().stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))];
    }

    private double mean(ToDoubleFunction<Look> figure) {
        return notes.looks().stream().mapToDouble(figure).average().orElse(0);
    }

    /** The looks; where there are too many, each point is the worst of a few. */
    private void writeSeries(JsonText json) {
        List<Look> looks = notes.looks();
        int step = Math.max(1, (looks.size() + MAX_POINTS - 1) / MAX_POINTS);
        json.name("series").open('[');
        for (int from = 0; from < looks.size(); from += step) {
            List<Look> part = looks.subList(from, Math.min(looks.size(), from + step));
            Look last = part.getLast();
            json.open('{')
                    .member("t", last.timeMs())
                    .member("delay", max(part, Look::delayMs))
                    .member(
                            "used",
                            part.stream().mapToDouble(Look::used).average().orElse(0))
                    .member(
                            "gc",
                            part.stream().mapToDouble(Look::gcMs).sum()
                                    / Math.max(
                                            1,
                                            part.stream()
                                                    .mapToDouble(Look::elapsedMs)
                                                    .sum()))
                    .member("heap", last.heapBytes())
                    .member("rss", last.rssBytes())
                    .member(
                            "cpus",
                            part.stream().mapToDouble(Look::cpus).average().orElse(0))
                    .member("handles", last.handles())
                    .member("requests", last.requests())
                    .member(
                            "queued",
                            max(
                                    part,
                                    look -> look.lanes().stream()
                                            .mapToInt(LaneLook::queued)
                                            .sum()))
                    .close('}');
        }
        json.close(']');
    }

    private static double max(List<Look> looks, ToDoubleFunction<Look> figure) {
        return looks.stream().mapToDouble(figure).max().orElse(0);
    }
}
