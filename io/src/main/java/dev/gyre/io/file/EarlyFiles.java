package dev.gyre.io.file;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What every start asks of the file system. Where the first native call of a process is expensive ({@link ForeignCalls#areCheap}),
 * {@code java.nio} answers until something else has made one, so that a program that only loads its modules makes none. Where
 * {@code java.nio} would not answer exactly, the system calls are used all the same.
 */
public final class EarlyFiles {
    /** {@link #kind} of a file that is no folder. */
    public static final int FILE = 0;

    /** {@link #kind} of a folder. */
    public static final int DIRECTORY = 1;

    /** {@link #kindOrLink} of a symbolic link. */
    public static final int LINK = 2;

    private EarlyFiles() {}

    /** {@link #FILE}, {@link #DIRECTORY}, or a negative number where there is none. */
    public static int kind(NativePath path) {
        Path plain = plainIfEarly(path);
        if (plain != null) {
            return kind(plain);
        }
        int mode = FileStatus.modeOrErrno(path);
        return mode < 0 ? Errno.ENOENT.number() : FileStatus.isDirectory(mode) ? DIRECTORY : FILE;
    }

    static int kind(Path plain) {
        try {
            var attributes = plain.getFileSystem().provider().readAttributesIfExists(plain, BasicFileAttributes.class);
            return attributes == null ? Errno.ENOENT.number() : attributes.isDirectory() ? DIRECTORY : FILE;
        } catch (IOException refused) {
            return Errno.ENOENT.number();
        }
    }

    /** As {@link #kind}, but {@link #LINK} for a symbolic link, wherever it leads. */
    public static int kindOrLink(NativePath path) {
        Path plain = plainIfEarly(path);
        if (plain != null) {
            return Files.isSymbolicLink(plain) ? LINK : kind(plain);
        }
        int mode = FileStatus.linkModeOrErrno(path);
        if (mode < 0) {
            return Errno.ENOENT.number();
        }
        return FileStatus.isSymlink(mode) ? LINK : FileStatus.isDirectory(mode) ? DIRECTORY : FILE;
    }

    /** Whether there is something at this path, and it is no symbolic link. */
    public static boolean isNoLink(NativePath path) {
        Path plain = plainIfEarly(path);
        if (plain != null) {
            return Files.exists(plain, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(plain);
        }
        int mode = FileStatus.linkModeOrErrno(path);
        return mode >= 0 && !FileStatus.isSymlink(mode);
    }

    /** Whether {@code access(path, F_OK)} would succeed. */
    public static boolean exists(NativePath path) {
        return kind(path) >= 0;
    }

    public static byte[] read(NativePath path) {
        Path plain = plainIfEarly(path);
        byte[] bytes = plain == null ? null : readOrNull(plain);
        return bytes != null ? bytes : WholeFile.read(path, Posix.O_RDONLY);
    }

    /** The contents of what the path leads to; null where that is a folder or nothing. */
    public static byte @Nullable [] readIfFile(NativePath path) {
        if (plainIfEarly(path) == null) {
            int fd = Posix.openOrErrno(path, Posix.O_RDONLY, 0);
            if (fd == Errno.ENOENT.number()) {
                return null;
            }
            if (fd >= 0) {
                try {
                    return WholeFile.read(fd);
                } catch (SystemError refused) {
                    if (refused.errno() == Errno.EISDIR.number()) {
                        return null;
                    }
                    throw refused;
                } finally {
                    Posix.close(fd);
                }
            }
        }
        return kind(path) == FILE ? read(path) : null;
    }

    /** The contents of a regular file of up to {@code limit} bytes, or null where the system calls are to be asked. */
    public static byte @Nullable [] readIfSmall(NativePath path, int limit) {
        Path plain = plainIfEarly(path);
        if (plain == null) {
            return null;
        }
        try {
            var attributes = plain.getFileSystem().provider().readAttributesIfExists(plain, BasicFileAttributes.class);
            boolean isSmall = attributes == null || (attributes.isRegularFile() && attributes.size() <= limit);
            return isSmall ? readOrNull(plain) : null;
        } catch (IOException inexact) {
            return null;
        }
    }

    /** Null where the errno can't be told: all there is of it then is a text in the locale's language. */
    static byte @Nullable [] readOrNull(Path plain) {
        try {
            return Files.readAllBytes(plain);
        } catch (NoSuchFileException missing) {
            throw new SystemError(Errno.ENOENT, "open", plain.toString(), null);
        } catch (AccessDeniedException denied) {
            throw new SystemError(Errno.EACCES, "open", plain.toString(), null);
        } catch (IOException inexact) {
            return null;
        }
    }

    /** @param path absolute, since {@code java.nio} has its own idea of the working directory */
    public static byte[] realpath(NativePath path) {
        Path plain = plainIfEarly(path);
        byte[] real = plain == null || !plain.isAbsolute() ? null : realpathOrNull(plain);
        return real != null ? real : Posix.realpath(path);
    }

    static byte @Nullable [] realpathOrNull(Path plain) {
        try {
            String real = plain.toRealPath().toString();
            return isAscii(real) ? real.getBytes(StandardCharsets.US_ASCII) : null;
        } catch (IOException inexact) {
            return null;
        }
    }

    private static @Nullable Path plainIfEarly(NativePath path) {
        return ForeignCalls.areCheap() ? null : path.plain();
    }

    private static boolean isAscii(String text) {
        // Not a stream: this runs for every module that a program loads, before the JVM is warm.
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
