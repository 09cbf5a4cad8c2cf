package dev.gyre.node;

import dev.gyre.loop.Telemetry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The zero of {@code performance.now()}: the moment when the loop of the main runtime was opened. As in Node, workers count
 * from the same moment as their main runtime, so that times of several threads can be compared. Any thread.
 */
public final class TimeOrigin {
    private static final double NS_PER_MS = 1e6;

    private final Telemetry telemetry;
    private final long offsetNs;
    private final double wallMs;

    /** @param parent the origin of the runtime that started this one, or null */
    TimeOrigin(Telemetry telemetry, @Nullable TimeOrigin parent) {
        this.telemetry = telemetry;
        if (parent == null) {
            Instant now = Instant.now();
            offsetNs = 0;
            wallMs = now.getEpochSecond() * 1e3 + now.getNano() / NS_PER_MS - nowMs();
        } else {
            offsetNs = parent.nowNs() - telemetry.nowNs();
            wallMs = parent.wallMs;
        }
    }

    public long nowNs() {
        return telemetry.nowNs() + offsetNs;
    }

    public double nowMs() {
        return nowNs() / NS_PER_MS;
    }

    /** When it was, in milliseconds since 1970. */
    public double wallMs() {
        return wallMs;
    }

    /** A moment of {@link System#nanoTime} on this scale, in milliseconds. */
    public double msOf(long nanoTime) {
        return (nowNs() - (System.nanoTime() - nanoTime)) / NS_PER_MS;
    }
}
