package dev.gyre.regexp.proof;

import dev.gyre.regexp.ambiguity.Attack;
import dev.gyre.regexp.ambiguity.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs candidates with texts that grow until one takes long enough, or it is clear that none will.
 *
 * <p>While a match takes less than a measurable time, the text grows by a factor. Then the last two times tell how the time
 * grows, and that how long the text must be; the next match has that length. So a proof costs little more than its last match,
 * and most candidates that prove nothing cost some milliseconds.
 */
public final class Prover {
    /** Times below are noise. */
    private static final long MEASURABLE_NS = 2_000_000;

    /** Times above tell by which degree they grow. */
    private static final long TELLING_NS = 3_000_000;

    private static final int SHORT = 1500;
    private static final double EXPONENTIAL_SLOPE = 5;
    private static final double GROWING_SLOPE = 1.5;

    /** Ends to try where the automaton knows none, or is wrong: it knows little about lookarounds and what is tried first. */
    private static final List<String> OTHER_ENDS = List.of("", "\n", "!", "\u0000", "\n\n!");

    private record Point(int times, long cpuNs) {}

    private final Matcher matcher;
    private final Limits limits;
    private long spentNs;
    private boolean hasGrown; // whether the times of the last growing text grew faster than the text

    public Prover(Matcher matcher, Limits limits) {
        this.matcher = matcher;
        this.limits = limits;
    }

    /** The first candidate that is proved, with the time that it takes with the guard; null where none is. */
    public @Nullable Proof prove(String source, String flags, List<Candidate> candidates) {
        if (candidates.isEmpty() || !matcher.use(source, flags, false)) {
            return null;
        }
        spentNs = 0;
        for (Candidate candidate : candidates) {
            var ends = new LinkedHashSet<>(candidate.ends());
            ends.addAll(OTHER_ENDS);
            for (String end : ends) {
                hasGrown = false;
                Proof proof = grow(candidate, candidate.attack().withEnd(end));
                if (proof != null) {
                    return guarded(proof, source, flags);
                }
                if (isSpent()) {
                    return null;
                }
                if (hasGrown) {
                    break; // the match failed, and not slowly enough: another end will do no better
                }
            }
        }
        return null;
    }

    /** Whether the last expression was given up because its time was used up. */
    public boolean isSpent() {
        return spentNs > limits.perExpressionMs() * 1_000_000;
    }

    private Proof guarded(Proof proof, String source, String flags) {
        if (!matcher.use(source, flags, true)) {
            return proof;
        }
        return proof.withGuarded(matcher.match(proof.attack().text(proof.times()), limits.stopMs()));
    }

    private @Nullable Proof grow(Candidate candidate, Attack attack) {
        var points = new ArrayList<Point>();
        int times = candidate.isExponential() ? 4 : Math.max(4, 200 / attack.growth());
        while (times > 0 && attack.length(times) <= limits.maxLength()) {
            Matcher.Run run = matcher.match(attack.text(times), limits.stopMs());
            spentNs += run.cpuNs();
            points.add(new Point(times, run.cpuNs()));
            if (run.isStopped() || run.cpuNs() >= limits.minMs() * 1_000_000) {
                return proof(candidate, attack, points, run.isStopped());
            }
            if (isSpent()) {
                return null;
            }
            times = next(candidate, attack, points);
        }
        return null;
    }

    /** How often to repeat in the next match, or 0 to give up. */
    private int next(Candidate candidate, Attack attack, List<Point> points) {
        Point last = points.getLast();
        int most = last.times + (limits.maxLength() - attack.length(last.times)) / attack.growth();
        if (last.times >= most) {
            hasGrown = last.cpuNs > MEASURABLE_NS && slope(points) > GROWING_SLOPE;
            return 0;
        }
        boolean isShort = attack.length(last.times) < SHORT;
        if (last.cpuNs < MEASURABLE_NS || points.size() < 2) {
            double factor = candidate.isExponential() && isShort ? 1.25 : 2;
            return (int) Math.min(most, Math.max(last.times + 1, last.times * factor));
        }
        Point before = points.get(points.size() - 2);
        double goal = 1.2 * limits.minMs() * 1e6 / last.cpuNs;
        double growth = Math.log((double) last.cpuNs / Math.max(1, before.cpuNs));
        double slope = growth / Math.log((double) last.times / before.times);
        double wanted;
        if (slope > EXPONENTIAL_SLOPE) {
            double rate = growth / (last.times - before.times);
            wanted = Math.min(last.times * 1.5, last.times + Math.log(goal) / rate);
        } else {
            double degree = Math.max(1, slope);
            if (Math.pow((double) most / last.times, degree + 0.4) < goal / 1.2) {
                hasGrown = slope > GROWING_SLOPE;
                return 0;
            }
            wanted = last.times * Math.min(16, Math.pow(goal, 1 / degree));
        }
        return (int) Math.min(most, Math.max(last.times + 1, Math.ceil(wanted)));
    }

    private @Nullable Proof proof(Candidate candidate, Attack attack, List<Point> points, boolean isStopped) {
        Point last = points.getLast();
        Point reference = reference(points);
        double slope = slope(points);
        if (slope < GROWING_SLOPE) {
            return null; // a long time, but no longer than the text
        }
        // Large degrees show only in texts that are longer than those that can be waited for. What the automaton has no
        // paths
        // for can't be: times that grow faster were disturbed.
        int degree = candidate.degree();
        if (!isStopped && reference.cpuNs >= TELLING_NS && !(slope > EXPONENTIAL_SLOPE && degree > EXPONENTIAL_SLOPE)) {
            degree = Math.max(2, Math.min(degree, (int) Math.round(slope)));
        }
        return new Proof(degree, attack, last.times, last.cpuNs, isStopped, null, candidate.cause());
    }

    private static double slope(List<Point> points) {
        Point last = points.getLast();
        Point reference = reference(points);
        return points.size() == 1
                ? Double.POSITIVE_INFINITY // the shortest was long already
                : Math.log((double) last.cpuNs / Math.max(reference.cpuNs, 1000))
                        / Math.log((double) last.times / reference.times);
    }

    /** The last that is far enough from the last of all to tell how the time grows. */
    private static Point reference(List<Point> points) {
        Point last = points.getLast();
        for (Point point : points.reversed()) {
            if (last.times >= point.times * 1.9 || point.cpuNs * 20 < last.cpuNs) {
                return point;
            }
        }
        return points.getFirst();
    }
}
