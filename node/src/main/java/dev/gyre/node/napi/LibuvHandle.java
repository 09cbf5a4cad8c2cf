package dev.gyre.node.napi;

import dev.gyre.io.libc.NativeMemory;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Handle;
import dev.gyre.loop.Loop;
import dev.gyre.loop.TimerHandle;
import dev.gyre.loop.TurnHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A handle of libuv that an add-on has initialised. Its memory is the add-on's, which reads and writes the public fields; what
 * it does is done by a handle of the loop, which has the add-on's function called through {@link LibuvLoop}. Loop thread only,
 * except {@link #send}.
 */
final class LibuvHandle implements Runnable {
    /** The kinds that exist here, with libuv's numbers and sizes. */
    enum Kind {
        ASYNC(1),
        CHECK(2),
        IDLE(6),
        POLL(8),
        PREPARE(9),
        TIMER(13);

        final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    // Fields of a uv_handle_t; the callback and a timer's period come behind it.
    private static final int LOOP_AT = 8;
    private static final int KIND_AT = 16;
    private static final int CLOSE_CALLBACK_AT = 24;
    private static final int FLAGS_AT = 88;
    private static final int CALLBACK_AT = 96;
    private static final int PERIOD_AT = 136;

    // Of uv_poll_t.
    private static final int READABLE = 1;
    private static final int WRITABLE = 2;
    private static final int DISCONNECT = 4;
    private static final int BAD_DESCRIPTOR = -9;

    final long address;
    private final LibuvLoop loop;
    private final Kind kind;
    private final Handle handle;
    private final AtomicBoolean isSent = new AtomicBoolean();
    private long callback;
    private long closeCallback;
    private int events;

    /** Counts its starts and stops: what happened before is not told any more. */
    private int generation;

    LibuvHandle(LibuvLoop loop, Kind kind, long address, long callback, int descriptor) {
        this.loop = loop;
        this.kind = kind;
        this.address = address;
        this.callback = callback;
        Loop itsLoop = loop.loop();
        handle = switch (kind) {
            case ASYNC -> itsLoop.async(this);
            case CHECK -> itsLoop.check(this);
            case IDLE -> itsLoop.idle(this);
            case POLL -> itsLoop.descriptor(descriptor);
            case PREPARE -> itsLoop.prepare(this);
            case TIMER -> itsLoop.timer(this);
        };
        NativeMemory memory = NativeMemory.at(address, CALLBACK_AT + Long.BYTES);
        memory.putLong(LOOP_AT, loop.address());
        memory.putInt(KIND_AT, kind.number);
        memory.putLong(CLOSE_CALLBACK_AT, 0);
        memory.putInt(FLAGS_AT, 0);
        memory.putLong(CALLBACK_AT, callback);
    }

    long loopAddress() {
        return loop.address();
    }

    Kind kind() {
        return kind;
    }

    Handle handle() {
        return handle;
    }

    int generation() {
        return generation;
    }

    long closeCallback() {
        return closeCallback;
    }

    /** Called by the loop. */
    @Override
    public void run() {
        loop.add(new LibuvLoop.Callback(this, generation, callback, address, 0, 0));
    }

    private void ready(int ready) {
        if ((ready & DescriptorHandle.ERR) != 0) {
            stop();
            loop.add(new LibuvLoop.Callback(this, generation, callback, address, BAD_DESCRIPTOR, 0));
            return;
        }
        boolean isOver = (ready & DescriptorHandle.HUP) != 0; // then all that was asked for is told
        int told = ((ready & DescriptorHandle.IN) != 0 || isOver ? READABLE : 0)
                | ((ready & DescriptorHandle.OUT) != 0 || isOver ? WRITABLE : 0)
                | (isOver ? DISCONNECT : 0);
        loop.add(new LibuvLoop.Callback(this, generation, callback, address, 0, told & events));
        poll(0); // until the add-on has been called: the descriptor stays ready
    }

    /** The add-on has been called. */
    void goOn() {
        isSent.set(false);
        if (kind == Kind.POLL && handle.isActive()) {
            poll(events);
        }
    }

    private void poll(int wanted) {
        int interest = ((wanted & READABLE) != 0 ? DescriptorHandle.IN : 0)
                | ((wanted & WRITABLE) != 0 ? DescriptorHandle.OUT : 0);
        ((DescriptorHandle) handle).start(interest, this::ready);
    }

    private void callback(long function) {
        callback = function;
        NativeMemory.at(address + CALLBACK_AT, Long.BYTES).putLong(0, function);
    }

    // ---- what its functions do

    void startPoll(int itsEvents, long function) {
        generation++;
        callback(function);
        events = itsEvents;
        if (itsEvents == 0) {
            stop();
        } else {
            poll(itsEvents);
        }
    }

    void startTurns(long function) {
        if (!handle.isActive()) {
            generation++;
            callback(function);
            ((TurnHandle) handle).start();
        }
    }

    void startTimer(long function, long timeoutMs, long repeatMs) {
        generation++;
        callback(function);
        repeat(repeatMs);
        ((TimerHandle) handle).start(timeoutMs, repeatMs);
    }

    void repeat(long repeatMs) {
        NativeMemory.at(address + PERIOD_AT, Long.BYTES).putLong(0, repeatMs);
        ((TimerHandle) handle).repeatMs(repeatMs);
    }

    boolean again() {
        if (callback == 0) {
            return false;
        }
        generation++;
        ((TimerHandle) handle).again();
        return true;
    }

    void stop() {
        generation++;
        switch (handle) {
            case TimerHandle timer -> timer.stop();
            case TurnHandle turns -> turns.stop();
            case DescriptorHandle descriptor -> descriptor.stop();
            default -> {}
        }
    }

    /** Any thread. Calls that come before the callback ran fall into one. */
    void send() {
        if (!isSent.compareAndSet(false, true)) {
            return;
        }
        if (!loop.addAtEnd(new LibuvLoop.Callback(this, generation, callback, address, 0, 0))) {
            ((AsyncHandle) handle).wake();
        }
    }

    boolean isClosing() {
        return handle.isClosing();
    }

    void close(long function) {
        generation++;
        closeCallback = function;
        NativeMemory.at(address + CLOSE_CALLBACK_AT, Long.BYTES).putLong(0, function);
        var done = new LibuvLoop.Callback(this, LibuvLoop.CLOSED, function, address, 0, 0);
        if (loop.addAtEnd(done)) {
            handle.close();
        } else {
            handle.close(() -> loop.add(done));
        }
    }
}
