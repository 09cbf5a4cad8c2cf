package dev.gyre.io.poll;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.Poller;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits in epoll, for descriptors; and, where some are registered, in a selector for {@code java.nio}'s channels.
 *
 * <p>Until the first descriptor comes, or it has waited some times, it is the selector's poller, which costs nothing at
 * start. From then on the loop thread waits in epoll, and an {@code eventfd} wakes it. A selector can't be waited for there: while it has channels,
 * a second thread waits in it and wakes the first, at the price of two switches of threads for every wait. Sockets of
 * the runtime are descriptors, so that is for channels of the embedding program.
 */
public final class EpollPoller implements Poller {
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLL_CTL_MOD = 3;
    private static final int CLOEXEC = 0x80000;
    private static final int NONBLOCK = 0x800;

    // struct epoll_event is packed on x86_64 only
    private static final boolean PACKED = !"aarch64".equals(System.getProperty("os.arch"));
    private static final int DATA_AT = PACKED ? 4 : 8;
    private static final int EVENT_BYTES = DATA_AT + Long.BYTES;
    private static final int MAX_EVENTS = 1024;

    /** A wait of fewer milliseconds leaves no time for anything. */
    private static final long IDLE_MS = 10;

    /** After so many waits a loop is taken to live on, and not for a short script. */
    private static final int MANY_WAITS = 16;

    private final Poller channels = Poller.selector();
    private final List<Watch> watches = new ArrayList<>();
    private final ArrayList<Integer> free = new ArrayList<>();
    private @Nullable NativeMemory events;
    private int epoll = -1;
    private volatile int alarm = -1;
    private @Nullable ChannelWaiter waiter;
    private @Nullable Runnable onFirstIdle;
    private int waits;

    public EpollPoller() {
        this(() -> {});
    }

    /**
     * @param onFirstIdle called once on the loop thread, when the process is about to wait for the first time: other
     *     threads have the processor then, and don't delay the program's start
     */
    public EpollPoller(Runnable onFirstIdle) {
        this.onFirstIdle = onFirstIdle;
    }

    @Override
    public void poll(long timeoutMs, Consumer<Object> onReady) throws IOException {
        if (onFirstIdle != null && (timeoutMs < 0 || timeoutMs >= IDLE_MS)) {
            onFirstIdle.run();
            onFirstIdle = null;
        }
        if (epoll < 0 && timeoutMs != 0 && ++waits == MANY_WAITS && tryOpen()) {
            return; // whoever wakes the loop may have looked for the alarm before it was there
        }
        if (epoll < 0) {
            channels.poll(timeoutMs, onReady);
        } else if (!channels.hasChannels()) {
            waitForDescriptors(timeoutMs, onReady);
        } else if (timeoutMs == 0) {
            waitForDescriptors(0, onReady);
            channels.poll(0, onReady);
        } else {
            if (waiter == null) {
                waiter = new ChannelWaiter();
            }
            waiter.begin(timeoutMs);
            waitForDescriptors(timeoutMs, onReady);
            waiter.end(onReady);
        }
    }

    private void waitForDescriptors(long timeoutMs, Consumer<Object> onReady) {
        NativeMemory events = Objects.requireNonNull(this.events);
        int timeout = (int) Math.min(timeoutMs, Integer.MAX_VALUE);
        int count = Libc.callInt(Function.EPOLL_WAIT, epoll, events.address(), MAX_EVENTS, timeout, 0, 0);
        if (count < 0) {
            throw new SystemError(count, "epoll_wait", null, null);
        }
        for (int i = 0; i < count; i++) {
            int at = i * EVENT_BYTES;
            int index = events.getInt(at + DATA_AT);
            if (index < 0) {
                Libc.callLong(Function.READ, alarm, Scratch.get().small().address(), Long.BYTES);
                continue;
            }
            Watch watch = watches.get(index);
            if (watch != null) {
                watch.ready = events.getInt(at);
                onReady.accept(watch.attachment);
            }
        }
    }

    @Override
    public void wake() {
        // The loop thread writes alarm before it looks at the inbox again, so one of the two wakes it.
        int open = alarm;
        if (open >= 0) {
            NativeMemory one = Scratch.get().small();
            one.putLong(0, 1);
            Libc.callLong(Function.WRITE, open, one.address(), Long.BYTES);
        } else {
            channels.wake();
        }
    }

