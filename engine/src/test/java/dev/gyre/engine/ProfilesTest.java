package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProfilesTest {
    /** Their compilations end in tasks of this isolate. */
    private static final String TASKS = """
            const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
            for (let i = 0; i < 3000; i++) WebAssembly.compile(empty);
            """;

    @Test
    void aHeapSnapshotIsTakenBehindThousandsOfOtherTasks() {
        TestEngine.start();
        try (Isolate isolate = Isolate.open(null)) {
            isolate.run(TASKS, "tasks").close();
            var text = new StringBuilder();
            isolate.profiles().heapSnapshot(text::append);
            assertTrue(text.toString().startsWith("{\"snapshot\":{\"meta\":"), () -> text.substring(0, 40));
        }
    }
}
