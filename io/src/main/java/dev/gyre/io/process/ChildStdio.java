package dev.gyre.io.process;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;

/**
 * The descriptors a child is started with: as asked for, where {@link #PIPE} becomes one end of a pair of connected
 * sockets, the other end of which is ours, and {@link #IGNORE} becomes {@code /dev/null}. Closing it closes the child's
 * ends, of which the child has its own copies, and our ends unless they were taken.
 */
public final class ChildStdio implements AutoCloseable {
    public static final int PIPE = -2;
    public static final int IGNORE = -1;
    private static final int LAST_STANDARD = 2;

    private final int[] child;
    private final boolean[] made;
    private int[] parent;

    /** @param wanted for each of the child's descriptors one of ours, {@link #PIPE} or {@link #IGNORE} */
    public ChildStdio(int[] wanted) {
        child = new int[wanted.length];
        made = new boolean[wanted.length];
        parent = new int[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            parent[i] = -1;
            open(i, wanted[i]);
        }
    }

    private void open(int i, int wanted) {
        if (wanted == PIPE) {
            int[] pair = Descriptors.socketpair();
            parent[i] = pair[0];
            child[i] = pair[1];
            made[i] = true;
            Descriptors.setNonBlocking(pair[0]);
        } else if (wanted == IGNORE && i <= LAST_STANDARD) {
            child[i] = Posix.open(NativePath.of("/dev/null"), i == 0 ? Posix.O_RDONLY : Posix.O_RDWR, 0);
            made[i] = true;
        } else {
            child[i] = wanted == IGNORE ? Spawn.CLOSED : wanted;
            if (wanted >= 0 && i <= LAST_STANDARD) {
                Descriptors.setBlocking(wanted); // what most programs expect of their standard streams
            }
        }
    }

    public int[] childEnds() {
        return child;
    }

    /** Our ends, -1 where there is none; the caller closes them. */
    public int[] takeParentEnds() {
        int[] taken = parent;
        parent = new int[0];
        return taken;
    }

    @Override
    public void close() {
        for (int i = 0; i < child.length; i++) {
            if (made[i]) {
                Descriptors.closeQuietly(child[i]);
            }
        }
        for (int fd : parent) {
            if (fd >= 0) {
                Descriptors.closeQuietly(fd);
            }
        }
    }
}
