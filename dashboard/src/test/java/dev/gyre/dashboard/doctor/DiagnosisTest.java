package dev.gyre.dashboard.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.dashboard.doctor.CaseNotes.Blocked;
import dev.gyre.dashboard.doctor.CaseNotes.LaneLook;
import dev.gyre.dashboard.doctor.CaseNotes.LaneWait;
import dev.gyre.dashboard.doctor.CaseNotes.Look;
import dev.gyre.dashboard.doctor.Finding.Kind;
import dev.gyre.dashboard.doctor.Finding.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor makes of what it saw. */
class DiagnosisTest {
    private static final String PROFILE = """
            {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"children":[2,3]},
              {"id":2,"callFrame":{"functionName":"(idle)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1}},
              {"id":3,"callFrame":{"functionName":"hot","scriptId":"9","url":"file:///app.js","lineNumber":6,"columnNumber":2}}],
             "startTime":0,"endTime":9000,"samples":[2,3,3],"timeDeltas":[1000,4000,4000]}""";

    private static Look look(double delayMs, double used, double gcMs, LaneLook... lanes) {
        return new Look(1_000_000, 100, delayMs, used, gcMs, 1 << 20, 0, 1 << 26, 0.5, 1, 0, List.of(lanes));
    }

    private static CaseNotes notes(Look look, List<Blocked> blocks, Integer exitCode, boolean hadLoad) {
        return new CaseNotes(
                Collections.nCopies(50, look),
                blocks,
                List.of(new LaneWait("cpu", 10, 2500, 1000)),
                CpuProfile.of(PROFILE),
                null,
                exitCode,
                hadLoad);
    }

    private static Blocked block(double ms, String cause, boolean isForLackOfCpu) {
        var place = new Place("handler", "/app.js", 12);
        return new Blocked(1_000_000, ms, "http request GET /", cause, "/(a+)+$/", place, List.of(), isForLackOfCpu);
    }

    private static Finding only(CaseNotes notes) {
        List<Finding> findings = Diagnosis.of(notes);
        assertEquals(1, findings.size(), findings.toString());
        return findings.getFirst();
    }

    @Test
    void blockIsNamedWithItsCauseAndLine() {
        List<Blocked> blocks =
                List.of(block(150, "a synchronous call", false), block(3020, "a regular expression", false));
        Finding finding = only(notes(look(5, 0.3, 0), blocks, null, true));
        assertEquals(Kind.LOOP_BLOCKED, finding.kind());
        assertEquals(
                "The event loop was blocked for 3.02 s by a regular expression (/(a+)+$/) in handler (/app.js:12), the worst of 2 such callbacks.",
                finding.sentence());
        assertTrue(finding.advice().get(1).contains("lint-regexp"));
        assertEquals(Examination.EXIT_PROBLEMS, Examination.exitCodeOf(List.of(finding)));
    }

    @Test
    void delayThatNobodyReportedIsExplainedByTheProfile() {
        Finding finding = only(notes(look(900, 1, 0), List.of(), null, true));
        assertEquals(Kind.LOOP_BLOCKED, finding.kind());
        assertTrue(finding.sentence().contains("hot (/app.js:7)"), finding.sentence());
    }

    @Test
    void fullPoolIsNamedWithWhatHoldsIt() {
        var lane = new LaneLook("cpu", 2, 7, List.of("pbkdf2", "pbkdf2"));
        Finding finding = only(notes(look(1, 0.1, 0, lane), List.of(), null, true));
        assertEquals(Kind.POOL_SATURATED, finding.kind());
        assertEquals(
                "The worker pool's CPU lane was full for 100 % of the time: pbkdf2 held its threads, and tasks waited 250 ms on average.",
                finding.sentence());
        var idle = new LaneLook("cpu", 2, 0, List.of("pbkdf2", "pbkdf2"));
        assertEquals(
                Kind.HEALTHY,
                only(notes(look(1, 0.1, 0, idle), List.of(), null, false)).kind());
    }

    @Test
    void garbageCollectionCountsWhereItIsAGoodPartOfTheWork() {
        assertEquals(
                Kind.GARBAGE_COLLECTION,
                only(notes(look(20, 0.5, 20), List.of(), null, true)).kind());
        assertEquals(
                Kind.HEALTHY,
                only(notes(look(20, 0.7, 5), List.of(), null, true)).kind());
    }

    @Test
    void manyShortSynchronousCallsAreNamedWithTheirCaller() {
        String profile = """
                {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"children":[2,5]},
                  {"id":2,"callFrame":{"functionName":"handler","url":"file:///app.js","lineNumber":6},"children":[3]},
                  {"id":3,"callFrame":{"functionName":"readFileSync","url":"node:internal/fs/read_file","lineNumber":9},"children":[4]},
                  {"id":4,"callFrame":{"functionName":"call","url":"node:internal/bridge","lineNumber":9}},
                  {"id":5,"callFrame":{"functionName":"Module._load","url":"node:internal/module/loader","lineNumber":9},"children":[6]},
                  {"id":6,"callFrame":{"functionName":"","url":"/app.js","lineNumber":0},"children":[7]},
                  {"id":7,"callFrame":{"functionName":"readdirSync","url":"node:fs","lineNumber":9}}],
                 "samples":[2,3,4,7],"timeDeltas":[300000,100000,900000,500000]}""";
        CaseNotes notes = notes(look(20, 0.6, 0), List.of(), null, true);
        notes = new CaseNotes(notes.looks(), List.of(), List.of(), CpuProfile.of(profile), null, null, true);
        Finding finding = only(notes);
        assertEquals(Kind.SYNCHRONOUS_CALLS, finding.kind());
        assertEquals(
                "Synchronous calls, mostly fs.readFileSync, took 56 % of the time in which JavaScript ran; most were made in handler (/app.js:7).",
                finding.sentence());
    }

