package dev.gyre.loop;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that lives in a loop for long, may call back many times, and is closed once.
 *
 * <p>A handle that is active and referenced keeps its loop running. Handles start out referenced; what makes them
 * active is their own matter (a timer is when it is started, an async from its birth). {@link #unref} lets the loop
 * end although the handle is active, and takes nothing else from it.
 *
 * <p>After {@link #close} nothing of the handle is called any more but the close callback, once, in a closing phase;
 * until then the closing handle keeps the loop running, referenced or not.
 *
 * <p>Only the loop thread may use a handle, except where a method says otherwise.
 */
public abstract sealed class Handle implements AutoCloseable
        permits TimerHandle, TurnHandle, AsyncHandle, ChannelHandle, DescriptorHandle {

    final Loop loop;

    /** The list of all open handles, for {@link Loop#walk}. */
    @Nullable
    Handle previousOpen;

    @Nullable
    Handle nextOpen;

    private boolean active;
    private boolean referenced = true;
    private boolean closing;
    private boolean closed;
    private @Nullable Runnable onClose;

    Handle(Loop loop) {
        this.loop = loop;
        loop.opened(this);
    }

    /** The loop this handle lives in. May be called by any thread. */
    public final Loop loop() {
        return loop;
    }

    /** Lets the handle keep the loop running while it is active. Calling it twice is as good as once. */
    public final void ref() {
        loop.checkThread();
        if (!referenced) {
            referenced = true;
            loop.phases.countHandle(active && !closing ? 1 : 0);
        }
    }

    /** Lets the loop end although the handle is active. Calling it twice is as good as once. */
    public final void unref() {
        loop.checkThread();
        if (referenced) {
            referenced = false;
            loop.phases.countHandle(active && !closing ? -1 : 0);
        }
    }

    /** Whether the handle would keep the loop running if it were active. */
    public final boolean hasRef() {
        return referenced;
    }

    /** Whether the handle may call back. */
    public final boolean isActive() {
        return active;
    }

    /** Whether {@link #close} was called. */
    public final boolean isClosing() {
        return closing;
    }

    /** Whether the closing is over: the close callback is running or has run. */
    public final boolean isClosed() {
        return closed;
    }

    /** Closes the handle; does nothing when it is closing already. */
    @Override
    public final void close() {
        loop.checkThread();
        if (!closing) {
            beginClose(null);
        }
    }

    /**
     * Closes the handle and calls back in the closing phase.
     *
     * @throws IllegalStateException when it is closing already, for then the callback could not be kept
     */
    public final void close(Runnable onClose) {
        loop.checkThread();
        if (closing) {
            throw new IllegalStateException(this + " is closing already; ask isClosing() before close(onClose)");
        }
        beginClose(Objects.requireNonNull(onClose, "onClose"));
    }

    private void beginClose(@Nullable Runnable onClose) {
        this.onClose = onClose;
        deactivate();
        closing = true;
        loop.phases.close(this);
        release();
    }

    /** Called by the loop in the closing phase. */
    final void finishClose() {
        closed = true;
        loop.forget(this);
        if (onClose != null) {
            loop.callbacks.call(CallbackKind.CLOSE, onClose);
        }
    }

    final void activate() {
        if (!active) {
            active = true;
            loop.phases.countHandle(referenced ? 1 : 0);
        }
    }

    final void deactivate() {
        if (active) {
            active = false;
            loop.phases.countHandle(referenced ? -1 : 0);
        }
    }

    final void checkOpen() {
        loop.checkThread();
        if (closing) {
            throw new IllegalStateException(this + " is closed; make a new one");
        }
    }

    /** Gives back at once what the handle holds; it is not active any more. */
    abstract void release();

    @Override
    public String toString() {
        return getClass().getSimpleName() + "["
                + (closed ? "closed" : closing ? "closing" : active ? "active" : "inactive")
                + (referenced ? "" : ", unref") + "]";
    }
}
