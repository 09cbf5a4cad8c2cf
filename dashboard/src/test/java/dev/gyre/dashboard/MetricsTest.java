package dev.gyre.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.NodeFigures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The metrics keep the rules of Prometheus's text format, and those of its linter (promtool check metrics). */
@Timeout(60)
class MetricsTest {
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_:][a-z0-9_:]*)(?:\\{(.*)})? (NaN|[+-]?Inf|-?[0-9][0-9.eE+-]*)");
    private static final Pattern LABEL =
            Pattern.compile("([a-z_][a-z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");
    private static final Set<String> UNITS = Set.of("seconds", "bytes", "ratio", "total");

    private static void check(String text) {
        assertTrue(text.endsWith("\n"));
        Map<String, String> types = new HashMap<>();
        Set<String> seen = new HashSet<>();
        Set<String> helped = new HashSet<>();
        String family = "";
        for (String line : text.split("\n")) {
            if (line.startsWith("# HELP ")) {
                family = line.split(" ")[2];
                assertTrue(helped.add(family), "a family in two places: " + line);
                assertTrue(line.length() > "# HELP  ".length() + family.length(), "no help: " + line);
            } else if (line.startsWith("# TYPE ")) {
                assertEquals(family, line.split(" ")[2]);
                types.put(family, line.split(" ")[3]);
            } else {
                checkSample(line, family, types.get(family), seen);
            }
        }
        types.forEach((name, type) -> {
            assertEquals(type.equals("counter"), name.endsWith("_total"), name + " is a " + type);
            assertFalse(name.matches(".*_(milliseconds|ms|kilobytes|kb|percent)(_total)?"), "no base unit: " + name);
        });
        assertTrue(types.size() > 20 && UNITS.size() == 4, "families: " + types.size());
    }

    private static void checkSample(String line, String family, String type, Set<String> seen) {
        Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        String suffix = sample.group(1).substring(family.length());
        assertTrue(sample.group(1).startsWith(family), line);
        List<String> suffixes = switch (type) {
            case "histogram" -> List.of("_bucket", "_sum", "_count");
            case "summary" -> List.of("", "_sum", "_count");
            default -> List.of("");
        };
        assertTrue(suffixes.contains(suffix), line);
        String labels = sample.group(2);
        if (labels != null) {
            assertEquals("", LABEL.matcher(labels).replaceAll(""), "labels: " + line);
        }
        assertTrue(seen.add(sample.group(1) + labels), "twice: " + line);
    }

    @Test
    void textKeepsTheRulesOfTheFormat() throws Exception {
        try (var main = new LoopSubject(0, "main");
                var worker = new LoopSubject(3, "a \"worker\"\n")) {
            var recorder = new Recorder(() -> List.of(main, worker));
            recorder.look();
            main.hold(); // so that a task has run before
            main.free();
            main.hold();
            recorder.look();
            String text = Metrics.of(recorder, new BlockLog());
            check(text);
            assertTrue(text.contains("gyre_workers 1\n"), text);
            checkBuckets(text, "gyre_loop_callback_seconds", "runtime=\"main\",phase=\"poll\",kind=\"post\"");
            assertTrue(text.contains("gyre_loop_turns_total{runtime=\"worker-3\"} "), text);
            assertTrue(text.contains("gyre_v8_heap_used_bytes{runtime=\"main\"} 1048576\n"), text);
        }
    }

    @Test
    void nodesOfPoolsAreTold() throws Exception {
        try (var main = new LoopSubject(0, "main")) {
            var waited = new NodeFigures.Times(4, 2, 1.5, 6, 7);
            var none = new NodeFigures.Times(0, 0, 0, 0, 0);
            main.nodes = List.of(
                    new NodeFigures("one", "10.0.0.1:7400", 2, 3, 40, 5, 0, waited, none),
                    new NodeFigures("one", "10.0.0.1:7401", 2, 3, 41, 5, 0, none, none));
            var recorder = new Recorder(() -> List.of(main));
            recorder.look();
            String text = Metrics.of(recorder, new BlockLog());
            check(text);
            String labels = "{runtime=\"main\",node=\"one\",address=\"10.0.0.1:7400\"";
            assertTrue(text.contains("gyre_node_completed_total" + labels + "} 40\n"), text);
            assertTrue(text.contains("gyre_node_task_wait_seconds" + labels + ",quantile=\"0.99\"} 0.006\n"), text);
            assertTrue(text.contains("gyre_node_task_wait_seconds_sum" + labels + "} 0.008\n"), text);
            assertTrue(text.contains("gyre_node_completed_total" + labels.replace("7400", "7401") + "} 41\n"), text);
            String json = recorder.latestJson();
            assertTrue(json.contains("\"name\":\"one\"") && json.contains("\"waited99\":6"), json);
        }
    }

    private static void checkBuckets(String text, String family, String labels) {
        List<Long> counts = text.lines()
                .filter(line -> line.startsWith(family + "_bucket{" + labels + ",le="))
                .map(line -> Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        assertEquals(12, counts.size(), text);
        assertEquals(counts.stream().sorted().toList(), counts, "they are cumulative");
        assertTrue(counts.getLast() > 0 && text.contains(family + "_count{" + labels + "} " + counts.getLast() + "\n"));
    }

    @Test
    void bucketsAreCumulative() {
        var delays = new DelayHistogram();
        for (double seconds : new double[] {0.0001, 0.0005, 0.003, 100}) {
            delays.add(seconds);
        }
        assertEquals(2, delays.cumulative(0));
        assertEquals(3, delays.cumulative(3));
        assertEquals(3, delays.cumulative(DelayHistogram.LIMITS.length - 1));
        assertEquals(4, delays.cumulative(DelayHistogram.LIMITS.length));
        assertEquals(100.0036, delays.sum(), 1e-9);
    }

    @Test
    void labelsAndHelpAreEscaped() {
        var text = new MetricsText();
        text.family("x", "gauge", "a\\b\nc");
        text.sample("", 0.5, "name", "q\"\\\n");
        assertEquals("# HELP x a\\\\b\\nc\n# TYPE x gauge\nx{name=\"q\\\"\\\\\\n\"} 0.5\n", text.toString());
    }
}
