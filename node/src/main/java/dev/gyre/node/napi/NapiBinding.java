package dev.gyre.node.napi;

import dev.gyre.engine.Args;
import dev.gyre.engine.NativeFunction;
import dev.gyre.engine.ScriptValue;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Native add-ons: what napi/internal needs of Java. Addresses cross as doubles. */
public final class NapiBinding implements Binding {
    private static final List<String> NAMES = List.of(
            "functions",
            "open",
            "arena",
            "table",
            "load",
            "create",
            "copy",
            "externalBuffer",
            "endHooks",
            "awaitHooks",
            "expectWork",
            "cancelWork",
            "openLoop",
            "endLoop",
            "takeCallback",
            "openThreadsafe",
            "takeThreadsafe",
            "takeLeft",
            "forgetThreadsafe");

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

    /**
     * All functions are one class with a switch: the JVM takes half a millisecond to make the class of a lambda, in every
     * process that loads an add-on.
     */
    @Override
    public void register(Functions f) {
        for (String name : NAMES) {
            f.add(name, new Call(this, name));
        }
        f.addWork("execute", WorkKind.CPU, new Execution(queuedWork));
    }

    private record Call(NapiBinding binding, String name) implements NativeFunction {
        @Override
        public @Nullable Object call(Args args) {
            return binding.call(name, args);
        }
    }

    /** (number, function, environment, data): whether it ran. */
    private record Execution(Map<Double, Boolean> queuedWork) implements Functions.Work {
        @Override
        public Object run(Object[] args) {
            if (queuedWork.remove((Double) args[0]) == null) {
                return false;
            }
            long function = ((Double) args[1]).longValue();
            long environment = ((Double) args[2]).longValue();
            long data = ((Double) args[3]).longValue();
            ForeignCalls.six(function, ErrnoMemory.ofThread(), environment, data, 0, 0, 0, 0);
            return true;
        }
    }

    private @Nullable Object call(String name, Args args) {
        return switch (name) {
            case "functions" -> NodeApi.NAMES;
            case "open" -> open(args); // (function that carries out, block)
            case "arena" -> {
                ByteBuffer memory = args.requiredBytes(0);
                host().arena(memory, address(memory));
                yield null;
            }
            case "table" -> {
                ByteBuffer memory = args.requiredBytes(0);
                host().table(memory, args.integer(1), address(memory));
                yield null;
            }
            case "load" -> load(args); // (file, flags): address and version, or why not
            case "create" -> create(args); // (version, url, version of Node): address
            case "copy" -> { // (to, from, bytes)
                AddonHost.copy(args.longValue(0), args.longValue(1), args.longValue(2));
                yield null;
            }
            case "externalBuffer" -> ForeignCalls.memory(args.longValue(0), args.integer(1));
            case "endHooks" -> AsyncHooks.of(environment(args));
            case "awaitHooks" -> AsyncHooks.await(environment(args), host().libuv());
            case "expectWork" -> {
                queuedWork.put(args.number(0), true);
                yield null;
            }
            case "cancelWork" -> queuedWork.remove(args.number(0)) != null;
            default -> callOfLoop(name, args);
        };
    }

    private @Nullable Object callOfLoop(String name, Args args) {
        return switch (name) {
            case "openLoop" -> {
                host().openLibuv(args.integer(0));
                yield null;
            }
            case "endLoop" -> {
                host().libuv().end();
                yield null;
            }
            case "takeCallback" -> { // a function of libuv's loop that is to be called, and its three words
                LibuvLoop.Callback next = host().libuv().take();
                yield next == null ? null : new double[] {next.function(), next.a(), next.b(), next.c()};
            }
            case "openThreadsafe" -> {
                threadsafe(args).open(args.integer(1));
                yield null;
            }
            case "takeThreadsafe" -> {
                ThreadsafeFunction found = ThreadsafeFunction.of(args.longValue(0));
                yield found == null ? ThreadsafeFunction.NOTHING : found.take(); // an event may come after its end
            }
            case "takeLeft" -> threadsafe(args).takeLeft();
            case "forgetThreadsafe" -> {
                threadsafe(args).forget();
                yield null;
            }
            default -> throw new IllegalStateException("nothing answers " + name);
        };
    }

    private ScriptValue open(Args args) {
        host = new AddonHost(runtime.isolate(), runtime);
        runtime.beforeEnd(new Flush());
        if (runtime.host().isOwn()) {
            ProcessSignals.filterFaults(); // the report of a crash goes to stderr from now on
        }
        ByteBuffer block = args.requiredBytes(1);
        return host.open(args.keep(0), block, address(block));
    }

    private static long address(ByteBuffer memory) {
        return MemorySegment.ofBuffer(memory).address();
    }

    private static Object load(Args args) {
        try {
            AddonFile.Loaded loaded = AddonFile.load(args.requiredString(0), args.integer(1));
            return List.of((double) loaded.initialize(), loaded.version());
        } catch (AddonFile.LoadException e) {
            return Objects.requireNonNull(e.getMessage());
        }
    }

    private double create(Args args) {
        int[] version = {args.integer(2), args.integer(3), args.integer(4)};
        Environment made = host().create(args.integer(0), args.requiredString(1), version);
        environments.put((double) made.address, made);
        return (double) made.address;
    }

    /** What add-ons have written by the C library, which does this itself only when it ends the process. */
    private record Flush() implements Runnable {
        @Override
        public void run() {
            ForeignCalls.six(ForeignCalls.addressInLibc("fflush"), ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0);
        }
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
