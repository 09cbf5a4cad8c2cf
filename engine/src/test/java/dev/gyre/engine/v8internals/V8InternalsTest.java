package dev.gyre.engine.v8internals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class V8InternalsTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "on"})
    void everythingIsOnUnlessSomethingIsTurnedOff(String text) {
        assertEquals(List.of(), V8Internals.parse(text).off());
    }

    @ParameterizedTest
    @EnumSource(Capability.class)
    void eachCanBeTurnedOffAlone(Capability capability) {
        V8Internals internals = V8Internals.parse(capability.label());
        assertFalse(internals.has(capability));
        assertEquals(List.of(capability.label()), internals.off());
    }

    @Test
    void offTurnsAllOff() {
        assertEquals(Capability.values().length, V8Internals.parse("off").off().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "off,contexts", "contexts,", "Contexts"})
    void anUnknownNameIsRefused(String text) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> V8Internals.parse(text));
        assertTrue(refusal.getMessage().contains("heap-strings, raw-memory"), refusal.getMessage());
    }

    @ParameterizedTest
    @EnumSource(Capability.class)
    void eachIsDescribed(Capability capability) throws IOException {
        String text = Files.readString(Path.of("..", "docs", "v8-internals.md"));
        assertTrue(text.contains("### `" + capability.label() + "`"), capability.label());
    }
}
