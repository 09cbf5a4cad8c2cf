package dev.gyre.io.file;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Scratch;
import dev.gyre.io.libc.SystemError;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code mkdir -p}: makes a folder and those above it that are missing. */
public final class MakeDirectories {
    private MakeDirectories() {}

    /** The first folder that had to be made, or null when all were there. */
    public static @Nullable NativePath make(NativePath path, int mode) {
        var waiting = new ArrayDeque<byte[]>();
        waiting.push(path.bytes());
        byte[] first = null;
        boolean parentIsThere = false;
        while (!waiting.isEmpty()) {
            byte[] next = waiting.peek();
            int result = Libc.callInt(Libc.Function.MKDIR, Scratch.get().path(NativePath.of(next)), mode);
            if (result == Errno.ENOENT.number() && !parentIsThere && parent(next).length < next.length) {
                waiting.push(parent(next));
                continue;
            }
            if (result >= 0) {
                first = first == null ? next : first;
            } else {
                requireDirectory(result, next, path, waiting.size() > 1);
            }
            waiting.pop();
            parentIsThere = true;
        }
        return first == null ? null : NativePath.of(first);
    }

    /** What could not be made may be there already; else the refusal is about the whole path. */
    private static void requireDirectory(int result, byte[] next, NativePath path, boolean isParent) {
        int errno = result;
        if (result == Errno.EEXIST.number() || result == Errno.EISDIR.number() || result == Errno.EROFS.number()) {
            try {
                if (FileStatus.stat(NativePath.of(next)).isDirectory()) {
                    return;
                }
                errno = isParent ? Errno.ENOTDIR.number() : Errno.EEXIST.number();
            } catch (SystemError leadsNowhere) {
                errno = leadsNowhere.errno();
            }
        }
        throw new SystemError(errno, "mkdir", path.toString(), null);
    }

    private static byte[] parent(byte[] path) {
        for (int i = path.length - 1; i > 0; i--) {
            if (path[i] == '/') {
                return Arrays.copyOf(path, i);
            }
        }
        return path;
    }
}
