package dev.gyre.io.file;

import dev.gyre.io.libc.FileCalls;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import java.util.BitSet;

/**
 * Descriptors that were closed while somebody still had work to do on them.
 *
 * <p>The kernel gives the number of a closed descriptor to the next file that is opened. A write that was asked for
 * before the close and comes after it would then go to that file. So such a descriptor is <em>retired</em>: the file
 * behind it is closed, and its number goes on to stand for something that can't be read or written, so that what comes
 * late gets EBADF. When the last of it is over, the number is {@linkplain #free freed}.
 *
 * <p>Any thread.
 */
public final class RetiredDescriptors {
    /** The answer of {@link #close} for a descriptor whose number is kept. */
    public static final int RETIRED = 1;

    private static final int EBADF = -9;
    private static final int F_GETFD = 1;
    private static final int O_PATH = 0x200000;

    private static final BitSet DESCRIPTORS = new BitSet();
    private static volatile boolean any;
    private static int nothing = -1;

    private RetiredDescriptors() {}

    /**
     * Closes a descriptor.
     *
     * @return {@link #RETIRED} if it is in use and so has to be freed, 0 if all is done, or a negative errno
     */
    public static int close(int fd, boolean inUse) {
        if (!inUse && !any) {
            return FileCalls.close(fd);
        }
        synchronized (DESCRIPTORS) {
            if (fd >= 0 && DESCRIPTORS.get(fd)) {
                return EBADF;
            }
            return inUse ? retire(fd) : FileCalls.close(fd);
        }
    }

    private static int retire(int fd) {
        if (nothing < 0) {
            nothing = Posix.open(NativePath.of("/"), O_PATH, 0);
        }
        int result = Libc.callInt(Function.FCNTL, fd, F_GETFD);
        if (result >= 0) {
            result = Libc.callInt(Function.DUP3, nothing, fd, Posix.O_CLOEXEC);
        }
        if (result < 0) {
            return result;
        }
        DESCRIPTORS.set(fd);
        any = true;
        return RETIRED;
    }

    /** Gives the number of a retired descriptor back. */
    public static void free(int fd) {
        synchronized (DESCRIPTORS) {
            if (!DESCRIPTORS.get(fd)) {
                throw new IllegalStateException("descriptor " + fd + " is not retired");
            }
            DESCRIPTORS.clear(fd);
            any = !DESCRIPTORS.isEmpty();
            Posix.close(fd);
        }
    }
}
