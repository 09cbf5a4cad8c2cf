package dev.gyre.loop;

import java.util.function.Supplier;

/** What a {@link Loop} is made of. */
public final class LoopBuilder {
    private static final int MAX_PER_PHASE = 1024;

    LoopClock clock = LoopClock.system();
    Supplier<Poller> poller = Poller::selector;
    Supplier<WorkerPool> pool = WorkerPool::common;
    int maxPerPhase = MAX_PER_PHASE;

    LoopBuilder() {}

    /** Takes the time from here instead of from the machine. */
    public LoopBuilder clock(LoopClock clock) {
        this.clock = clock;
        return this;
    }

    /** Waits in here instead of in a {@code java.nio} selector. A poller serves one loop, which closes it. */
    public LoopBuilder poller(Poller poller) {
        this.poller = () -> poller;
        return this;
    }

    /** Submits work to this pool instead of the {@linkplain WorkerPool#common common} one. */
    public LoopBuilder pool(WorkerPool pool) {
        return pool(() -> pool);
    }

    /** Submits work to the pool given here, which is asked for when there is work. */
    public LoopBuilder pool(Supplier<WorkerPool> pool) {
        this.pool = pool;
        return this;
    }

    /** Lets a phase run no more callbacks of its queue than this in one turn; {@value #MAX_PER_PHASE} unless told. */
    public LoopBuilder maxPerPhase(int maxPerPhase) {
        if (maxPerPhase < 1) {
            throw new IllegalArgumentException("maxPerPhase is " + maxPerPhase + "; it must be 1 or more");
        }
        this.maxPerPhase = maxPerPhase;
        return this;
    }

    /** Opens the loop, which belongs to the calling thread until another one runs it. */
    public Loop open() {
        return new Loop(this);
    }
}
