package dev.gyre.node.worker_threads;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The Web Locks of a family. A request waits behind all earlier ones of its name that it can't share with; shared ones are
 * granted together. Any thread.
 *
 * <p>What a call grants or takes away in the calling runtime is its answer; what it does to others they are told
 * ({@link Client#tell}).
 */
final class Locks {
    /** What became of a request. JavaScript gets the ordinal. */
    enum Outcome {
        WAITS,
        GRANTED,
        NOT_AVAILABLE,
        STOLEN
    }

    /** One runtime. */
    static final class Client {
        private final String name;
        private final BiConsumer<Integer, Outcome> tell;

        /** @param tell called by any thread, with a request's number */
        Client(String name, BiConsumer<Integer, Outcome> tell) {
            this.name = name;
            this.tell = tell;
        }
    }

    private record Request(Client client, int number, String name, boolean isExclusive) {}

    /** A request's number, and what became of it: an answer to the runtime that made the call. */
    record Change(int number, Outcome outcome) {}

    private final List<Request> held = new ArrayList<>(); // guarded by this
    private final List<Request> pending = new ArrayList<>(); // guarded by this

    /** Requests a lock; the answer has what became of it, and of other requests of the same runtime. */
    synchronized List<Change> request(
            Client client, int number, String name, boolean isExclusive, boolean steals, boolean ifAvailable) {
        var request = new Request(client, number, name, isExclusive);
        var changes = new ArrayList<Change>();
        if (steals) {
            for (Iterator<Request> all = held.iterator(); all.hasNext(); ) {
                Request other = all.next();
                if (other.name.equals(name)) {
                    all.remove();
                    change(other, Outcome.STOLEN, client, changes);
                }
            }
            held.add(request);
            changes.add(new Change(number, Outcome.GRANTED));
            return changes;
        }
        if (isGrantable(request, pending.size())) {
            held.add(request);
            changes.add(new Change(number, Outcome.GRANTED));
        } else if (ifAvailable) {
            changes.add(new Change(number, Outcome.NOT_AVAILABLE));
        } else {
            pending.add(request);
        }
        return changes;
    }

    /** Gives a lock back; the answer has the requests of the same runtime that are granted now. */
    @SuppressWarnings("ReferenceEquality") // a client is only equal to itself
    synchronized List<Change> release(Client client, int number) {
        var changes = new ArrayList<Change>();
        held.removeIf(request -> request.client == client && request.number == number);
        grant(client, changes);
        return changes;
    }

    /** The runtime ends: its locks are given back, its requests forgotten. */
    @SuppressWarnings("ReferenceEquality") // a client is only equal to itself
    synchronized void forget(Client client) {
        held.removeIf(request -> request.client == client);
        pending.removeIf(request -> request.client == client);
        grant(null, new ArrayList<>());
    }

    /** Name, mode and client of each lock that a runtime holds, or waits for; as in Node, of no other's. */
    @SuppressWarnings("ReferenceEquality") // a client is only equal to itself
    synchronized List<Object> list(Client client, boolean isHeld) {
        var list = new ArrayList<Object>();
        for (Request request : isHeld ? held : pending) {
            if (request.client == client) {
                list.add(List.of(request.name, request.isExclusive, request.client.name));
            }
        }
        return list;
    }

    private void grant(@Nullable Client caller, List<Change> changes) {
        for (int i = 0; i < pending.size(); ) {
            Request request = pending.get(i);
            if (isGrantable(request, i)) {
                pending.remove(i);
                held.add(request);
                change(request, Outcome.GRANTED, caller, changes);
            } else {
                i++;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a client is only equal to itself
    private static void change(Request request, Outcome outcome, @Nullable Client caller, List<Change> changes) {
        if (request.client == caller) {
            changes.add(new Change(request.number, outcome));
        } else {
            request.client.tell.accept(request.number, outcome);
        }
    }

    /** @param before how many of those that wait came before it */
    private boolean isGrantable(Request request, int before) {
        for (Request other : held) {
            if (isInTheWay(other, request)) {
                return false;
            }
        }
        for (int i = 0; i < before; i++) {
            if (pending.get(i).name.equals(request.name)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInTheWay(Request other, Request request) {
        return other.name.equals(request.name) && (other.isExclusive || request.isExclusive);
    }
}
