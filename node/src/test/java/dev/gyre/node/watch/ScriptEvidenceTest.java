package dev.gyre.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.loop.watch.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptEvidenceTest {
    private static String line(String text, String file, int line) {
        return text + "\0" + file + "\0" + line + "\0" + 1;
    }

    private static List<String> shown(String... lines) {
        return ScriptEvidence.frames("3\n" + String.join("\n", lines)).stream()
                .map(Frame::toString)
                .toList();
    }

    @Test
    void showsTheProgramsCallsAndWhatTheyCallButNotTheirCallers() {
        assertEquals(
                List.of("readFileSync (node:internal/fs/read_file:2:1)", "load (/srv/app.js:7:1)"),
                shown(
                        line("call (node:internal/core:1:1)", "node:internal/core", 1),
                        line("readFileSync (node:internal/fs/read_file:2:1)", "node:internal/fs/read_file", 2),
                        line("load (/srv/app.js:7:1)", "/srv/app.js", 7),
                        line("fire (node:internal/timers/timeout:3:1)", "node:internal/timers/timeout", 3),
                        line("turn (wasm://wasm/1)", "wasm://wasm/1", 1)));
    }

    @Test
    void showsJsonFunctionsOnceAndByTheirNames() {
        String file = "node:internal/json_calls";
        assertEquals(
                List.of("JSON.parse (<anonymous>)", "load (/srv/app.js:7:1)"),
                shown(
                        line("parseLarge (node:internal/json_calls:1:1)", file, 1),
                        line("Object.parse (node:internal/json_calls:2:1)", file, 2),
                        line("load (/srv/app.js:7:1)", "/srv/app.js", 7)));
    }

    @Test
    void showsTheCoresCallsWhereNothingIsTheProgramsOwn() {
        assertEquals(
                List.of("fire (node:internal/timers/timeout:3:1)"),
                shown(
                        line("fire (node:internal/timers/timeout:3:1)", "node:internal/timers/timeout", 3),
                        line("turn (node:internal/bridge:1:1)", "node:internal/bridge", 1)));
    }

    @Test
    void showsTheFunctionsThatAwaitTheRunningOne() {
        assertEquals(
                List.of("work (/srv/app.js:7:1)", "async <anonymous> (/srv/app.js:9:1)"),
                shown(
                        line("work (/srv/app.js:7:1)", "/srv/app.js", 7),
                        line(
                                "runMicrotasks (node:internal/process/task_queues:7:1)",
                                "node:internal/process/task_queues",
                                7),
                        line("wasm://wasm/cc084582:1:220", "wasm://wasm/cc084582", 1),
                        line("turn (node:internal/bridge:1:1)", "node:internal/bridge", 1),
                        line("async /srv/app.js:9:1", "/srv/app.js", 9)));
    }

    @Test
    void readsTheCountOfASample() {
        assertEquals(3, ScriptEvidence.jobs("3\nframe"));
        assertEquals(17, ScriptEvidence.jobs("17"));
    }
}