    @Override
    public Descriptor register(int descriptor, Object attachment) {
        if (epoll < 0) {
            open();
        }
        int index = free.isEmpty() ? watches.size() : free.removeLast();
        var watch = new Watch(descriptor, index, attachment);
        if (index == watches.size()) {
            watches.add(watch);
        } else {
            watches.set(index, watch);
        }
        return watch;
    }

    /** A loop that is often woken by others waits in epoll too, which costs it less than a selector. */
    private boolean tryOpen() {
        try {
            open();
            return true;
        } catch (SystemError e) {
            return false; // no descriptors left: the selector does as well
        }
    }

    /** Both or none: one that is short of descriptors is tried again by the next registration. */
    private void open() {
        int created = checked(Libc.callInt(Function.EPOLL_CREATE1, CLOEXEC), "epoll_create1");
        int opened = Libc.callInt(Function.EVENTFD, 0, CLOEXEC | NONBLOCK);
        int result = opened < 0 ? opened : control(created, EPOLL_CTL_ADD, opened, 1, -1);
        if (result < 0) {
            Descriptors.closeQuietly(created);
            if (opened >= 0) {
                Descriptors.closeQuietly(opened);
            }
            checked(result, opened < 0 ? "eventfd" : "epoll_ctl");
        }
        events = NativeMemory.allocate(EVENT_BYTES * MAX_EVENTS);
        epoll = created;
        alarm = opened;
    }

    private int control(int operation, int descriptor, int interest, int index) {
        return control(epoll, operation, descriptor, interest, index);
    }

    private static int control(int epoll, int operation, int descriptor, int interest, int index) {
        NativeMemory event = Scratch.get().small();
        event.putInt(0, interest);
        event.putLong(DATA_AT, index);
        return Libc.callInt(Function.EPOLL_CTL, epoll, operation, descriptor, event.address(), 0, 0);
    }

    private static int checked(int result, String syscall) {
        if (result < 0) {
            throw new SystemError(result, syscall, null, null);
        }
        return result;
    }

    @Override
    public SelectionKey register(SelectableChannel channel, int interestOps, Object attachment) throws IOException {
        return channels.register(channel, interestOps, attachment);
    }

    @Override
    public boolean hasChannels() {
        return channels.hasChannels();
    }

    @Override
    public void releaseCancelled() throws IOException {
        channels.releaseCancelled();
    }

    @Override
    public void close() throws IOException {
        if (waiter != null) {
            waiter.stop();
        }
        channels.close();
        if (epoll >= 0) {
            Libc.callInt(Function.CLOSE, alarm);
            Libc.callInt(Function.CLOSE, epoll);
        }
    }

    /** One descriptor; the kernel knows it by its place in the list. */
    private final class Watch implements Descriptor {
        private final int descriptor;
        private final int index;
        private final Object attachment;
        private boolean added;
        private int ready;

        private Watch(int descriptor, int index, Object attachment) {
            this.descriptor = descriptor;
            this.index = index;
            this.attachment = attachment;
        }

        @Override
        public void interest(int events) {
            // With no interest a hang-up would still be told, again and again: it leaves the kernel's list.
            if (events == 0) {
                if (added) {
                    added = false;
                    control(EPOLL_CTL_DEL, descriptor, 0, index);
                }
                return;
            }
            checked(control(added ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, events, index), "epoll_ctl");
            added = true;
        }

        @Override
        public int readyEvents() {
            return ready;
        }

        @Override
        public void forget() {
            interest(0);
            watches.set(index, null);
            free.add(index);
        }
    }

    /** Waits in the selector while the loop thread waits in epoll; whoever is ready first wakes the other. */
    private final class ChannelWaiter {
        private final Semaphore begin = new Semaphore(0);
        private final Semaphore end = new Semaphore(0);
        private final List<Object> ready = new ArrayList<>();
        private long timeoutMs;
        private @Nullable IOException failure;

        ChannelWaiter() {
            Thread.ofPlatform().daemon().name("gyre-channels").start(this::run);
        }

        void begin(long timeoutMs) {
            this.timeoutMs = timeoutMs;
            begin.release();
        }

        private void run() {
            while (true) {
                begin.acquireUninterruptibly();
                if (timeoutMs == 0) {
                    return;
                }
                try {
                    channels.poll(timeoutMs, ready::add);
                } catch (IOException e) {
                    failure = e;
                }
                wake();
                end.release();
            }
        }

        void end(Consumer<Object> onReady) throws IOException {
            channels.wake();
            end.acquireUninterruptibly();
            ready.forEach(onReady);
            ready.clear();
            if (failure != null) {
                throw failure;
            }
        }

        void stop() {
            begin(0);
        }
    }
}
