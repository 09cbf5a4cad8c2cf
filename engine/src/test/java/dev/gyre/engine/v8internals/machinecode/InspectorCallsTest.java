package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Inspector;
import dev.gyre.engine.InspectorSession;
import dev.gyre.engine.Isolate;
import dev.gyre.engine.NativeFunction;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8 or Javet have changed: then InspectorCalls has to learn its offsets anew, as docs/v8-internals.md tells. */
class InspectorCallsTest {
    private final List<String> messages = new ArrayList<>();
    private Isolate isolate;
    private Inspector inspector;
    private InspectorSession session;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        inspector = isolate.inspector();
        session = inspector.connect(false, messages::add);
        assertNotNull(inspector.calls(), "V8 is not as expected");
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void define(String name, NativeFunction body) {
        isolate.setGlobal(name, isolate.function(body));
    }

    private String run(String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    @Test
    void theProtocolTellsOfAFurtherContextAndEvaluatesInIt() {
        define("tell", args -> inspector.contextCreated(args, 0, "name ü", "origin", "{\"isDefault\":false}"));
        define("makeContext", _ -> isolate.newContext());
        session.dispatch("{\"id\":1,\"method\":\"Runtime.enable\"}");
        messages.clear();
        run("const other = makeContext(); tell(other.eval('(function () {})'));");
        assertEquals(1, messages.size());
        assertTrue(
                messages.getFirst()
                        .startsWith(
                                "{\"method\":\"Runtime.executionContextCreated\",\"params\":{\"context\":{\"id\":2,\"origin\":\"origin\",\"name\":\"name \\u00fc\""),
                messages.getFirst());
        messages.clear();
        session.dispatch(
                "{\"id\":2,\"method\":\"Runtime.evaluate\",\"params\":{\"contextId\":2,\"expression\":\"globalThis.mark = 5; [] instanceof Array\"}}");
        assertTrue(messages.getFirst().contains("\"value\":true"), messages.getFirst());
        assertEquals("5,", run("[other.mark, globalThis.mark].join()"));
    }

    @Test
    void aStackHasTheFramesOfWhoScheduledTheTask() {
        define("schedule", args -> {
            inspector.calls().taskScheduled(args.requiredString(0), args.integer(1), args.bool(2));
            return null;
        });
        define("begin", args -> {
            inspector.calls().taskStarted(args.integer(0));
            return null;
        });
        define("end", args -> {
            inspector.calls().taskFinished(args.integer(0));
            return null;
        });
        session.dispatch("{\"id\":1,\"method\":\"Runtime.enable\"}");
        session.dispatch("{\"id\":2,\"method\":\"Debugger.enable\"}");
        session.dispatch("{\"id\":3,\"method\":\"Debugger.setAsyncCallStackDepth\",\"params\":{\"maxDepth\":8}}");
        run("function scheduling() { schedule('Timeout', 7, false); } scheduling();");
        messages.clear();
        run("function called() { console.log('x'); } begin(7); called(); end(7);");
        String logged = messages.stream()
                .filter(text -> text.contains("consoleAPICalled"))
                .findFirst()
                .orElseThrow();
        assertTrue(logged.contains("\"parentId\":{\"id\":\"1\"}"), logged);
        messages.clear();
        session.dispatch(
                "{\"id\":4,\"method\":\"Debugger.getStackTrace\",\"params\":{\"stackTraceId\":{\"id\":\"1\"}}}");
        String stack = messages.getFirst();
        assertTrue(stack.contains("\"description\":\"Timeout\""), stack);
        assertTrue(stack.contains("\"functionName\":\"scheduling\""), stack);
    }

    @Test
    void anExceptionThatNobodyCaughtIsTold() {
        define("thrown", args -> {
            inspector.exceptionThrown(args, 0, "Uncaught it", "file.js", 3, 5);
            return null;
        });
        session.dispatch("{\"id\":1,\"method\":\"Runtime.enable\"}");
        messages.clear();
        run("thrown(Object.keys, new Error('it'))");
        assertTrue(messages.getFirst().contains("Runtime.exceptionThrown"), messages.getFirst());
        assertTrue(
                messages.getFirst()
                        .contains("\"text\":\"Uncaught it\",\"lineNumber\":2,\"columnNumber\":4,\"url\":\"file.js\""),
                messages.getFirst());
    }
}
