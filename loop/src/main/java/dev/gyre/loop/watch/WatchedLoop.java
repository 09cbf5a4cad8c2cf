package dev.gyre.loop.watch;

import dev.gyre.loop.Loop;
import dev.gyre.loop.Running;
import dev.gyre.loop.Telemetry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A loop of a Java program: reports show the Java stack of its thread. */
public final class WatchedLoop implements Watched {
    private final String name;
    private final Thread thread;
    private final Telemetry telemetry;
    private final Duration warnAfter;

    /**
     * For the loop that the calling thread runs.
     *
     * @param name as reports call it
     * @param warnAfter how long a callback may hold it
     */
    public WatchedLoop(String name, Loop loop, Duration warnAfter) {
        this.name = name;
        thread = Thread.currentThread();
        telemetry = loop.telemetry();
        this.warnAfter = warnAfter;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public Telemetry telemetry() {
        return telemetry;
    }

    @Override
    public Duration warnAfter() {
        return warnAfter;
    }

    @Override
    public @Nullable Evidence evidence(Running running, long elapsedNs) {
        return JavaStack.of(thread).evidence();
    }
}
