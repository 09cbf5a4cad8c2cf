package dev.gyre.node.napi;

import dev.gyre.engine.Args;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Native add-ons: what napi/internal needs of Java. Addresses cross as doubles. */
public final class NapiBinding implements Binding {
    private final GyreRuntime runtime;
    private final Map<Double, Environment> environments = new HashMap<>();

    /** Work that has not begun, by its number; whoever removes it decides what becomes of it. */
    private final Map<Double, Boolean> queuedWork = new ConcurrentHashMap<>();

    private @Nullable AddonHost host;

    public NapiBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "napi";
    }

    @Override
    public void register(Functions f) {
        f.add("functions", _ -> NodeApi.names());
        f.add(
                "open",
                args -> { // (function that carries out, block)
                    host = new AddonHost(runtime.isolate(), runtime);
                    runtime.beforeEnd(NapiBinding::flush);
                    if (runtime.host().isOwn()) {
                        ProcessSignals.filterFaults(); // the report of a crash goes to stderr from now on
                    }
                    return host.open(args.keep(0), args.requiredBytes(1));
                });
        f.add("arena", args -> {
            var memory = args.requiredBytes(0);
            host().arena(memory, MemorySegment.ofBuffer(memory).address());
            return null;
        });
        f.add("table", args -> {
            host().table(args.requiredBytes(0), args.integer(1));
            return null;
        });
        f.add(
                "load",
                args -> { // (file, flags): address and version, or why not
                    try {
                        AddonFile.Loaded loaded = AddonFile.load(args.requiredString(0), args.integer(1));
                        return List.of((double) loaded.initialize(), loaded.version());
                    } catch (AddonFile.LoadException e) {
                        return Objects.requireNonNull(e.getMessage());
                    }
                });
        f.add(
                "create",
                args -> { // (version, url, version of Node): address
                    int[] version = {args.integer(2), args.integer(3), args.integer(4)};
                    Environment made = host().create(args.integer(0), args.requiredString(1), version);
                    environments.put((double) made.address, made);
                    return (double) made.address;
                });
        f.add(
                "copy",
                args -> { // (to, from, bytes)
                    AddonHost.copy(args.longValue(0), args.longValue(1), args.longValue(2));
                    return null;
                });
        f.add("externalBuffer", args -> ForeignCalls.memory(args.longValue(0), args.integer(1)));
        f.add("endHooks", args -> AsyncHooks.of(environment(args)));
        f.add("awaitHooks", args -> AsyncHooks.await(environment(args), host().libuv()));
        registerWork(f);
        registerThreadsafe(f);
        registerLoop(f);
    }

    private void registerLoop(Functions f) {
        f.add("openLoop", args -> {
            host().openLibuv(args.integer(0));
            return null;
        });
        f.add("endLoop", _ -> {
            host().libuv().end();
            return null;
        });
        f.add(
                "takeCallback",
                _ -> { // a function of libuv's loop that is to be called, and its three words
                    LibuvLoop.Callback next = host().libuv().take();
                    return next == null ? null : new double[] {next.function(), next.a(), next.b(), next.c()};
                });
    }

    private void registerWork(Functions f) {
        f.add("expectWork", args -> {
            queuedWork.put(args.number(0), true);
            return null;
        });
        f.add("cancelWork", args -> queuedWork.remove(args.number(0)) != null);
        f.addWork(
                "execute",
                WorkKind.CPU,
                args -> { // (number, function, environment, data): whether it ran
                    if (queuedWork.remove((Double) args[0]) == null) {
                        return false;
                    }
                    long function = ((Double) args[1]).longValue();
                    long environment = ((Double) args[2]).longValue();
                    long data = ((Double) args[3]).longValue();
                    ForeignCalls.six(function, ErrnoMemory.ofThread(), environment, data, 0, 0, 0, 0);
                    return true;
                });
    }

    private void registerThreadsafe(Functions f) {
        f.add("openThreadsafe", args -> {
            threadsafe(args).open(args.integer(1));
            return null;
        });
        f.add("takeThreadsafe", args -> {
            ThreadsafeFunction found = ThreadsafeFunction.of(args.longValue(0));
            return found == null ? ThreadsafeFunction.NOTHING : found.take(); // an event may come after its end
        });
        f.add("takeLeft", args -> threadsafe(args).takeLeft());
        f.add("forgetThreadsafe", args -> {
            threadsafe(args).forget();
            return null;
        });
    }

    /** What add-ons have written by the C library, which does this itself only when it ends the process. */
    private static void flush() {
        ForeignCalls.six(ForeignCalls.addressInLibc("fflush"), ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0);
    }

    private static ThreadsafeFunction threadsafe(Args args) {
        return Objects.requireNonNull(ThreadsafeFunction.of(args.longValue(0)));
    }

    private Environment environment(Args args) {
        return Objects.requireNonNull(environments.get(args.number(0)));
    }

    private AddonHost host() {
        return Objects.requireNonNull(host, "the memory of add-ons has not been opened");
    }

    @Override
    public void close() {
        if (host != null) {
            host.close();
        }
    }
}
