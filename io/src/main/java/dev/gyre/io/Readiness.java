package dev.gyre.io;

import dev.gyre.io.Libc.Function;
import dev.gyre.loop.Loop;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * Tells loops when descriptors become ready that {@code java.nio} has no channel for: pipes, terminals, inherited
 * sockets, processes. One thread waits in epoll for all of them and passes what is ready to the loop that asked;
 * reading and writing happen there.
 *
 * <p>A watch is told once and has to be armed again. The kernel knows it by a number that is never used twice, so that
 * what was ready just before a descriptor was closed is not taken for its successor.
 */
final class Readiness {
    static final int IN = 0x1;
    static final int OUT = 0x4;
    static final int ERR = 0x8;
    static final int HUP = 0x10;
    private static final int ONE_SHOT = 1 << 30;

    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLL_CTL_MOD = 3;
    private static final int EPOLL_CLOEXEC = 0x80000;

    // struct epoll_event is packed on x86_64 only
    private static final boolean PACKED = !"aarch64".equals(System.getProperty("os.arch"));
    private static final int DATA_AT = PACKED ? 4 : 8;
    private static final int EVENT_BYTES = DATA_AT + Long.BYTES;
    private static final int MAX_EVENTS = 64;
    private static final ValueLayout.OfLong DATA = ValueLayout.JAVA_LONG_UNALIGNED;

    private final int epoll;
    private final Map<Long, Watch> watches = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    private Readiness() {
        epoll = Libc.callInt(Function.EPOLL_CREATE1, EPOLL_CLOEXEC);
        if (epoll < 0) {
            throw new SystemError(epoll, "epoll_create1", null, null);
        }
        Thread.ofPlatform().daemon().name("gyre-readiness").start(this::waitForEver);
    }

    /** Of the process, started when first asked for. */
    static Readiness common() {
        return Common.INSTANCE;
    }

    private static final class Common {
        static final Readiness INSTANCE = new Readiness();
    }

    /** Watches a descriptor; {@code onReady} gets {@link #IN}, {@link #OUT} and the like, on the loop's thread. */
    Watch watch(Loop loop, int fd, IntConsumer onReady) {
        return new Watch(loop, fd, onReady);
    }

    private void waitForEver() {
        MemorySegment events = Arena.ofAuto().allocate((long) EVENT_BYTES * MAX_EVENTS, Long.BYTES);
        while (true) {
            int count = Libc.callInt(Function.EPOLL_WAIT, epoll, events.address(), MAX_EVENTS, -1, 0, 0);
            if (count < 0) {
                throw new SystemError(count, "epoll_wait", null, null);
            }
            for (int i = 0; i < count; i++) {
                long at = (long) i * EVENT_BYTES;
                int ready = events.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                Watch watch = watches.get(events.get(DATA, at + DATA_AT));
                if (watch != null) {
                    watch.loop.post(() -> watch.ready(ready));
                }
            }
        }
    }

    /** One descriptor. Used on the loop's thread. */
    final class Watch {
        private final Loop loop;
        private final int fd;
        private final IntConsumer onReady;
        private final long id = lastId.incrementAndGet();
        private boolean added;
        private boolean alwaysReady;
        private int wanted;
        private boolean closed;

        private Watch(Loop loop, int fd, IntConsumer onReady) {
            this.loop = loop;
            this.fd = fd;
            this.onReady = onReady;
        }

        /** Has {@code onReady} called once, when any of the events has come; replaces what was armed before. */
        void arm(int events) {
            if (closed || wanted == events) {
                return;
            }
            wanted = events;
            if (events == 0) {
                return; // what is armed in the kernel may come once more, and is ignored
            }
            if (alwaysReady) {
                loop.post(() -> ready(events));
                return;
            }
            watches.put(id, this);
            int result = control(added ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, events | ONE_SHOT);
            if (result == Errno.EPERM.number()) { // a regular file or the like: never waits
                alwaysReady = true;
                loop.post(() -> ready(events));
            } else if (result < 0) {
                throw new SystemError(result, "epoll_ctl", null, null);
            } else {
                added = true;
            }
        }

        private int control(int operation, int events) {
            MemorySegment event = Scratch.get().small();
            event.set(ValueLayout.JAVA_INT_UNALIGNED, 0, events);
            event.set(DATA, DATA_AT, id);
            return Libc.callInt(Function.EPOLL_CTL, epoll, operation, fd, event.address(), 0, 0);
        }

        private void ready(int events) {
            int told = events & (wanted | ERR | HUP);
            if (closed || wanted == 0 || told == 0) {
                return;
            }
            wanted = 0;
            onReady.accept(told);
        }

        /** To be called before the descriptor is closed. */
        void close() {
            if (!closed) {
                closed = true;
                watches.remove(id);
                if (added) {
                    control(EPOLL_CTL_DEL, 0);
                }
            }
        }
    }
}
