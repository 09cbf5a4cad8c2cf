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
        f.add("firstFile", args -> firstFile(args.requiredString(0), args.requiredString(1)));
        f.add("readText", args -> {
            byte[] bytes = EarlyFiles.read(NativePath.of(args.requiredString(0)));
            return Objects.requireNonNull(maybeRuntime).readSource().keep(Utf8.decode(bytes), bytes);
        });
        f.add("readTextIfFile", args -> {
            NativePath path = NativePath.of(args.requiredString(0));
            return EarlyFiles.kind(path) == EarlyFiles.FILE ? Utf8.decode(EarlyFiles.read(path)) : null;
        });
    }

    /** The number of the first of these extensions, separated by zeros, with which the path is that of a file; or -1. */
    private static int firstFile(String base, String extensions) {
        int number = 0;
        for (int from = 0; from <= extensions.length(); number++) {
            int end = extensions.indexOf('\0', from);
            int to = end < 0 ? extensions.length() : end;
            if (EarlyFiles.kind(NativePath.of(base + extensions.substring(from, to))) == EarlyFiles.FILE) {
                return number;
            }
            from = to + 1;
        }
        return -1;
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
