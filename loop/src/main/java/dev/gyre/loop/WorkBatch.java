package dev.gyre.loop;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Work that goes to the pool together: {@link #add} gathers, {@link #submit} hands over, with one taking of the pool's
 * lock and no more wake-ups than there are idle workers. Apart from that each piece is as if it was
 * {@linkplain Loop#submit submitted} by itself, in the order of adding. A batch can be filled again after it was submitted.
 */
public final class WorkBatch {
    private final Loop loop;
    private final ArrayList<WorkRequest<?>> requests = new ArrayList<>();

    WorkBatch(Loop loop) {
        this.loop = loop;
    }

    /** Adds a piece of work; nothing happens before {@link #submit}. */
    public <T> WorkRequest<T> add(WorkKind kind, Callable<T> work, Consumer<Outcome<T>> onComplete) {
        WorkRequest<T> request = loop.newRequest(kind, work, onComplete);
        requests.add(request);
        return request;
    }

    /** Hands over what was added. */
    public void submit() {
        loop.submit(requests);
        requests.clear();
    }
}
