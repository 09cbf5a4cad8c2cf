package dev.gyre.node.v8;

import dev.gyre.engine.CodeCacheHead;
import dev.gyre.engine.Engine;
import dev.gyre.engine.FlagChanges;
import dev.gyre.engine.Profiles;
import dev.gyre.engine.v8internals.machinecode.PromiseHooks;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The native half of {@code v8}. */
public final class V8Binding implements Binding {
    private final GyreRuntime runtime;
    private @Nullable PromiseHooks promiseHooks;
    private @Nullable CollectionProfiles collectionProfiles;
    private Deque<String> snapshotParts = new ArrayDeque<>(); // what JavaScript has not fetched yet

    public V8Binding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "v8";
    }

    @Override
    public void register(Functions f) {
        f.add("requestHeapStatistics", _ -> {
            runtime.isolate().heap().requestStatistics();
            return null;
        });
        f.add("heapStatistics", _ -> runtime.isolate().heap().statistics());
        f.add("requestHeapSpaces", _ -> {
            runtime.isolate().heap().requestSpaces();
            return null;
        });
        f.add("heapSpaces", _ -> runtime.isolate().heap().spaces());
        f.add("setFlag", args -> {
            String value = args.string(1);
            return (runtime.host().mayChangeEngine()
                            ? Engine.flagChanges().set(args.requiredString(0), value)
                            : FlagChanges.Outcome.NOT_CHANGEABLE)
                    .ordinal();
        });
        f.add("instances", args -> runtime.isolate().instances(args, 0));
        f.add("codeTag", args -> {
            int ofProcess = CodeCacheHead.of(runtime.isolate()).tag();
            return Integer.toUnsignedLong(
                    31 * ofProcess + args.requiredString(0).hashCode());
        });
        f.add("hearPromises", args -> {
            promiseHooks = runtime.isolate().promiseHooks(args.keep(0));
            return promiseHooks != null;
        });
        f.add("setPromiseHook", args -> {
            PromiseHooks hooks = Objects.requireNonNull(promiseHooks);
            if (args.bool(0)) {
                hooks.start();
            } else {
                hooks.stop();
            }
            return null;
        });
        f.add("takeHeapSnapshot", args -> {
            boolean exposeInternals = args.bool(0);
            boolean exposeNumbers = args.bool(1);
            var parts = new ArrayDeque<String>();
            profiles().heapSnapshotNow(parts::add, exposeInternals, exposeNumbers);
            snapshotParts = parts;
            return null;
        });
        f.add("snapshotsNearHeapLimit", args -> {
            Path folder = Path.of(args.requiredString(1));
            runtime.nearHeapLimit(new NearHeapLimit(runtime, (long) args.number(0), folder, args.integer(2))::write);
            return null;
        });
        f.add("startCollectionProfile", _ -> {
            if (collectionProfiles == null) {
                collectionProfiles = new CollectionProfiles(runtime.isolate());
            }
            return collectionProfiles.start();
        });
        f.add(
                "stopCollectionProfile",
                args -> Objects.requireNonNull(collectionProfiles).stop(args.integer(0)));
        f.add("nextHeapSnapshotPart", _ -> snapshotParts.poll());
        f.add("startCpuProfile", args -> {
            profiles().startCpuProfile(args.integer(0));
            return null;
        });
        f.add("stopCpuProfile", _ -> profiles().stopCpuProfile());
        f.add("startHeapProfile", args -> {
            profiles().startHeapProfile(args.requiredString(0));
            return null;
        });
        f.add("stopHeapProfile", _ -> profiles().stopHeapProfile());
    }

    @Override
    public void close() {
        if (collectionProfiles != null) {
            collectionProfiles.close();
        }
    }

    private Profiles profiles() {
        return runtime.isolate().profiles();
    }
}
