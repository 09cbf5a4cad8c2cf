package dev.gyre.io.file;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.FileCalls;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.Scratch;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The entries of folders as the kernel writes them, {@code struct linux_dirent64} after {@code struct linux_dirent64}, for
 * JavaScript to make names of. The kernel writes them where JavaScript reads them, so that an entry costs no Java at all:
 * folders are mostly listed once in a process, by methods that the JVM would have to interpret until it has compiled them,
 * on the same processors. Only what does not fit there is copied.
 *
 * <p>One thread at a time, for a piece of memory.
 */
public final class FolderRecords {
    /** Set in the size of a folder's records, which is a multiple of eight, when they are among those that did not fit. */
    public static final int SPILLED = 1;

    private static final int LEAST_BYTES = 512; // more than the longest entry has
    private static final int KERNEL_BYTES = 32 * 1024;
    private static final int S_IFMT = 0xf000;
    private static final int S_IFDIR = 0x4000;

    private final long memory;
    private final int room;
    private int filled;
    private byte[] spilled = {};
    private int spilledBytes;

    /** Into so many bytes of memory. */
    public FolderRecords(long memory, int room) {
        this.memory = memory;
        this.room = room;
    }

    /**
     * Several folders, each of the pieces of memory with as many as another, by as many threads as there are processors:
     * most of the time is the kernel's. Answers what did not fit.
     *
     * @param paths the addresses of C strings
     * @param unsure where there may be something else than a folder or a link to one; it has no records
     * @param sizes what {@link #add} answers for each
     */
    public static byte[] read(long[] paths, boolean[] unsure, int[] sizes, long[] memory, int room) {
        var parts = new FolderRecords[memory.length];
        int share = (paths.length + parts.length - 1) / parts.length;
        var next = new AtomicInteger();
        Runnable work = () -> {
            for (int i = next.getAndIncrement(); i < parts.length; i = next.getAndIncrement()) {
                parts[i] = new FolderRecords(memory[i], room);
                for (int k = i * share; k < Math.min((i + 1) * share, paths.length); k++) {
                    sizes[k] = unsure[k] && !isFolder(paths[k]) ? 0 : parts[i].add(paths[k]);
                }
            }
        };
        var helpers = new Thread[Math.min(Runtime.getRuntime().availableProcessors(), parts.length) - 1];
        for (int i = 0; i < helpers.length; i++) {
            helpers[i] = new Thread(work, "gyre-readdir");
            helpers[i].setDaemon(true);
            helpers[i].start();
        }
        work.run();
        for (Thread helper : helpers) {
            join(helper);
        }
        return joined(parts);
    }

    private static boolean isFolder(long path) {
        NativeMemory status = Scratch.get().small();
        int result = FileCalls.stat(path, status.address());
        return result >= 0 && (status.getShort(FileCalls.MODE_AT) & S_IFMT) == S_IFDIR;
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] joined(FolderRecords[] parts) {
        int size = 0;
        for (FolderRecords part : parts) {
            size += part.spilledBytes;
        }
        byte[] all = new byte[size];
        int at = 0;
        for (FolderRecords part : parts) {
            System.arraycopy(part.spilled, 0, all, at, part.spilledBytes);
            at += part.spilledBytes;
        }
        return all;
    }

    /** Answers the size of the folder's records, with {@link #SPILLED} where they did not fit, or a negative errno. */
    public int add(long path) {
        int fd = Directory.open(path);
        if (fd < 0) {
            return fd;
        }
        int from = filled;
        int result;
        do {
            if (room - filled < LEAST_BYTES) {
                result = spill(fd, from);
                break;
            }
            result = read(fd, memory + filled, room - filled);
            filled += Math.max(result, 0);
        } while (result > 0);
        FileCalls.close(fd);
        if (result != 0) {
            filled = from;
            return result;
        }
        return filled - from;
    }

    /** What was read so far and what is left to read goes elsewhere. */
    private int spill(int fd, int from) {
        int before = spilledBytes;
        if (filled > from) {
            keep(NativeMemory.at(memory + from, filled - from), filled - from);
        }
        NativeMemory chunk = Scratch.get().chunk();
        int count;
        do {
            count = next(fd, chunk);
            keep(chunk, count);
        } while (count > 0);
        if (count < 0) {
            spilledBytes = before;
            return count;
        }
        return spilledBytes - before | SPILLED;
    }

    /** What the kernel hands out next of an open folder. */
    static int next(int fd, NativeMemory chunk) {
        return read(fd, chunk.address(), KERNEL_BYTES);
    }

    /** A folder that was removed while it was open has no entries; the kernel says ENOENT, which readdir(3) hides too. */
    private static int read(int fd, long memory, int room) {
        int count = Libc.callInt(Libc.Function.GETDENTS64, fd, memory, room);
        return count == Errno.ENOENT.number() ? 0 : count;
    }

    private void keep(NativeMemory from, int count) {
        if (count <= 0) {
            return;
        }
        if (spilledBytes + count > spilled.length) {
            spilled = Arrays.copyOf(spilled, Math.max(spilledBytes + count, 2 * spilled.length));
        }
        from.get(0, spilled, spilledBytes, count);
        spilledBytes += count;
    }

    /** What did not fit. */
    public byte[] spilled() {
        return Arrays.copyOf(spilled, spilledBytes);
    }
}
