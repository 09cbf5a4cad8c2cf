package dev.gyre.io.watch;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.util.Arrays;

/**
 * Changes to files and folders, as the kernel tells them. One instance watches any number of paths; a thread of its
 * own waits for the events and hands each to the listener, on that thread.
 *
 * <p>The kernel knows one watch per file: adding a path that leads to a file watched already answers the same number
 * again.
 */
public final class Inotify {
    public static final int IN_MODIFY = 0x2;
    public static final int IN_ATTRIB = 0x4;
    public static final int IN_MOVED_FROM = 0x40;
    public static final int IN_MOVED_TO = 0x80;
    public static final int IN_CREATE = 0x100;
    public static final int IN_DELETE = 0x200;
    public static final int IN_DELETE_SELF = 0x400;
    public static final int IN_MOVE_SELF = 0x800;
    public static final int IN_IGNORED = 0x8000;
    public static final int IN_ISDIR = 0x40000000;

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int EVENT_BYTES = 16;

    /** Called on the thread that waits for events. */
    @FunctionalInterface
    public interface Listener {
        /**
         * @param watch what {@link #add} answered
         * @param mask what happened, of the constants above
         * @param name the entry of a watched folder it happened to, or empty when it was the watched file itself
         */
        void onEvent(int watch, int mask, byte[] name);
    }

    private final int fd;
    private final Listener listener;
    private volatile boolean closed;

    private Inotify(int fd, Listener listener) {
        this.fd = fd;
        this.listener = listener;
    }

    /** Starts watching, with no paths yet. */
    public static Inotify open(Listener listener) {
        int fd = Libc.callInt(Function.INOTIFY_INIT1, Posix.O_CLOEXEC);
        if (fd < 0) {
            throw new SystemError(fd, "watch", null, null);
        }
        var inotify = new Inotify(fd, listener);
        Thread.ofPlatform().daemon().name("gyre-inotify").start(inotify::readAll);
        return inotify;
    }

    /** Watches a path for the events in the mask; any thread may call it. */
    public int add(NativePath path, int mask) {
        int watch = Libc.callInt(Function.INOTIFY_ADD_WATCH, fd, Scratch.get().path(path), mask);
        if (watch < 0) {
            throw new SystemError(watch, "watch", path.toString(), null);
        }
        return watch;
    }

    /** Ends a watch. That it has ended by itself, because its file is gone, is fine. */
    public void remove(int watch) {
        Libc.callInt(Function.INOTIFY_RM_WATCH, fd, watch);
    }

    /** Ends all watches. Events that are being read may still come; the thread ends after them. */
    public void close() {
        closed = true;
        // The end of a watch is an event itself: it wakes the thread, which gives the descriptor back.
        remove(add(NativePath.of("/"), IN_DELETE_SELF));
    }

    private void readAll() {
        NativeMemory buffer = NativeMemory.allocate(BUFFER_BYTES);
        while (!closed) {
            int length = Posix.read(fd, buffer.address(), BUFFER_BYTES, -1);
            for (int at = 0; at < length; ) {
                int nameLength = buffer.getInt(at + 12);
                listener.onEvent(
                        buffer.getInt(at), buffer.getInt(at + 4), name(buffer.bytes(at + EVENT_BYTES, nameLength)));
                at += EVENT_BYTES + nameLength;
            }
        }
        Libc.callInt(Function.CLOSE, fd);
    }

    /** Names are padded with zeros. */
    private static byte[] name(byte[] padded) {
        int length = 0;
        while (length < padded.length && padded[length] != 0) {
            length++;
        }
        return Arrays.copyOf(padded, length);
    }
}
