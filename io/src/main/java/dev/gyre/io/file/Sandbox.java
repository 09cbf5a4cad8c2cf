package dev.gyre.io.file;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.SystemError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A folder that paths must not lead out of, neither by {@code ..} nor by links. The program inside knows it by another name.
 *
 * <p>Names are bytes: here each char of a string is one byte.
 *
 * <p>{@code a/../b} is {@code b} whatever {@code a} is, as uvwasi has it. Then the path is walked from the folder on, and
 * each link on it is replaced by what it leads to; a link to an absolute path is taken as the program sees the world. Who can
 * exchange folders for links while this runs, from outside of the sandbox, can still lead out of it.
 *
 * @param name the name inside
 * @param real the folder's path in the file system, without links
 */
public record Sandbox(String name, String real) {
    private static final int MAX_LINKS = 32;

    /** A path leads out. */
    public static final class EscapeException extends Exception {
        private static final long serialVersionUID = 1;

        EscapeException() {
            super("The path leads out of the sandbox", null, false, false);
        }
    }

    public static NativePath path(String bytes) {
        return NativePath.of(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /**
     * Where a path leads.
     *
     * @param followsLast whether a link at the end of the path is followed
     * @throws SystemError ELOOP, or EINVAL for what is no path
     */
    public String resolve(String path, boolean followsLast) throws EscapeException {
        int zero = path.indexOf(0);
        if (path.isEmpty() || zero >= 0) {
            throw new SystemError(Errno.EINVAL.number(), "path", null, null);
        }
        if (path.startsWith("/")) {
            throw new EscapeException();
        }
        boolean isFolder = path.endsWith("/");
        Deque<String> rest = new ArrayDeque<>(normalized(path));
        List<String> done = new ArrayList<>();
        int links = 0;
        while (!rest.isEmpty()) {
            String next = rest.pop();
            done.add(next);
            String target = rest.isEmpty() && !followsLast && !isFolder ? null : link(join(done));
            if (target == null) {
                continue;
            }
            if (++links >= MAX_LINKS) {
                throw new SystemError(Errno.ELOOP.number(), "readlink", null, null);
            }
            done.removeLast();
            String whole = target.startsWith("/") ? inside(target) : String.join("/", done) + "/" + target;
            done.clear();
            List<String> parts = new ArrayList<>(normalized(whole));
            parts.addAll(rest);
            rest = new ArrayDeque<>(parts);
        }
        String found = join(done);
        return isFolder ? found + "/" : found;
    }

    private String join(List<String> parts) {
        return parts.isEmpty() ? real : (real.equals("/") ? "" : real) + "/" + String.join("/", parts);
    }

    /** What is below this folder of an absolute path of the program's. */
    private String inside(String absolute) throws EscapeException {
        String folder = String.join("/", parts(name));
        String whole = String.join("/", parts(absolute));
        if (folder.isEmpty() || whole.equals(folder)) {
            return folder.isEmpty() ? whole : "";
        }
        if (!name.startsWith("/") || !whole.startsWith(folder + "/")) {
            throw new EscapeException();
        }
        return whole.substring(folder.length() + 1);
    }

    /** The parts of an absolute path, which has nothing above its root. */
    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) {
                    parts.removeLast();
                }
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** The parts of a path below this folder. */
    private static List<String> normalized(String path) throws EscapeException {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    throw new EscapeException();
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** What a link says, or null for what is none; what else is wrong with a path, the call that uses it reports. */
    private static @Nullable String link(String path) {
        try {
            return new String(Posix.readlink(path(path)), StandardCharsets.ISO_8859_1);
        } catch (SystemError _) {
            return null;
        }
    }
}