    @Test
    void memoryThatIsHeldGrowsWhereItIsMoreThanAllOfItWasBefore() {
        String profile = """
                {"head":{"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"selfSize":9,"children":[
                  {"callFrame":{"functionName":"remember","url":"file:///app.js","lineNumber":2},"selfSize":1000,"children":[
                    {"callFrame":{"functionName":"from","url":"node:internal/array","lineNumber":2},"selfSize":5000,"children":[]}]},
                  {"callFrame":{"functionName":"other","url":"/app.js","lineNumber":8},"selfSize":2000,"children":[]}]},"samples":[]}""";
        CaseNotes seen = notes(look(1, 0.6, 0), List.of(), null, true);
        var grown =
                new CaseNotes(seen.looks(), List.of(), List.of(), null, HeldMemory.of(40 << 20, profile), null, true);
        Finding finding = only(grown);
        assertEquals(Kind.MEMORY_GROWS, finding.kind());
        assertEquals(
                "The memory grows: 40 MB were still held at the end after a garbage collection, where there had been 1 MB with all garbage before; most of what was added came from remember (/app.js:3).",
                finding.sentence());
        var held = new CaseNotes(seen.looks(), List.of(), List.of(), null, HeldMemory.of(5 << 20, profile), null, true);
        assertEquals(Kind.HEALTHY, only(held).kind());
    }

    @Test
    void busyAndWaitingProgramsAreNoProblem() {
        Finding busy = only(notes(look(20, 0.99, 0), List.of(), null, true));
        assertEquals(Kind.LOOP_BUSY, busy.kind());
        Finding waiting = only(notes(look(1, 0.1, 0), List.of(), null, true));
        assertEquals(Kind.WAITING, waiting.kind());
        assertEquals(
                Kind.HEALTHY,
                only(notes(look(1, 0.1, 0), List.of(), null, false)).kind());
        assertEquals(Examination.EXIT_HEALTHY, Examination.exitCodeOf(List.of(busy, waiting)));
    }

    @Test
    void lackOfCpuIsNotTheProgramsFault() {
        Finding finding = only(notes(look(900, 1, 0), List.of(block(900, "too little CPU", true)), null, false));
        assertEquals(Kind.NO_CPU, finding.kind());
        assertFalse(finding.kind().isProblem());
    }

    @Test
    void failedProgramComesFirst() {
        List<Finding> findings = Diagnosis.of(notes(look(900, 1, 0), List.of(), 7, false));
        assertEquals(
                List.of(Kind.APP_FAILED, Kind.LOOP_BLOCKED),
                findings.stream().map(Finding::kind).toList());
        assertEquals(Examination.EXIT_APP_FAILED, Examination.exitCodeOf(findings));
    }

    @Test
    void reportIsOneFileInWhichNoTextOfTheProgramIsMarkup(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("a.js"), "1\n2\n</script><script>alert(1)</script>\n4\n");
        String evil = "</script><img src=x onerror=alert(1)>";
        var place = new Place(evil, source.toString(), 3);
        var blocked = new Blocked(1, 500, evil, evil, evil, place, List.of(evil), false);
        CaseNotes notes = notes(look(1, 0.5, 0), List.of(blocked), 0, true);
        var report = new Report(evil, 0, notes, Diagnosis.of(notes));
        Path html = folder.resolve("r.html");
        report.writeHtml(html);
        String text = Files.readString(html);
        assertFalse(text.contains("<img"), "markup");
        assertFalse(text.contains("alert(1)</script>"), "the source's markup");
        assertFalse(text.contains("{{"), "a placeholder is left");
        Path json = folder.resolve("r.json");
        report.writeJson(json);
        var read = (Map<?, ?>) JsonReader.read(Files.readString(json));
        assertEquals(false, read.get("healthy"));
        assertEquals(0.0, read.get("exitCode"));
        var finding = (Map<?, ?>) ((List<?>) read.get("findings")).getFirst();
        assertEquals(4, ((List<?>) ((Map<?, ?>) finding.get("place")).get("source")).size());
    }

    @Test
    void profileAddsUpTheTimeOfEachFunction() {
        CpuProfile profile = CpuProfile.of(PROFILE);
        assertEquals(List.of(new CpuProfile.Entry("hot", "/app.js", 7, 8)), profile.own());
        assertEquals(8, profile.busyMs());
        assertEquals("a\"\u00e9\n", JsonReader.read("\"a\\\"\\u00e9\\n\""));
    }
}
