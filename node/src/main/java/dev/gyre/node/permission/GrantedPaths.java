package dev.gyre.node.permission;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths that may be read, or written. Immutable. Paths are absolute and without dots; each char is one byte, so that names
 * which are no text are compared exactly.
 *
 * @param all whether every path is granted
 * @param patterns paths; one with a star grants all that begins with what stands before it, and a folder with {@code /*} is
 *     granted itself
 */
record GrantedPaths(boolean all, List<String> patterns) {
    static final GrantedPaths NONE = new GrantedPaths(false, List.of());

    GrantedPaths withAll() {
        return new GrantedPaths(true, patterns);
    }

    GrantedPaths with(String pattern) {
        var more = new ArrayList<>(patterns);
        more.add(pattern);
        return new GrantedPaths(all, List.copyOf(more));
    }

    /** Without the very pattern that was granted: a part of a granted folder can't be taken out of it. */
    GrantedPaths without(String pattern) {
        var rest = new ArrayList<>(patterns);
        rest.removeIf(pattern::equals);
        return new GrantedPaths(all, List.copyOf(rest));
    }

    boolean covers(String path) {
        if (all) {
            return true;
        }
        for (String pattern : patterns) {
            if (matches(pattern, path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, String path) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(path);
        }
        boolean isFolder = star > 1 && pattern.charAt(star - 1) == '/';
        return path.startsWith(pattern.substring(0, star))
                || (isFolder && path.length() == star - 1 && pattern.startsWith(path));
    }
}
