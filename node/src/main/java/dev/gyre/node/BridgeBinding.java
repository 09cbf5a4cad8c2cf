package dev.gyre.node;

import dev.gyre.io.libc.ScarceDescriptors;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.bridge.SystemCallMemory;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What {@code internal/bridge.js} needs of the runtime itself. */
final class BridgeBinding implements Binding {
    private final GyreRuntime runtime;

    BridgeBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "bridge";
    }

    @Override
    public void register(Functions f) {
        f.add("lastError", _ -> runtime.calls().takeLastError()); // number 0: internal/bridge.js calls it by that
        f.add("take", args -> runtime.turns().takeResult(args.integer(0)));
        f.add("openSlots", _ -> runtime.calls().openSlots());
        f.add("openSystemCalls", _ -> openSystemCalls());
        f.add("openCall", _ -> runtime.calls().openCall());
        f.add("takeSlotResult", args -> runtime.calls().takeSlotResult(args.integer(0)));
        f.add("whereThrown", _ -> runtime.turns().takePlaceOfError());
        f.add("sourceLine", args -> sourceLine(args.requiredString(0), args.integer(1)));
        f.add("compileFunction", args -> runtime.scripts().compileFunction(args));
        f.add(
                "compileFunctionIn",
                args -> runtime.isolate()
                        .inContextOf(args, 0, () -> runtime.scripts().compileFunction(args.integer(1), args.skip(2))));
        f.add(
                "compileAgainIn",
                args -> runtime.isolate()
                        .inContextOf(args, 0, () -> runtime.scripts().compileAgain(args.integer(1))));
        f.add("checkSyntax", args -> runtime.scripts().checkSyntax(args));
        f.add("coreSource", args -> runtime.scripts().coreSource(args.requiredString(0)));
        f.add("compileScript", args -> runtime.scripts().compileScript(args));
        f.add(
                "compileScriptIn",
                args -> runtime.isolate()
                        .inContextOf(args, 0, () -> runtime.scripts().compileScript(args.skip(1))));
        f.add("openInspector", _ -> {
            runtime.isolate().inspector();
            return null;
        });
        f.add("coreFunction", args -> runtime.scripts().compileCore(args.requiredString(0)));
        f.add("addressOf", args ->
                (double) MemorySegment.ofBuffer(args.requiredBytes(0)).address());
        f.add("submittedBy", args -> {
            runtime.calls().submittedBy(args.requiredString(0));
            return null;
        });
        f.add("slotSubmittedBy", args -> {
            runtime.calls().slotSubmittedBy(args.integer(0), args.requiredString(1));
            return null;
        });
        f.add("releaseDescriptors", _ -> {
            ScarceDescriptors.release();
            return null;
        });
        f.add("beforeLongCall", args -> {
            runtime.calls().beforeLongCall(args.requiredString(0));
            return null;
        });
        f.add("afterLongCall", _ -> {
            runtime.calls().afterLongCall();
            return null;
        });
        f.add("sampleStack", _ -> {
            runtime.sampleStack();
            return null;
        });
        f.add("pump", _ -> {
            runtime.isolate().pumpTasks();
            return null;
        });
    }

    /** See internal/system_calls.js; null where a permission model says what may be read. */
    private @Nullable Object openSystemCalls() {
        if (runtime.permission() != null) {
            return null;
        }
        Object opened = runtime.calls().openSystemCalls();
        SystemCallMemory memory = runtime.calls().systemCallMemory();
        if (memory != null) {
            runtime.readSource().lookIn(memory);
        }
        return opened;
    }

    private @Nullable String sourceLine(String file, int number) {
        return Sources.line(file, number, path -> {
            Permission permission = runtime.permission();
            return permission == null || permission.isAudit() || permission.isGranted(Scope.FILE_SYSTEM_READ, path);
        });
    }
}
