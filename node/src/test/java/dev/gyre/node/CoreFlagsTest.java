package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CoreFlagsTest {
    @Test
    void theHeapsLimitAndTheGuardOfRegularExpressionsChangeNothingInCompiledCode() {
        assertTrue(Core.areUsual(Core.RUN_FLAGS));
        assertTrue(Core.areUsual(Core.RUN_FLAGS + " " + Core.REGEXP_GUARD_FLAGS + " --max-old-space-size=2048 "));
        assertTrue(Core.areUsual(Core.RUN_FLAGS + "  --max-old-space-size=77"));
    }

    @Test
    void otherFlagsMayChangeIt() {
        assertFalse(Core.areUsual(Core.RUN_FLAGS + " --jitless"));
        assertFalse(Core.areUsual(Core.BUILD_FLAGS));
        assertFalse(Core.areUsual(""));
    }
}
