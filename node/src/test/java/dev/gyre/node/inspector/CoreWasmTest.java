package dev.gyre.node.inspector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CoreWasmTest {
    private static String frame(String url) {
        return "{\"functionName\":\"a]}\\\"\",\"location\":{\"line\":1},\"url\":\"" + url
                + "\",\"scopes\":[{\"t\":[1]},2]}";
    }

    private static final String CORE = frame("wasm://wasm/gyre-core-12345678");
    private static final String OTHER = frame("wasm://wasm/12345678");

    private static String frames(String... all) {
        return "{\"method\":\"Debugger.paused\",\"params\":{\"callFrames\":[" + String.join(",", all)
                + "],\"reason\":\"x\"}}";
    }

    @Test
    void framesOfTheCoreAreLeftOutWhereverTheyStand() {
        assertEquals(frames(OTHER), CoreWasm.withoutFrames(frames(OTHER, CORE)));
        assertEquals(frames(OTHER), CoreWasm.withoutFrames(frames(CORE, OTHER)));
        assertEquals(frames(OTHER, OTHER), CoreWasm.withoutFrames(frames(OTHER, CORE, OTHER)));
        assertEquals(frames(), CoreWasm.withoutFrames(frames(CORE, CORE)));
        assertEquals(frames(OTHER, OTHER), CoreWasm.withoutFrames(frames(OTHER, OTHER)));
    }

    @Test
    void whatIsNotInAListStays() {
        String profile = "{\"nodes\":[{\"id\":1,\"callFrame\":" + CORE + "}]}";
        assertEquals(profile, CoreWasm.withoutFrames(profile));
    }

    @Test
    void aTextWithTheAddressIsNoFrame() {
        String logged = "{\"args\":[{\"value\":\"\\\"url\\\":\\\"wasm://wasm/gyre-core\"}]}";
        assertEquals(logged, CoreWasm.withoutFrames(logged));
    }

    @Test
    void theScriptIsKnownByItsAddress() {
        String script = "{\"method\":\"Debugger.scriptParsed\",\"params\":{\"scriptId\":\"7\",\"url\":\"";
        assertTrue(CoreWasm.isScript(script + "wasm://wasm/gyre-core-0\"}}"));
        assertFalse(CoreWasm.isScript(script + "wasm://wasm/0\"}}"));
    }
}
