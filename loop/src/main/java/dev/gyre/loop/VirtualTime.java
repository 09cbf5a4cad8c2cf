package dev.gyre.loop;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * A clock and a poller for tests: time passes only when the loop waits, and then at once.
 *
 * {@snippet :
 * var time = new VirtualTime();
 * try (var loop = Loop.builder().clock(time).poller(time).open()) {
 *     loop.timer(() -> System.out.println("an hour later")).start(3_600_000);
 *     loop.run(RunMode.DEFAULT); // returns at once
 * }
 * }
 *
 * <p>The world outside the loop is played by {@link #at}, which runs something at a moment while the loop waits, and by
 * {@link #ready}, which says that a channel is ready. Everything happens on the loop thread, so a run is the same every
 * time. A loop that would wait for ever fails, and says so. Pool threads know nothing of virtual time: don't submit
 * work to them here.
 */
public final class VirtualTime implements LoopClock, Poller {
    private static final long NS_PER_MS = 1_000_000;

    private record Happening(long atNs, long number, Runnable event) {}

    private final PriorityQueue<Happening> outside =
            new PriorityQueue<>(Comparator.comparingLong(Happening::atNs).thenComparingLong(Happening::number));
    private final List<Key> keys = new ArrayList<>();
    private final List<VirtualDescriptor> descriptors = new ArrayList<>();
    private long happenings;
    private long lastTimeoutMs;
    private boolean woken;
    private long nowNs;

    /** Lets something happen outside of the loop at a moment on the clock, while the loop polls. */
    public void at(long atMs, Runnable event) {
        outside.add(new Happening(atMs * NS_PER_MS, happenings++, event));
    }

    /** Lets time pass, as in a callback that takes long. */
    public void advanceMs(long ms) {
        nowNs += ms * NS_PER_MS;
    }

    /** Says which operations the channel is ready for, until this is called again; 0 for none. */
    @SuppressWarnings("ReferenceEquality") // a channel is only equal to itself
    public void ready(SelectableChannel channel, int readyOps) {
        for (Key key : keys) {
            if (key.channel == channel) {
                key.readyOps = readyOps;
            }
        }
    }

    /** Says which events the descriptor is ready for, until this is called again; 0 for none. */
    public void ready(int descriptor, int events) {
        for (VirtualDescriptor watched : descriptors) {
            if (watched.number == descriptor) {
                watched.ready = events;
            }
        }
    }

    /** The time on the clock, in whole milliseconds. */
    public long nowMs() {
        return nowNs / NS_PER_MS;
    }

    /** How long the latest poll was allowed to wait: 0 not at all, negative without bound. */
    public long lastTimeoutMs() {
        return lastTimeoutMs;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public void poll(long timeoutMs, Consumer<Object> onReady) {
        lastTimeoutMs = timeoutMs;
        happen();
        if (timeoutMs != 0 && !woken && !anyReady()) {
            sleep(timeoutMs);
            happen();
        }
        woken = false;
        for (Key key : List.copyOf(keys)) {
            if (key.isReady()) {
                onReady.accept(key.attachment());
            }
        }
        for (VirtualDescriptor descriptor : List.copyOf(descriptors)) {
            if (descriptor.isReady()) {
                onReady.accept(descriptor.attachment);
            }
        }
    }

    private boolean anyReady() {
        return keys.stream().anyMatch(Key::isReady) || descriptors.stream().anyMatch(VirtualDescriptor::isReady);
    }

    private void sleep(long timeoutMs) {
        Happening next = outside.peek();
        if (next == null && timeoutMs < 0) {
            throw new IllegalStateException("the loop would wait for ever: it has no timer, and nothing is to happen"
                    + " outside; give it something with at(atMs, event)");
        }
        long endNs = timeoutMs < 0 ? Long.MAX_VALUE : nowNs + timeoutMs * NS_PER_MS;
        nowNs = next == null ? endNs : Math.min(endNs, next.atNs());
    }

    private void happen() {
        while (!outside.isEmpty() && outside.peek().atNs() <= nowNs) {
            woken = true;
            outside.remove().event().run();
        }
    }

    @Override
    public void wake() {
        woken = true;
    }

    @Override
    public SelectionKey register(SelectableChannel channel, int interestOps, Object attachment) {
        var key = new Key(channel, interestOps);
        key.attach(attachment);
        keys.add(key);
        return key;
    }

    @Override
    public Descriptor register(int descriptor, Object attachment) {
        var watched = new VirtualDescriptor(descriptor, attachment);
        descriptors.add(watched);
        return watched;
    }

    @Override
    public boolean hasChannels() {
        return !keys.isEmpty();
    }

    @Override
    public void releaseCancelled() {
        keys.removeIf(key -> !key.valid);
    }

    @Override
    public void close() {
        keys.clear();
        descriptors.clear();
    }

    private final class VirtualDescriptor implements Descriptor {
        private final int number;
        private final Object attachment;
        private int interest;
        private int ready;

        private VirtualDescriptor(int number, Object attachment) {
            this.number = number;
            this.attachment = attachment;
        }

        private boolean isReady() {
            return interest != 0 && (ready & (interest | DescriptorHandle.ERR | DescriptorHandle.HUP)) != 0;
        }

        @Override
        public void interest(int events) {
            interest = events;
        }

        @Override
        public int readyEvents() {
            return ready;
        }

        @Override
        public void forget() {
            descriptors.remove(this);
        }
    }

    /** Not registered with any selector: ready when the test says so. */
    private static final class Key extends SelectionKey {
        private final SelectableChannel channel;
        private int interestOps;
        private int readyOps;
        private boolean valid = true;

        Key(SelectableChannel channel, int interestOps) {
            this.channel = channel;
            this.interestOps = interestOps;
        }

        boolean isReady() {
            return valid && (interestOps & readyOps) != 0;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            throw new UnsupportedOperationException("there is no selector on virtual time");
        }

        @Override
        public boolean isValid() {
            return valid;
        }

        @Override
        public void cancel() {
            valid = false;
        }

        @Override
        public int interestOps() {
            return interestOps;
        }

        @Override
        public SelectionKey interestOps(int ops) {
            interestOps = ops;
            return this;
        }

        @Override
        public int readyOps() {
            return readyOps;
        }
    }
}
