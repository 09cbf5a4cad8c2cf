package dev.gyre.conformance;

import java.util.List;

/** Whether an outcome is one of the legal ones, and if not, how it differs from the nearest to hand. */
record Verdict(boolean passed, String difference) {

    static Verdict of(Outcome actual, List<Outcome> legal) {
        if (legal.isEmpty()) {
            return new Verdict(false, "nothing is recorded: run conformance/record\n");
        }
        if (legal.contains(actual)) {
            return new Verdict(true, "");
        }
        var others =
                legal.size() == 1 ? "" : "(%d outcomes are legal; shown against the first)\n".formatted(legal.size());
        return new Verdict(false, others + actual.differenceFrom(legal.getFirst()));
    }
}
