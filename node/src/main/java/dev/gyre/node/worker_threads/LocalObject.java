package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.List;

/**
 * An attachment that stands for an object of JavaScript's which can't leave its isolate. JavaScript keeps it under a number
 * while the message waits, and gets it back if it receives the message itself.
 */
final class LocalObject implements AutoCloseable {
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

    LocalObject(Table table, int number) {
        this.table = table;
        this.number = number;
    }

    /** The object's number, or 0 where it belongs to another runtime. */
    @SuppressWarnings("ReferenceEquality") // a table is only equal to itself
    int takeFrom(Table own) {
        if (own == table) {
            return number;
        }
        close();
        return 0;
    }

    /** Nobody will receive it. */
    @Override
    public void close() {
        table.drop(number);
    }
}
