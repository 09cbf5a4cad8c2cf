package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An attachment that stands for an object of JavaScript's which can't leave its isolate. JavaScript keeps it under a number
 * while the message waits, and gets it back if it receives the message itself.
 */
final class LocalObject implements Duplicable {
    /** The objects of one runtime. */
    static final class Table {
        private List<Object> dropped = new ArrayList<>(); // guarded by this

        /** Any thread. */
        private synchronized void drop(int number) {
            dropped.add(number);
        }

        /** The numbers that JavaScript can forget. */
        synchronized List<Object> takeDropped() {
            List<Object> numbers = dropped;
            dropped = new ArrayList<>();
            return numbers;
        }
    }

    private final Table table;
    private final int number;
    private final AtomicInteger receivers; // of the object, who have not received it yet

    LocalObject(Table table, int number) {
        this(table, number, new AtomicInteger(1));
    }

    private LocalObject(Table table, int number, AtomicInteger receivers) {
        this.table = table;
        this.number = number;
        this.receivers = receivers;
    }

    @Override
    public LocalObject duplicate() {
        receivers.incrementAndGet();
        return new LocalObject(table, number, receivers);
    }

    /** The object's number, negative for its last receiver, or 0 where it belongs to another runtime. */
    @SuppressWarnings("ReferenceEquality") // a table is only equal to itself
    int takeFrom(Table own) {
        if (own == table) {
            return receivers.decrementAndGet() == 0 ? -number : number;
        }
        close();
        return 0;
    }

    /** This receiver does not get it. */
    @Override
    public void close() {
        if (receivers.decrementAndGet() == 0) {
            table.drop(number);
        }
    }
}
