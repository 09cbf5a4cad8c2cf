package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails where V8's queue of microtasks has changed its form: then MicrotaskQueues has to learn it anew. */
class MicrotaskQueuesTest {
    private Isolate isolate;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        isolate.setGlobal("enter", isolate.function(_ -> {
            queues().enter();
            return null;
        }));
        isolate.setGlobal("leave", isolate.function(_ -> {
            queues().leave();
            return null;
        }));
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private MicrotaskQueues queues() {
        return Objects.requireNonNull(isolate.microtaskQueues(), "V8's queue of microtasks is not as expected");
    }

    private String run(String source) {
        try (ScriptValue value = isolate.run(source, "test.js")) {
            return value.text();
        }
    }

    /** V8 runs the isolate's microtasks at the end of each outermost call. */
    @Test
    void microtasksWaitInTheQueueThatWasCurrentWhenTheyWereMade() {
        run("""
                var log = [];
                Promise.resolve().then(() => log.push('outer'));
                enter();
                Promise.resolve().then(() => log.push('inner'));
                leave();""");
        assertEquals("outer", run("log.join()"));
        run("enter()"); // the one that waits there runs at the end of this call
        assertEquals("outer,inner", run("log.join()"));
        run("leave()");
    }

    @Test
    void theGarbageCollectorFindsMicrotasksOfBothQueues() {
        run("""
                var found = [];
                const wait = (name, i) => {
                  const object = { name, list: new Array(10).fill(i) };
                  Promise.resolve().then(() => found.push(object.name + object.list[9]));
                };
                for (let i = 0; i < 100; i++) wait('a', i);
                enter();
                for (let i = 0; i < 100; i++) wait('b', i);
                enter();
                for (let i = 0; i < 100; i++) wait('c', i);
                let garbage = [];
                for (let i = 0; i < 2_000_000; i++) { garbage.push({ i }); if (i % 100_000 === 0) garbage = []; }
                leave();
                leave();""");
        assertEquals("100 a0 a99", run("[found.length, found[0], found.at(-1)].join(' ')"));
        run("enter()");
        run("enter()");
        assertEquals("300 b0 c99", run("[found.length, found[100], found.at(-1)].join(' ')"));
        run("leave(); leave()");
    }

    @Test
    void withTheCapabilityOffThereAreNoFurtherQueues() {
        System.setProperty(V8Internals.PROPERTY, "microtask-queues");
        try (Isolate other = isolate) {
            assertNull(other.microtaskQueues());
        } finally {
            System.clearProperty(V8Internals.PROPERTY);
            isolate = Isolate.open(null); // for close()
        }
    }
}
