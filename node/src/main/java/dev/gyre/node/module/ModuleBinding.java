package dev.gyre.node.module;

import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Utf8;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the module loader asks of the file system at every start. Paths are absolute. */
public final class ModuleBinding implements Binding {
    private static final int NEITHER = -1;

    // How `find` tries a path: as it is, then with extensions, or with extensions only.
    private static final int AS_IT_IS = 0;
    private static final int ONLY_EXTENDED = 2;

    private final @Nullable GyreRuntime maybeRuntime;
    private final RealPaths realPaths = new RealPaths();
    private final Set<String> toldPackages = new HashSet<>();
    private String extensions = ""; // separated by zeros

    private final @Nullable Permission permission;

    public ModuleBinding(@Nullable GyreRuntime runtime) {
        maybeRuntime = runtime;
        permission = runtime == null ? null : runtime.permission();
    }

    @Override
    public String name() {
        return "module";
    }

    @Override
    public void register(Functions f) {
        f.add("expectSystemCalls", _ -> {
            expectSystemCalls();
            return null;
        });
        f.add("stat", args -> EarlyFiles.kind(NativePath.of(args.requiredString(0))));
        f.add("realpath", args -> realpath(args.requiredString(0)));
        // (path, how it is tried, the extensions where they are not those of the call before) -> the real path of the
        // file; DIRECTORY, or a negative number where there is none
        f.add("find", args -> {
            if (args.isString(2)) {
                extensions = args.requiredString(2);
            }
            return find(args.requiredString(0), args.integer(1));
        });
        // (paths) -> the number of the first that is a folder, or -1
        f.add("firstFolder", args -> firstFolder(args.requiredString(0)));
        // (folder) -> the folder of the nearest package.json from there on upwards, a zero and its text, which is
        // told once; or null
        f.add("packageAbove", args -> packageAbove(args.requiredString(0)));
        f.add("readText", args -> {
            byte[] bytes = EarlyFiles.read(NativePath.of(args.requiredString(0)));
            return Objects.requireNonNull(maybeRuntime).readSource().keep(Utf8.decode(bytes), bytes);
        });
        f.add("readTextIfFile", args -> {
            byte[] bytes = EarlyFiles.readIfFile(NativePath.of(args.requiredString(0)));
            return bytes == null ? null : Utf8.decode(bytes);
        });
    }

    /** What a path leads to, as it is or with an extension: see {@code findPath} of resolve.js. */
    private Object find(String path, int how) {
        Object found = how == ONLY_EXTENDED ? (Object) NEITHER : fileOrKind(path);
        if (how == AS_IT_IS || found instanceof String) {
            return found;
        }
        for (int from = 0; from <= extensions.length(); ) {
            int to = endOfPart(extensions, from);
            if (fileOrKind(path.concat(extensions.substring(from, to))) instanceof String file) {
                return file;
            }
            from = to + 1;
        }
        return found;
    }

    /** The real path of a file; DIRECTORY, or a negative number where there is none. One look at what is no link tells both. */
    private Object fileOrKind(String path) {
        NativePath asked = NativePath.of(path);
        int kind = EarlyFiles.kindOrLink(asked);
        if (kind == EarlyFiles.FILE) {
            return checked(path, realPaths.ofNoLink(path));
        }
        if (kind == EarlyFiles.LINK) {
            kind = EarlyFiles.kind(asked);
        }
        return kind == EarlyFiles.FILE ? realpath(path) : (Object) kind;
    }

    private static int firstFolder(String paths) {
        int number = 0;
        for (int from = 0; from <= paths.length(); number++) {
            int to = endOfPart(paths, from);
            if (EarlyFiles.kind(NativePath.of(paths.substring(from, to))) == EarlyFiles.DIRECTORY) {
                return number;
            }
            from = to + 1;
        }
        return -1;
    }

    private static int endOfPart(String parts, int from) {
        int end = parts.indexOf('\0', from);
        return end < 0 ? parts.length() : end;
    }

    private @Nullable String packageAbove(String folder) {
        String current = folder;
        while (!current.endsWith("/node_modules")) {
            if (toldPackages.contains(current)) {
                return current.concat("\0"); // it is read once, as in Node
            }
            byte[] bytes = EarlyFiles.readIfFile(NativePath.of(current.concat("/package.json")));
            if (bytes != null) {
                toldPackages.add(current);
                return current.concat("\0").concat(Utf8.decode(bytes));
            }
            if (current.isEmpty()) {
                return null;
            }
            current = current.substring(0, Math.max(0, current.lastIndexOf('/')));
        }
        return null;
    }

    private String realpath(String path) {
        return checked(path, realPaths.of(path));
    }

    /** Where a link leads to is known only to who may read the link. */
    private String checked(String path, String real) {
        if (permission != null && !real.equals(path)) {
            permission.requirePath(Scope.FILE_SYSTEM_READ, NativePath.of(path));
        }
        return real;
    }

    /** Where the first native call is expensive, a thread makes it while the script goes on loading. */
    private static void expectSystemCalls() {
        if (ForeignCalls.areCheap()) {
            return;
        }
        Thread.ofPlatform().daemon().name("libc").start(Posix::preload);
    }
}
