package dev.gyre.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases again without V8's insides (docs/v8-internals.md): the fallbacks behave as Node does too. A fixed half of the
 * cases, those whose core code uses a capability, so that a whole ./verify stays short.
 */
class V8InternalsOffTest {
    private static final Path ROOT = Path.of("").toAbsolutePath();

    private static final List<String> WITH_ALL_OFF = List.of(
            "order/",
            "specs/assert/",
            "specs/async-local-storage/",
            "specs/buffer/",
            "specs/crypto/",
            "specs/domain/",
            "specs/encoding/",
            "specs/events/",
            "specs/fs/",
            "specs/http/",
            "specs/net/",
            "specs/stream/",
            "specs/string-decoder/",
            "specs/structured-clone/",
            "specs/util/",
            "specs/util-inspect/",
            "specs/v8/",
            "specs/vm/",
            "specs/web-streams/",
            "specs/zlib/");

    private static final int MANY = 100;

    /** With one alone off: a few cases that use it. */
    private static final Map<String, String> WITH_ONE_OFF = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("heap-strings", "specs/encoding/"),
            Map.entry("raw-memory", "specs/buffer/"),
            Map.entry("string-references", "specs/string-decoder/"),
            Map.entry("continuation-slot", "specs/async-local-storage/"),
            Map.entry("natives", "specs/structured-clone/"),
            Map.entry("contexts", "specs/vm/"),
            Map.entry("script-functions", "specs/vm/"),
            Map.entry("thrown-values", "specs/assert/"),
            Map.entry("pause-loop", "specs/inspector/"),
            Map.entry("backing-stores", "specs/structured-clone/"),
            Map.entry("system-calls", "specs/modules/"),
            Map.entry("compile-calls", "specs/modules/"),
            Map.entry("function-copies", "specs/vm/")));

    private static Command without(String capabilities) {
        return new Command(Stream.concat(
                        Stream.of("env", "GYRE_V8_INTERNALS=" + capabilities), CaseTests.gyre(ROOT).words().stream())
                .toList());
    }

    private static Stream<DynamicTest> tests(String capabilities, List<String> subjects) throws IOException {
        var ledger = Ledger.of(ROOT.resolve("ledger.txt"));
        var different = Ledger.of(ROOT.resolve("v8-internals-off.txt"));
        var cases = Case.all(ROOT).stream()
                .filter(test -> subjects.stream().anyMatch(test.name()::startsWith))
                .filter(test -> ledger.reason(test).isEmpty())
                .toList();
        // Of many cases every third one, for the time that they take.
        if (cases.size() > MANY) {
            cases = IntStream.range(0, cases.size())
                    .filter(i -> i % 3 == 0)
                    .mapToObj(cases::get)
                    .toList();
        }
        return CaseTests.of(cases, without(capabilities), (test, verdict) -> {
            if (!verdict.passed()) {
                different.reason(test).ifPresent(Assumptions::abort);
                fail(test.name() + " without " + capabilities + "\n" + verdict.difference());
            }
            if (capabilities.equals("off")) {
                different
                        .reason(test)
                        .ifPresent(reason -> fail(test.name() + " passes: take it out of v8-internals-off.txt"));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> withAllOff() throws IOException {
        return tests("off", WITH_ALL_OFF);
    }

    @TestFactory
    Stream<DynamicTest> withOneOff() throws IOException {
        Stream<DynamicTest> all = Stream.empty();
        for (var entry : WITH_ONE_OFF.entrySet()) {
            all = Stream.concat(all, tests(entry.getKey(), List.of(entry.getValue())));
        }
        return all;
    }

    @Test
    void anUnknownNameIsRefused() {
        Outcome outcome = without("heap").run(List.of("-p", "1"), ROOT, CaseTests.LIMIT);
        assertEquals(9, outcome.exitCode());
        assertTrue(outcome.stderr().contains("no capability 'heap'"), outcome.stderr());
    }
}
