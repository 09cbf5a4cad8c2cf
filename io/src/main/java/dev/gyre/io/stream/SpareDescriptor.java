package dev.gyre.io.stream;

import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;

/**
 * A descriptor that is kept for the moment when the process has no others left. A server can't even refuse a connection
 * then: accepting takes a descriptor, and until it is accepted the connection makes the server ready again and again. So,
 * as libuv does, the spare one is given back for a moment, and whoever waits is accepted and closed. Used on one thread.
 */
public final class SpareDescriptor {
    private static final int NONE = -1;

    /** One call does not take longer than this many connections do; if more wait, the server is ready once more. */
    private static final int MAX_AT_ONCE = 1024;

    private static final NativePath NOWHERE = NativePath.of("/dev/null");

    private int fd = NONE;

    /** Makes sure that there is one, if the system allows it. */
    public boolean keep() {
        if (fd == NONE) {
            try {
                fd = Posix.open(NOWHERE, Posix.O_RDONLY, 0);
            } catch (SystemError e) {
                return false; // the next call tries again
            }
        }
        return true;
    }

    /** Gives it back for good. */
    public void close() {
        if (fd != NONE) {
            Descriptors.closeQuietly(fd);
            fd = NONE;
        }
    }

    /** Closes the connections that wait for a server; false where that is impossible for now. */
    public boolean shed(ByteStream server) {
        if (!keep()) {
            return false;
        }
        Descriptors.closeQuietly(fd);
        fd = NONE;
        int result = 0;
        for (int i = 0; i < MAX_AT_ONCE && result >= 0; i++) {
            result = server.accept();
            if (result >= 0) {
                Descriptors.closeQuietly(result);
            }
        }
        keep();
        // Another thread may have taken the descriptor first.
        return result != Errno.EMFILE.number() && result != Errno.ENFILE.number();
    }
}
