package dev.gyre.io.watch;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import dev.gyre.loop.DescriptorHandle;
import dev.gyre.loop.Loop;
import java.util.Arrays;

/**
 * Changes to files and folders, as the kernel reports them. One instance watches any number of paths and calls its listener
 * in the loop's poll phase. It does not keep the loop running. Loop thread only.
 *
 * <p>The kernel has one watch per file: adding a path that leads to a file already watched returns the same number.
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

    @FunctionalInterface
    public interface Listener {
        /**
         * @param watch what {@link #add} returned
         * @param mask what happened, of the constants above
         * @param name the entry of a watched folder it happened to, or empty when it was the watched file itself
         */
        void onEvent(int watch, int mask, byte[] name);
    }

    private final int fd;
    private final DescriptorHandle handle;
    private final Listener listener;
    private final NativeMemory buffer = NativeMemory.allocate(BUFFER_BYTES);
    private boolean isClosed;

    private Inotify(Loop loop, int fd, Listener listener) {
        this.fd = fd;
        this.listener = listener;
        handle = loop.descriptor(fd);
        handle.unref();
        handle.start(DescriptorHandle.IN, _ -> readEvents());
    }

    /** Starts watching, with no paths yet. */
    public static Inotify open(Loop loop, Listener listener) {
        int fd = Libc.callInt(Function.INOTIFY_INIT1, Posix.O_CLOEXEC | Posix.O_NONBLOCK);
        if (fd < 0) {
            throw new SystemError(fd, "watch", null, null);
        }
        return new Inotify(loop, fd, listener);
    }

    /** Watches a path for the events in the mask. */
    public int add(NativePath path, int mask) {
        int watch = Libc.callInt(Function.INOTIFY_ADD_WATCH, fd, Scratch.get().path(path), mask);
        if (watch < 0) {
            throw new SystemError(watch, "watch", path.toString(), null);
        }
        return watch;
    }

    /** Ends a watch. It is no error that it has ended by itself because its file is gone. */
    public void remove(int watch) {
        Libc.callInt(Function.INOTIFY_RM_WATCH, fd, watch);
    }

    /** Ends all watches. */
    public void close() {
        if (!isClosed) {
            isClosed = true;
            handle.close();
            Descriptors.closeQuietly(fd);
        }
    }

    /** One read per turn of the loop: the rest keeps the descriptor ready. */
    private void readEvents() {
        long length = Libc.callLong(Function.READ, fd, buffer.address(), buffer.size());
        for (int at = 0; at < length && !isClosed; ) { // a listener may close it
            int nameLength = buffer.getInt(at + 12);
            listener.onEvent(
                    buffer.getInt(at), buffer.getInt(at + 4), name(buffer.bytes(at + EVENT_BYTES, nameLength)));
            at += EVENT_BYTES + nameLength;
        }
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
