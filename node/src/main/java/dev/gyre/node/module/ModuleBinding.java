package dev.gyre.node.module;

import dev.gyre.io.call.NativeCalls;
import dev.gyre.io.file.EarlyFiles;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.Posix;
import dev.gyre.io.libc.Utf8;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;

/** What the module loader asks of the file system at every start. Paths are absolute. */
public final class ModuleBinding implements Binding {
    private final RealPaths realPaths = new RealPaths();

    public ModuleBinding(GyreRuntime runtime) {}

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
        f.add("realpath", args -> realPaths.of(args.requiredString(0)));
        f.add("readText", args -> Utf8.decode(EarlyFiles.read(NativePath.of(args.requiredString(0)))));
        f.add("readTextIfFile", args -> {
            NativePath path = NativePath.of(args.requiredString(0));
            return EarlyFiles.kind(path) == EarlyFiles.FILE ? Utf8.decode(EarlyFiles.read(path)) : null;
        });
    }

    /** Where the first native call is expensive, a thread makes it while the script goes on loading. */
    private static void expectSystemCalls() {
        if (NativeCalls.areCheap()) {
            return;
        }
        Thread.ofPlatform().daemon().name("libc").start(Posix::preload);
    }
}
