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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the module loader asks of the file system at every start. Paths are absolute. */
public final class ModuleBinding implements Binding {
    private static final int NEITHER = -1;

    private final @Nullable GyreRuntime maybeRuntime;
    private final RealPaths realPaths = new RealPaths();

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
        // (path, whether the path itself may be the file, extensions or undefined) -> the real path of the file;
        // DIRECTORY,
        // or a negative number where there is none
        f.add("find", args -> find(args.requiredString(0), args.bool(1), args.string(2)));
        // (paths) -> the number of the first that is a folder, or -1
        f.add("firstFolder", args -> firstFolder(args.requiredString(0)));
        // (folder) -> the folder of the nearest package.json from there on upwards, a zero and its text; or null
        f.add("packageAbove", args -> packageAbove(args.requiredString(0)));
        f.add("readText", args -> {
            byte[] bytes = EarlyFiles.read(NativePath.of(args.requiredString(0)));
            return Objects.requireNonNull(maybeRuntime).readSource().keep(Utf8.decode(bytes), bytes);
        });
        f.add("readTextIfFile", args -> {
            NativePath path = NativePath.of(args.requiredString(0));
            return EarlyFiles.kind(path) == EarlyFiles.FILE ? Utf8.decode(EarlyFiles.read(path)) : null;
        });
    }

    /** What a path leads to, with one of these extensions, separated by zeros: see {@code findPath} of resolve.js. */
    private Object find(String path, boolean isWhole, @Nullable String extensions) {
        int kind = isWhole ? EarlyFiles.kind(NativePath.of(path)) : NEITHER;
        if (kind == EarlyFiles.FILE) {
            return realpath(path);
        }
        int number = extensions == null ? -1 : firstFile(path, extensions);
        return extensions == null || number < 0 ? kind : realpath(path.concat(part(extensions, number)));
    }

    /** The number of the first of these extensions, separated by zeros, with which the path is that of a file; or -1. */
    private static int firstFile(String base, String extensions) {
        int number = 0;
        for (int from = 0; from <= extensions.length(); number++) {
            int to = endOfPart(extensions, from);
            if (EarlyFiles.kind(NativePath.of(base.concat(extensions.substring(from, to)))) == EarlyFiles.FILE) {
                return number;
            }
            from = to + 1;
        }
        return -1;
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

    private static String part(String parts, int number) {
        int from = 0;
        for (int i = 0; i < number; i++) {
            from = endOfPart(parts, from) + 1;
        }
        return parts.substring(from, endOfPart(parts, from));
    }

    private static int endOfPart(String parts, int from) {
        int end = parts.indexOf('\0', from);
        return end < 0 ? parts.length() : end;
    }

    private static @Nullable String packageAbove(String folder) {
        String current = folder;
        while (!current.endsWith("/node_modules")) {
            NativePath file = NativePath.of(current.concat("/package.json"));
            if (EarlyFiles.kind(file) == EarlyFiles.FILE) {
                return current.concat("\0").concat(Utf8.decode(EarlyFiles.read(file)));
            }
            if (current.isEmpty()) {
                return null;
            }
            current = current.substring(0, Math.max(0, current.lastIndexOf('/')));
        }
        return null;
    }

    /** Where a link leads to is known only to who may read the link. */
    private String realpath(String path) {
        String real = realPaths.of(path);
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
