package dev.gyre.conformance.load;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** What all visitors of a run saw; written from their threads. */
final class Tally {
    private static final int FAILURES_KEPT = 20;

    final LongAdder connections = new LongAdder();
    final LongAdder answers = new LongAdder();
    final LongAdder broken = new LongAdder();
    final LongAdder bytes = new LongAdder();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    void fail(String what) {
        if (failures.size() < FAILURES_KEPT) {
            failures.add(what);
        }
    }

    boolean failed() {
        return !failures.isEmpty();
    }

    List<String> failures() {
        return failures;
    }
}
