package dev.gyre.node.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.io.libc.SystemError;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorRecordTest {
    @Test
    void aRefusalOfTheSystemHasItsErrnoAndPath() {
        List<Object> record = ErrorRecord.of(new SystemError("ENOENT", "open", "/a", null));
        assertEquals(
                Arrays.asList(
                        "system", "ENOENT: no such file or directory, open '/a'", -2, "ENOENT", "open", "/a", null),
                record);
    }

    @Test
    void anErrorForJavaScriptHasItsClassAndProperties() {
        assertEquals(
                List.of("script", "no", "TypeError", List.of("code", "ERR_X")),
                ErrorRecord.of(ScriptError.coded("TypeError", "ERR_X", "no")));
    }

    @Test
    void whatIsOutOfBoundsIsARangeErrorAndTheRestABug() {
        assertEquals(List.of("range", "far"), ErrorRecord.of(new IndexOutOfBoundsException("far")));
        assertEquals(
                List.of("bug", "Gyre: java.lang.IllegalStateException: oh"),
                ErrorRecord.of(new IllegalStateException("oh")));
    }
}
