package dev.gyre.io.poll;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.AsyncHandle;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls back as long as a descriptor is ready for what is wanted, once in every turn of the loop. Epoll refuses regular
 * files, which never block: those are always ready, and the callback comes from the loop's inbox. Loop thread only.
 */
public final class LevelWatch {
    private final Loop loop;
    private final IntConsumer onReady;
    private @Nullable DescriptorHandle handle;

    /** In place of the handle, for a descriptor that is always ready: keeps the loop running. */
    private @Nullable AsyncHandle alwaysReady;

    private int wanted;
    private boolean isPosted;
    private boolean isClosed;

    /** @param onReady gets {@link DescriptorHandle#IN} and the like; errors and hang-ups come unasked */
    public LevelWatch(Loop loop, int descriptor, IntConsumer onReady) {
        this.loop = loop;
        this.onReady = onReady;
        handle = loop.descriptor(descriptor);
    }

    /**
     * Waits for these events from now on.
     *
     * @param keepsLoop whether the loop runs on while there are any
     */
    public void want(int events, boolean keepsLoop) {
        wanted = events;
        DescriptorHandle polled = handle;
        if (polled != null && !poll(polled, events)) {
            polled.close();
            polled = null;
            handle = null;
            alwaysReady = loop.async(() -> {});
        }
        if (polled != null) {
            if (keepsLoop) {
                polled.ref();
            } else {
                polled.unref();
            }
            return;
        }
        AsyncHandle keeper = Objects.requireNonNull(alwaysReady);
        if (keepsLoop && events != 0) {
            keeper.ref();
        } else {
            keeper.unref();
        }
        post();
    }

    /** Whether epoll takes the descriptor. */
    private boolean poll(DescriptorHandle handle, int events) {
        try {
            if (events == 0) {
                handle.stop();
            } else if (handle.isActive()) {
                handle.interest(events);
            } else {
                handle.start(events, onReady);
            }
            return true;
        } catch (SystemError e) {
            if (e.errno() != Errno.EPERM.number()) {
                throw e;
            }
            return false;
        }
    }

    private void post() {
        if (wanted == 0 || isPosted || isClosed) {
            return;
        }
        isPosted = true;
        loop.post(() -> {
            isPosted = false;
            if (wanted != 0 && !isClosed) {
                onReady.accept(wanted);
            }
            post();
        });
    }

    /** To be called before the descriptor is closed. {@code onClose} runs in the closing phase. */
    public void close(Runnable onClose) {
        isClosed = true;
        if (handle != null) {
            handle.close(onClose);
        } else {
            Objects.requireNonNull(alwaysReady).close(onClose);
        }
    }
}
