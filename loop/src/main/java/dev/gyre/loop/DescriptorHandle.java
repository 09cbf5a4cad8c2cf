package dev.gyre.loop;

import java.util.function.IntConsumer;

/**
 * Calls back in poll when a descriptor of the operating system is ready: a socket, a pipe, a terminal.
 *
 * <p>Readiness is level-triggered, as with a {@link ChannelHandle}. The descriptor belongs to whoever made the handle,
 * and is closed after the handle.
 */
public final class DescriptorHandle extends Handle implements Polled {
    public static final int IN = 0x1;
    public static final int OUT = 0x4;
    public static final int ERR = 0x8;
    public static final int HUP = 0x10;

    private final int descriptor;
    private final Poller.Descriptor watch;
    private final Runnable callback = this::callBack;
    private IntConsumer onReady = _ -> {};
    private int interest;

    DescriptorHandle(Loop loop, int descriptor) {
        super(loop);
        this.descriptor = descriptor;
        Poller.Descriptor watched = null;
        try {
            watched = loop.poller().register(descriptor, this);
        } finally {
            if (watched == null) {
                loop.forget(this);
            }
        }
        watch = watched;
        loop.countChannel(1);
    }

    public int descriptor() {
        return descriptor;
    }

    /**
     * Starts calling back; a handle that is started already goes on with these events and this callback.
     *
     * @param events what to wait for, {@link #IN}, {@link #OUT}, 0 for nothing at the moment
     * @param onReady gets what is ready; {@link #ERR} and {@link #HUP} come unasked
     */
    public void start(int events, IntConsumer onReady) {
        checkOpen();
        this.onReady = onReady;
        activate();
        interest(events);
    }

    /** Waits for these events from now on, 0 for nothing at the moment. */
    public void interest(int events) {
        if (interest != events && !isClosing()) {
            watch.interest(events);
            interest = events;
        }
    }

    public int interest() {
        return interest;
    }

    /** Stops calling back; it can be started again. */
    public void stop() {
        loop.checkThread();
        if (isActive()) {
            interest(0);
            deactivate();
        }
    }

    @Override
    public void run() {
        if (isActive() && readyEvents() != 0) {
            loop.callbacks.call(CallbackKind.CHANNEL, callback);
        }
    }

    private int readyEvents() {
        return interest == 0 ? 0 : watch.readyEvents() & (interest | ERR | HUP);
    }

    private void callBack() {
        onReady.accept(readyEvents());
    }

    @Override
    void release() {
        loop().countChannel(-1);
        watch.forget();
    }
}
