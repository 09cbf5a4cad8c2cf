package dev.gyre.loop;

import java.util.ArrayList;

/** Calls back once in every turn while it is started; its type says in which phase. */
public abstract sealed class TurnHandle extends Handle permits IdleHandle, PrepareHandle, CheckHandle {
    private final Started started;
    private final CallbackKind kind;
    private final Runnable callback;

    TurnHandle(Loop loop, Started started, CallbackKind kind, Runnable callback) {
        super(loop);
        this.started = started;
        this.kind = kind;
        this.callback = callback;
    }

    /**
     * Starts calling back; does nothing when it is started already. What is started in its own phase is called from the
     * next turn on.
     */
    public final void start() {
        checkOpen();
        if (!isActive()) {
            started.add(this);
            activate();
        }
    }

    /** Stops calling back, at once; it can be started again. */
    public final void stop() {
        loop.checkThread();
        release();
        deactivate();
    }

    @Override
    final void release() {
        started.remove(this);
    }

    /**
     * The started handles of one phase, in start order. A handle stopped while the phase runs leaves a hole behind,
     * one started meanwhile goes to the end and is not reached in this turn.
     */
    static final class Started {
        private final ArrayList<TurnHandle> handles = new ArrayList<>(2);
        private int size;
        private boolean running;

        boolean isEmpty() {
            return size == 0;
        }

        private void add(TurnHandle handle) {
            handles.add(handle);
            size++;
        }

        private void remove(TurnHandle handle) {
            int index = handles.indexOf(handle);
            if (index < 0) {
                return;
            }
            size--;
            if (running) {
                handles.set(index, null);
            } else {
                handles.remove(index);
            }
        }

        void run() {
            running = true;
            try {
                int reach = handles.size();
                for (int i = 0; i < reach; i++) {
                    TurnHandle handle = handles.get(i);
                    if (handle != null) {
                        handle.loop.callbacks.call(handle.kind, handle.callback);
                    }
                }
            } finally {
                running = false;
                if (handles.size() != size) {
                    handles.removeIf(handle -> handle == null);
                }
            }
        }
    }
}
