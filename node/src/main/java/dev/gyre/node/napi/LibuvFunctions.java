package dev.gyre.node.napi;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.TimerHandle;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The functions of libuv that add-ons use beside Node-API, as far as Java answers them: handles of the event loop, work for
 * the pool, names of errors. Threads and locks are in the library itself. What is not here (streams, files, processes, loops
 * of the add-on's own, {@code uv_run}) keeps an add-on from being loaded, with an error that names it.
 */
public final class LibuvFunctions {
    /** Their names, in the order of their numbers: see {@link OwnFunctions.Name}. */
    enum Name {
        UV_ASYNC_INIT,
        UV_ASYNC_SEND,
        UV_CANCEL,
        UV_CHECK_INIT,
        UV_CHECK_START,
        UV_CHECK_STOP,
        UV_CLOSE,
        UV_COND_TIMEDWAIT,
        UV_DEFAULT_LOOP,
        UV_ERR_NAME,
        UV_ERR_NAME_R,
        UV_HANDLE_SIZE,
        UV_HANDLE_TYPE_NAME,
        UV_HAS_REF,
        UV_IDLE_INIT,
        UV_IDLE_START,
        UV_IDLE_STOP,
        UV_IS_ACTIVE,
        UV_IS_CLOSING,
        UV_LOOP_ALIVE,
        UV_LOOP_SIZE,
        UV_MUTEX_INIT_RECURSIVE,
        UV_NOW,
        UV_POLL_INIT,
        UV_POLL_INIT_SOCKET,
        UV_POLL_START,
        UV_POLL_STOP,
        UV_PREPARE_INIT,
        UV_PREPARE_START,
        UV_PREPARE_STOP,
        UV_QUEUE_WORK,
        UV_REF,
        UV_REQ_SIZE,
        UV_REQ_TYPE_NAME,
        UV_SEM_TRYWAIT,
        UV_STRERROR,
        UV_STRERROR_R,
        UV_TIMER_AGAIN,
        UV_TIMER_GET_DUE_IN,
        UV_TIMER_GET_REPEAT,
        UV_TIMER_INIT,
        UV_TIMER_SET_REPEAT,
        UV_TIMER_START,
        UV_TIMER_STOP,
        UV_TRANSLATE_SYS_ERROR,
        UV_UNREF,
        UV_UPDATE_TIME,
        UV_VERSION,
        UV_VERSION_STRING;

        static Name[] inOrder() {
            return values();
        }
    }

    private static final int INVALID = Errno.EINVAL.number();
    private static final int VERSION = 1 << 16 | 52 << 8 | 1; // of the headers that Node 26 has
    private static final String VERSION_TEXT = "1.52.1";
    private static final int GET_FLAGS = 3; // of fcntl
    private static final int SET_FLAGS = 4;
    private static final long LONGEST_MS = 1L << 53;

    // By the numbers of their types, the first of which is "unknown".
    private static final int[] HANDLE_BYTES = {
        0, 128, 120, 136, 104, 96, 120, 264, 160, 120, 136, 248, 248, 152, 312, 216, 152
    };
    private static final List<String> HANDLE_NAMES = List.of(
            "",
            "async",
            "check",
            "fs_event",
            "fs_poll",
            "handle",
            "idle",
            "pipe",
            "poll",
            "prepare",
            "process",
            "stream",
            "tcp",
            "timer",
            "tty",
            "udp",
            "signal",
            "file");
    private static final int[] REQUEST_BYTES = {0, 64, 96, 192, 80, 320, 440, 128, 160, 1320, 144};
    private static final List<String> REQUEST_NAMES = List.of(
            "",
            "req",
            "connect",
            "write",
            "shutdown",
            "udp_send",
            "fs",
            "work",
            "getaddrinfo",
            "getnameinfo",
            "random");
    private static final int LOOP_BYTES = 848;

    private static final Map<String, Long> TEXTS = new HashMap<>();

    private LibuvFunctions() {}

    /** The names, in the order of their numbers, which come after those of Node-API. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Name name : Name.inOrder()) {
            names.add(name.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    static boolean has(String name) {
        return names().contains(name);
    }

    static long call(Name name, long a, long b, long c, long d) {
        return switch (name) {
            case UV_DEFAULT_LOOP -> LibuvLoop.defaultLoop();
            case UV_LOOP_SIZE -> LOOP_BYTES;
            case UV_LOOP_ALIVE, UV_NOW, UV_UPDATE_TIME -> ofLoop(name, a);
            case UV_ASYNC_INIT -> open(a, LibuvHandle.Kind.ASYNC, b, c, -1);
            case UV_CHECK_INIT -> open(a, LibuvHandle.Kind.CHECK, b, 0, -1);
            case UV_IDLE_INIT -> open(a, LibuvHandle.Kind.IDLE, b, 0, -1);
            case UV_PREPARE_INIT -> open(a, LibuvHandle.Kind.PREPARE, b, 0, -1);
            case UV_TIMER_INIT -> open(a, LibuvHandle.Kind.TIMER, b, 0, -1);
            case UV_POLL_INIT, UV_POLL_INIT_SOCKET -> openPoll(a, b, (int) c);
            case UV_ASYNC_SEND -> {
                LibuvLoop.send(a);
                yield 0;
            }
            case UV_QUEUE_WORK -> queueWork(a, b, c, d);
            case UV_CANCEL -> {
                LibuvLoop loop = LibuvLoop.at(LibuvLoop.defaultLoop());
                yield loop != null && loop.cancel(a) ? 0 : Errno.EBUSY.number();
            }
            case UV_HANDLE_SIZE -> size(HANDLE_BYTES, (int) a);
            case UV_REQ_SIZE -> size(REQUEST_BYTES, (int) a);
            case UV_HANDLE_TYPE_NAME -> typeName(HANDLE_NAMES, (int) a);
            case UV_REQ_TYPE_NAME -> typeName(REQUEST_NAMES, (int) a);
            case UV_VERSION -> VERSION;
            case UV_VERSION_STRING -> text(VERSION_TEXT);
            case UV_ERR_NAME -> text(Errno.nameOf((int) a));
            case UV_STRERROR -> text(Errno.messageOf((int) a));
            case UV_ERR_NAME_R -> copy(Errno.nameOf((int) a), b, c);
            case UV_STRERROR_R -> copy(Errno.messageOf((int) a), b, c);
            case UV_TRANSLATE_SYS_ERROR -> -Math.abs((int) a);
            case UV_SEM_TRYWAIT -> c("sem_trywait", a, 0, 0) == 0 ? 0 : Errno.EAGAIN.number();
            case UV_MUTEX_INIT_RECURSIVE -> initRecursive(a);
            case UV_COND_TIMEDWAIT -> timedWait(a, b, c);
            default -> {
                LibuvHandle handle = LibuvLoop.handle(a);
                if (handle == null) {
                    yield name == Name.UV_HAS_REF || name == Name.UV_IS_ACTIVE || name == Name.UV_IS_CLOSING
                            ? 0
                            : INVALID;
                }
                yield ofHandle(name, handle, b, c, d);
            }
        };
    }

    // ---- the loop

    private static long ofLoop(Name name, long address) {
        LibuvLoop loop = LibuvLoop.at(address);
        if (loop == null) {
            return 0;
        }
        return switch (name) {
            case UV_LOOP_ALIVE -> loop.loop().alive() ? 1 : 0;
            case UV_NOW -> loop.loop().nowMs();
            default -> {
                loop.loop().updateTime();
                yield 0;
            }
        };
    }

    private static long open(long loopAddress, LibuvHandle.Kind kind, long handle, long callback, int descriptor) {
        LibuvLoop loop = LibuvLoop.at(loopAddress);
        if (loop == null || handle == 0) {
            return INVALID;
        }
        loop.open(kind, handle, callback, descriptor);
        return 0;
    }

    private static long openPoll(long loop, long handle, int descriptor) {
        try {
            int flags = Posix.fcntl(descriptor, GET_FLAGS, 0);
            if ((flags & Posix.O_NONBLOCK) == 0) {
                Posix.fcntl(descriptor, SET_FLAGS, flags | Posix.O_NONBLOCK);
            }
            return open(loop, LibuvHandle.Kind.POLL, handle, 0, descriptor);
        } catch (SystemError e) {
            return e.errno();
        }
    }

    private static long queueWork(long loopAddress, long request, long function, long after) {
        LibuvLoop loop = LibuvLoop.at(loopAddress);
        if (loop == null || function == 0) {
            return INVALID;
        }
        loop.submit(request, function, after);
        return 0;
    }

    // ---- handles

    private static long ofHandle(Name name, LibuvHandle handle, long b, long c, long d) {
        switch (name) {
            case UV_CLOSE -> {
                if (!handle.isClosing()) {
                    handle.close(b);
                }
            }
            case UV_REF -> handle.handle().ref();
            case UV_UNREF -> handle.handle().unref();
            case UV_HAS_REF -> {
                return handle.handle().hasRef() ? 1 : 0;
            }
            case UV_IS_ACTIVE -> {
                return handle.handle().isActive() ? 1 : 0;
            }
            case UV_IS_CLOSING -> {
                return handle.isClosing() ? 1 : 0;
            }
            default -> {
                return handle.isClosing() || handle.kind() != kindOf(name) ? INVALID : ofOpen(name, handle, b, c, d);
            }
        }
        return 0;
    }

    /** What kind of handle a function is for. */
    private static LibuvHandle.Kind kindOf(Name name) {
        return switch (name) {
            case UV_CHECK_START, UV_CHECK_STOP -> LibuvHandle.Kind.CHECK;
            case UV_IDLE_START, UV_IDLE_STOP -> LibuvHandle.Kind.IDLE;
            case UV_PREPARE_START, UV_PREPARE_STOP -> LibuvHandle.Kind.PREPARE;
            case UV_POLL_START, UV_POLL_STOP -> LibuvHandle.Kind.POLL;
            default -> LibuvHandle.Kind.TIMER;
        };
    }

    private static long ofOpen(Name name, LibuvHandle handle, long b, long c, long d) {
        switch (name) {
            case UV_CHECK_START, UV_IDLE_START, UV_PREPARE_START -> {
                if (b == 0) {
                    return INVALID;
                }
                handle.startTurns(b);
            }
            case UV_POLL_START -> {
                try {
                    handle.startPoll((int) b, c);
                } catch (SystemError e) {
                    return e.errno();
                }
            }
            case UV_TIMER_START -> {
                if (b == 0) {
                    return INVALID;
                }
                handle.startTimer(b, duration(c), duration(d));
            }
            case UV_TIMER_AGAIN -> {
                return handle.again() ? 0 : INVALID;
            }
            case UV_TIMER_SET_REPEAT -> handle.repeat(duration(b));
            case UV_TIMER_GET_REPEAT -> {
                return ((TimerHandle) handle.handle()).repeatMs();
            }
            case UV_TIMER_GET_DUE_IN -> {
                return handle.handle().isActive() ? ((TimerHandle) handle.handle()).dueInMs() : 0;
            }
            default -> handle.stop();
        }
        return 0;
    }

    /** Without a sign in libuv. */
    private static long duration(long ms) {
        return ms < 0 ? LONGEST_MS : Math.min(ms, LONGEST_MS);
    }

    // ---- facts

    private static long size(int[] sizes, int type) {
        return type > 0 && type < sizes.length ? sizes[type] : -1;
    }

    private static long typeName(List<String> names, int type) {
        return type > 0 && type < names.size() ? text(names.get(type)) : 0;
    }

    private static synchronized long text(String text) {
        Long known = TEXTS.get(text);
        if (known == null) {
            known = Environment.text(text);
            TEXTS.put(text, known);
        }
        return known;
    }

    private static long copy(String text, long to, long room) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = (int) Math.min(bytes.length, room - 1);
        if (to != 0 && room > 0) {
            NativeMemory memory = NativeMemory.at(to, length + 1);
            memory.put(0, bytes, 0, length);
            memory.putByte(length, (byte) 0);
        }
        return to;
    }

    // ---- locks that are not one call of the C library's

    private static final int RECURSIVE = 1;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private static long initRecursive(long mutex) {
        NativeMemory attributes = NativeMemory.allocate(Long.BYTES);
        c("pthread_mutexattr_init", attributes.address(), 0, 0);
        c("pthread_mutexattr_settype", attributes.address(), RECURSIVE, 0);
        return -c("pthread_mutex_init", mutex, attributes.address(), 0);
    }

    private static long timedWait(long condition, long mutex, long timeoutNs) {
        NativeMemory until = NativeMemory.allocate(2 * Long.BYTES);
        c("clock_gettime", 0, until.address(), 0); // the clock of conditions that are made without attributes
        long ns = until.getLong(Long.BYTES) + timeoutNs % NS_PER_SECOND;
        until.putLong(0, until.getLong(0) + timeoutNs / NS_PER_SECOND + ns / NS_PER_SECOND);
        until.putLong(Long.BYTES, ns % NS_PER_SECOND);
        return -c(OldConditions.TIMED_WAIT, condition, mutex, until.address());
    }

    /**
     * Conditions exist in two forms in the C library of x86_64. The library of jumps asks for its functions without a version,
     * and gets the older form, so that this function has to be of it too.
     */
    private static final class OldConditions {
        static final long TIMED_WAIT = address();

        private static long address() {
            try (Arena arena = Arena.ofConfined()) {
                return ForeignCalls.six(
                        ForeignCalls.addressInLibc("dlvsym"),
                        ErrnoMemory.ofThread(),
                        0,
                        NativeMemory.string(arena, "pthread_cond_timedwait").address(),
                        NativeMemory.string(arena, "GLIBC_2.2.5").address(),
                        0,
                        0,
                        0);
            }
        }
    }

    private static int c(String function, long a, long b, long c) {
        return c(ForeignCalls.addressInLibc(function), a, b, c);
    }

    private static int c(long function, long a, long b, long c) {
        return (int) ForeignCalls.six(function, ErrnoMemory.ofThread(), a, b, c, 0, 0, 0);
    }
}
