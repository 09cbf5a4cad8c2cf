package dev.gyre.node.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CollectionMeterTest {
    private static final long STEP_NS = 1_000_000;

    @Test
    void addsUpTheTimeBetweenLooksByWhatWasSeenAtBothEnds() {
        var shares = new CollectionMeter.Shares();
        for (int i = 0; i < 10; i++) {
            shares.add(STEP_NS, true, true);
            shares.add(STEP_NS, true, false);
            shares.add(STEP_NS, false, false);
            shares.add(STEP_NS, false, true);
        }
        assertEquals(0.5, shares.share());
    }

    @Test
    void tellsNothingByTooLittleTime() {
        var shares = new CollectionMeter.Shares();
        shares.add(STEP_NS, true, true);
        assertEquals(0, shares.share());
    }
}
