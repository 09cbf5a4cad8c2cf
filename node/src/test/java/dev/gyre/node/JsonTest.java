package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void valuesAreWrittenAsJson() {
        var map = new LinkedHashMap<String, Object>();
        map.put("a", List.of(1, true, "x"));
        map.put("none", null);
        map.put("empty", List.of());
        assertEquals("{\"a\":[1,true,\"x\"],\"none\":null,\"empty\":[]}", Json.of(map));
    }

    @Test
    void whatIsNoPlainTextIsEscaped() {
        assertEquals("\"\\\"\\\\\\u000a\\u00e9\\ud83d\\ude00\"", Json.of("\"\\\né😀"));
    }
}
