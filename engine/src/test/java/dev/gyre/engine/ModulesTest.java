package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModulesTest {
    private static final int UNINSTANTIATED = 0;
    private static final int EVALUATED = 4;
    private static final int ERRORED = 5;

    private Isolate isolate;
    private Modules modules;
    private final List<Object> said = new ArrayList<>();
    private int synthetic = -1;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        modules = isolate.modules();
        isolate.setGlobal("say", isolate.function(args -> {
            said.add(args.plain(0));
            return null;
        }));
        isolate.setGlobal("synthetic", isolate.function(args -> {
            synthetic = modules.synthetic("values", args, 0);
            return null;
        }));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private void evaluate(int id) {
        modules.instantiate(id);
        modules.evaluate(id).close();
    }

    @Test
    void specifiersMeanWhatTheyWereLinkedTo() {
        int a = modules.compile("import { b } from './b'; say(b)", "file:///a.mjs");
        int b = modules.compile("export const b = 'from b'", "file:///b.mjs");
        modules.link(a, "./b", b);
        evaluate(a);
        assertEquals(List.of("from b"), said);
        assertEquals(EVALUATED, modules.status(b));
    }

    @Test
    void modulesOfOneNameAreTwoModules() {
        int a = modules.compile("import 'it'; say('a')", "same");
        int b = modules.compile("say('b')", "same");
        modules.link(a, "it", b);
        evaluate(a);
        assertEquals(List.of("b", "a"), said);
    }

    @Test
    void syntheticModulesExportTheirProperties() {
        isolate.run("synthetic({ x: 'one', 'a name': 'two' })", "test.js").close();
        int a = modules.compile("import { x, 'a name' as y } from 'values'; say(x); say(y)", "file:///a.mjs");
        modules.link(a, "values", synthetic);
        evaluate(a);
        assertEquals(List.of("one", "two"), said);
    }

    @Test
    void syntaxErrorsTellThePlace() {
        var e = assertThrows(ScriptException.class, () -> modules.compile("let a;\nlet a;", "file:///a.mjs"));
        assertTrue(e.getMessage().contains("'a' has already been declared"), e.getMessage());
        assertEquals(2, e.location().line());
        assertEquals("file:///a.mjs", e.location().file());
    }

    @Test
    void missingNamesFailTheLinkingOnly() {
        int a = modules.compile("import { no } from 'b'", "file:///a.mjs");
        int b = modules.compile("export {}", "file:///b.mjs");
        modules.link(a, "b", b);
        var e = assertThrows(ScriptException.class, () -> modules.instantiate(a));
        assertTrue(e.getMessage().contains("does not provide an export named 'no'"), e.getMessage());
        assertEquals(UNINSTANTIATED, modules.status(a));
    }

    @Test
    void specifiersThatWereForgottenFailLoudly() {
        int a = modules.compile("import 'forgotten'", "file:///a.mjs");
        var e = assertThrows(RuntimeException.class, () -> modules.instantiate(a));
        assertTrue(e.getMessage().contains("forgotten"), e.getMessage());
    }

    @Test
    void whatAModuleThrowsRejectsItsPromise() {
        int a = modules.compile("throw 'thrown'", "file:///a.mjs");
        modules.instantiate(a);
        try (ScriptValue promise = modules.evaluate(a);
                ScriptValue tell = isolate.run("(promise) => { promise.catch(say); }", "test.js")) {
            isolate.call(tell, promise).close();
        }
        assertEquals(List.of("thrown"), said);
        assertEquals(ERRORED, modules.status(a));
    }
}
