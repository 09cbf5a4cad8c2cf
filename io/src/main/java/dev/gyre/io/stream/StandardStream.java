package dev.gyre.io.stream;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.file.FileStatus;
import dev.gyre.io.libc.Descriptors;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.poll.Readiness;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * The process's standard streams: what they are, and writing to them so that all is written when the call returns.
 *
 * <p>Like {@link EarlyFiles} this asks {@code java.nio} first, because a program that prints one line should not pay
 * for the first downcall. The exact errno of a refusal is learned by repeating the write as a system call.
 */
public final class StandardStream {
    /** What a descriptor is, in Node's words. */
    public enum Kind {
        TTY,
        FILE,
        PIPE,
        TCP,
        UDP,
        UNKNOWN,
        INVALID
    }

    private static final int S_IFMT = 0xf000;
    private static final int S_IFIFO = 0x1000;
    private static final int S_IFCHR = 0x2000;
    private static final int S_IFREG = 0x8000;
    private static final int S_IFSOCK = 0xc000;
    private static final int UNIX98_MAJOR_FIRST = 136;
    private static final int UNIX98_MAJOR_LAST = 143;
    private static final int MEMORY_MAJOR = 1; // null, zero, random and the like

    private static final int LAST = 2;
    private static final FileChannel[] CHANNELS = new FileChannel[LAST + 1];

    private StandardStream() {}

    /** The kind of any descriptor. */
    public static Kind kindOf(int fd) {
        return ForeignCalls.areCheap() ? kindByStatus(fd) : kindByAttributes(fd);
    }

    static Kind kindByStatus(int fd) {
        try {
            FileStatus status = FileStatus.fstat(fd);
            return kindOf(fd, (int) status.mode(), status.rdev());
        } catch (SystemError e) {
            return Kind.INVALID;
        }
    }

    static Kind kindByAttributes(int fd) {
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(Path.of("/proc/self/fd/" + fd), "unix:mode,rdev");
        } catch (IOException e) {
            return Kind.INVALID;
        }
        return kindOf(fd, (int) Objects.requireNonNull(attributes.get("mode")), (long)
                Objects.requireNonNull(attributes.get("rdev")));
    }

    private static Kind kindOf(int fd, int mode, long device) {
        return switch (mode & S_IFMT) {
            case S_IFREG -> Kind.FILE;
            case S_IFCHR -> isTerminal(fd, device) ? Kind.TTY : Kind.FILE;
            case S_IFIFO -> Kind.PIPE;
            case S_IFSOCK -> Descriptors.isUnixSocket(fd) ? Kind.PIPE : inetKind(fd);
            default -> Kind.UNKNOWN;
        };
    }

    private static boolean isTerminal(int fd, long device) {
        long major = device >> 8 & 0xfff;
        if (major >= UNIX98_MAJOR_FIRST && major <= UNIX98_MAJOR_LAST) {
            return true;
        }
        return major != MEMORY_MAJOR && Descriptors.isatty(fd);
    }

    private static Kind inetKind(int fd) {
        return switch (Descriptors.socketType(fd)) {
            case Descriptors.SOCK_STREAM -> Kind.TCP;
            case Descriptors.SOCK_DGRAM -> Kind.UDP;
            default -> Kind.UNKNOWN;
        };
    }

    /** Writes all of it, waiting where a pipe is full that does not block by itself. */
    public static void write(int fd, ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (writeSome(fd, bytes) == 0) {
                Descriptors.poll(fd, Readiness.OUT, -1);
            }
        }
    }

    private static int writeSome(int fd, ByteBuffer bytes) {
        if (fd > LAST) {
            return writeDirectly(fd, bytes);
        }
        try {
            return channel(fd).write(bytes);
        } catch (IOException refused) {
            return writeDirectly(fd, bytes);
        }
    }

    private static FileChannel channel(int fd) {
        FileChannel channel = CHANNELS[fd];
        if (channel == null) {
            channel = new FileOutputStream(fd == 1 ? FileDescriptor.out : FileDescriptor.err).getChannel();
            CHANNELS[fd] = channel;
        }
        return channel;
    }

    private static int writeDirectly(int fd, ByteBuffer bytes) {
        ByteBuffer direct = bytes.isDirect()
                ? bytes
                : ByteBuffer.allocateDirect(bytes.remaining())
                        .put(bytes.duplicate())
                        .flip();
        long address = MemorySegment.ofBuffer(direct).address();
        long written = Libc.callLong(Libc.Function.WRITE, fd, address, direct.remaining());
        if (written == Errno.EAGAIN.number()) {
            return 0;
        }
        if (written < 0) {
            throw new SystemError((int) written, "write", null, null);
        }
        bytes.position(bytes.position() + (int) written);
        return (int) written;
    }
}
