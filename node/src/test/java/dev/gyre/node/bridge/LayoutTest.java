package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.bridge.Layout.Block;
import dev.gyre.node.bridge.Layout.Control;
import dev.gyre.node.bridge.Layout.ControlTime;
import dev.gyre.node.bridge.Layout.Event;
import dev.gyre.node.bridge.Layout.EventType;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.ResultKind;
import dev.gyre.node.bridge.Layout.SlotCall;
import dev.gyre.node.bridge.Layout.SlotList;
import dev.gyre.node.bridge.Layout.SocketArea;
import dev.gyre.node.bridge.Layout.Submission;
import dev.gyre.node.bridge.Layout.TurnPhase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutTest {
    private static final Path CORE = Path.of("src/main/java/dev/gyre/node");

    @Test
    void noProtocolNumberIsWrittenOutsideTheLayout() throws IOException {
        var found = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(CORE)) {
            files.filter(LayoutTest::isChecked)
                    .forEach(file -> found.addAll(
                            ProtocolNumbers.in(CORE.relativize(file).toString(), read(file))));
        }
        assertEquals(List.of(), found);
    }

    private static boolean isChecked(Path file) {
        String name = file.toString();
        return name.endsWith(".js") || (name.endsWith(".java") && !name.endsWith("/Layout.java"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.js   | const { words: { i32 } } = require('internal/bridge'); i32[5]++;",
                "a.js   | const { memory } = require('internal/slots'); memory.i32[(at >> 2) + 7] = 0;",
                "a.js   | const wire = require('internal/net/socket_memory'); events[3] = function accepted() {};",
                "a.js   | const { onPhase } = require('internal/bridge'); onPhase(2, run);",
                "a.js   | const bridge = require('internal/bridge'); const LOOP_NOW = 8;",
                "a.js   | const wire = require('internal/net/socket_memory'); const KIND = { WRITE: 0, SHUTDOWN: 1 };",
                "a.js   | const { PHASE, PHASEE } = require('internal/layout').Control;",
                "a.js   | const layout = require('internal/layout'); run(layout.TurnPhase.POL);",
                "A.java | import dev.gyre.node.bridge.Layout; int phase = block.getInt(20);",
                "A.java | import dev.gyre.node.bridge.Layout; ints.put(i + 2, kind);",
                "A.java | GyreRuntime runtime; runtime.post(1, number, null);",
                "A.java | GyreRuntime runtime; wire.event(id, 3, 0, 0, 0);",
                "A.java | class A { GyreRuntime runtime; private static final int READ_ERROR = 2; }",
            })
    void aPlantedNumberIsFound(String file, String code) {
        assertFalse(ProtocolNumbers.in(file, code).isEmpty(), code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.js   | const { EVENTS } = require('internal/layout').Control; i32[EVENTS] = 0; i32[at + EVENTS]++;",
                "a.js   | // i32[5] is explained in a comment",
                "a.js   | const bridge = require('internal/bridge'); const MAX_SORTED = 64;",
                "A.java | ints.put(i + Event.KIND, 0); doubles.get(ControlTime.DEADLINE);",
            })
    void whatIsNamedIsNotFound(String file, String code) {
        assertEquals(List.of(), ProtocolNumbers.in(file, code));
    }

    @Test
    void theScriptHasEveryConstantWithItsValue() throws IllegalAccessException {
        String script = LayoutScript.source();
        for (Class<?> group : Layout.class.getDeclaredClasses()) {
            assertTrue(script.contains("exports." + group.getSimpleName() + " = "), group.getName());
            for (Field field : group.getDeclaredFields()) {
                long value = ((Number) field.get(null)).longValue();
                assertTrue(script.contains("  " + field.getName() + ": " + value + ",\n"), field.toString());
            }
        }
    }

    @Test
    void operationsEventsAndFlagsOfAGroupDiffer() throws IllegalAccessException {
        for (Class<?> group :
                List.of(TurnPhase.class, EventType.class, ResultKind.class, Operation.class, Control.class)) {
            var byValue = new HashMap<Integer, String>();
            for (Field field : group.getDeclaredFields()) {
                String other = byValue.put(field.getInt(null), field.getName());
                assertEquals(null, other, group.getSimpleName() + "." + field.getName() + " is like " + other);
            }
        }
    }

    @Test
    void regionsDoNotOverlap() throws IllegalAccessException {
        int words = 0;
        for (Field field : Control.class.getDeclaredFields()) {
            words = Math.max(words, (field.getInt(null) + 1) * Integer.BYTES);
        }
        assertTrue(words <= ControlTime.LOOP_NOW * Double.BYTES);
        assertTrue((ControlTime.DEADLINE + 1) * Double.BYTES <= Block.VIEWS_AT);
        assertTrue(Block.VIEWS_AT + Block.VIEWS_BYTES <= Block.EVENTS_AT);
        assertTrue(Block.EVENTS_AT + Event.MAX_EVENTS * Event.EVENT_BYTES <= Block.SUBMISSIONS_AT);
        assertTrue(Block.SUBMISSIONS_AT + Submission.MAX_SUBMISSIONS * Submission.SUBMISSION_BYTES <= Block.ARENA_AT);
        assertTrue(Event.EXTRA * Integer.BYTES < Event.VALUE * Double.BYTES);
        assertTrue((Event.VALUE + 1) * Double.BYTES <= Event.EVENT_BYTES);
        assertTrue(SlotList.DONE + 1 + SlotList.SLOTS <= SlotList.TAKEN);
        assertTrue((SlotList.ANSWERED + 1) * Integer.BYTES <= SlotList.SLOTS_AT);
        assertTrue((SlotCall.DESCRIPTOR + 1) * Integer.BYTES <= SlotCall.A * Double.BYTES);
        assertTrue((SlotCall.F + 1) * Double.BYTES <= SlotCall.DATA_AT);
        assertTrue(SocketArea.IN_AT + SocketArea.IN_BYTES <= SocketArea.OUT_AT);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
