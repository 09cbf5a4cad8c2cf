package dev.gyre.io.libc;

import org.jspecify.annotations.Nullable;

/**
 * The operating system's refusal, with what JavaScript's error objects carry: {@code code},
 * {@code errno}, {@code syscall}, {@code path} and {@code dest}.
 *
 * <p>It has no Java stack trace: a missing file is an ordinary answer, asked for thousands of times
 * while modules are looked up, and the JavaScript stack is the one that matters.
 */
public final class SystemError extends RuntimeException {
    private final String code;
    private final int errno;
    private final @Nullable String syscall;
    private final @Nullable String path;
    private final @Nullable String dest;

    /** @param errno the negative number, as in {@link Errno#number()} */
    public SystemError(int errno, String syscall, @Nullable String path, @Nullable String dest) {
        this(Errno.nameOf(errno), errno, Errno.messageOf(errno), syscall, path, dest);
    }

    public SystemError(Errno errno, @Nullable String syscall, @Nullable String path, @Nullable String dest) {
        this(errno.name(), errno.number(), errno.message(), syscall, path, dest);
    }

    public SystemError(String code, @Nullable String syscall, @Nullable String path, @Nullable String dest) {
        this(Errno.valueOf(code), syscall, path, dest);
    }

    /** With other words than the system's. */
    public SystemError(int errno, String text, @Nullable String syscall) {
        this(Errno.nameOf(errno), errno, text, syscall, null, null);
    }

    private SystemError(
            String code,
            int errno,
            String text,
            @Nullable String syscall,
            @Nullable String path,
            @Nullable String dest) {
        super(describe(code, text, syscall, path, dest), null, false, false);
        this.code = code;
        this.errno = errno;
        this.syscall = syscall;
        this.path = path;
        this.dest = dest;
    }

    /** {@code ENOENT: no such file or directory, rename 'a' -> 'b'}. */
    private static String describe(
            String code, String text, @Nullable String syscall, @Nullable String path, @Nullable String dest) {
        StringBuilder message = new StringBuilder(code).append(": ").append(text);
        if (syscall != null) {
            message.append(", ").append(syscall);
        }
        if (path != null) {
            message.append(" '").append(path).append('\'');
        }
        if (dest != null) {
            message.append(" -> '").append(dest).append('\'');
        }
        return message.toString();
    }

    /** The name of the error, such as {@code ENOENT}. */
    public String code() {
        return code;
    }

    /** The negative number of the error, as in {@link Errno#number()}. */
    public int errno() {
        return errno;
    }

    /** The operation that failed, such as {@code open}, or null. */
    public @Nullable String syscall() {
        return syscall;
    }

    /** The path it was about, or null. */
    public @Nullable String path() {
        return path;
    }

    /** The second path of a rename, link or copy, or null. */
    public @Nullable String dest() {
        return dest;
    }
}
