package dev.gyre.node.worker_threads;

import dev.gyre.engine.Args;
import dev.gyre.engine.BackingStore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The characters of a long string, outside of V8's heaps: one copy for all runtimes that have sent or received it and for all
 * messages that carry it. Nobody writes into it. Any thread.
 */
final class LongText implements Duplicable {
    private final BackingStore characters;
    private final AtomicInteger users = new AtomicInteger(1);

    LongText(BackingStore characters) {
        this.characters = characters;
    }

    /** For one more user, who closes it too. */
    LongText retain() {
        users.incrementAndGet();
        return this;
    }

    @Override
    public Duplicable duplicate() {
        return retain();
    }

    /** Gives the memory to the ArrayBuffer at {@code i}, of the same size; JavaScript only reads it. */
    void lendTo(Args args, int i) {
        characters.lendTo(args, i);
    }

    @Override
    public void close() {
        if (users.decrementAndGet() == 0) {
            characters.close();
        }
    }
}
