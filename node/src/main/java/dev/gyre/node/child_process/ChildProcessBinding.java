package dev.gyre.node.child_process;

import dev.gyre.engine.Args;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.ChildProcess;
import dev.gyre.io.process.ChildStdio;
import dev.gyre.io.process.Spawn;
import dev.gyre.io.process.SyncProcess;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The native half of {@code child_process}. A process goes by the number of the channel that its end is told on, as an
 * array of exit code and signal.
 */
public final class ChildProcessBinding implements Binding {
    // The arguments that describe a process, in this order; those of the call itself come after.
    private static final int AS_FILE = 0;
    private static final int ARGS = 1;
    private static final int ENV = 2;
    private static final int CWD = 3;
    private static final int STDIO = 4;
    private static final int DETACHED = 5;
    private static final int UID = 6;
    private static final int GID = 7;
    private static final int REST = 8;

    /**
     * The launcher that this process was started by, where it is a shell script. The kernel does not pass the first argument
     * on to a script, so it gets it in a variable, which it removes.
     */
    private static final @Nullable String SCRIPT = System.getProperty("gyre.script");

    private static final Set<String> EVENTS = Set.of("EACCES", "EAGAIN", "EMFILE", "ENFILE", "ENOENT");

    private final GyreRuntime runtime;
    private final Map<Integer, ChildProcess> processes = new HashMap<>();

    public ChildProcessBinding(GyreRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String name() {
        return "child_process";
    }

    @Override
    public void register(Functions f) {
        f.add("spawn", args -> spawn(request(args), args.integer(REST)));
        f.add("spawnSync", args -> {
            runtime.carryOut();
            return spawnSync(request(args), args.skip(REST));
        });
        f.add("setReferenced", args -> {
            ChildProcess process = processes.get(args.integer(0));
            if (process != null) {
                process.setReferenced(args.bool(1));
            }
            return null;
        });
    }

    /** The processes go on, with nobody to tell of their end. */
    @Override
    public void close() {
        processes.values().forEach(ChildProcess::abandon);
        processes.clear();
    }

    private static Spawn.Request request(Args args) {
        return new Spawn.Request(
                args.requiredString(AS_FILE),
                strings(args.requiredList(ARGS)),
                environment(args),
                args.string(CWD),
                ints(args.requiredList(STDIO)),
                args.bool(DETACHED),
                (int) args.longValue(UID),
                (int) args.longValue(GID));
    }

    private static List<String> environment(Args args) {
        List<String> environment = strings(args.requiredList(ENV));
        List<String> arguments = strings(args.requiredList(ARGS));
        String file = args.requiredString(AS_FILE);
        if (!file.equals(SCRIPT) || arguments.isEmpty() || file.equals(arguments.getFirst())) {
            return environment;
        }
        var all = new ArrayList<>(environment);
        all.add("GYRE_ARGV0=" + arguments.getFirst());
        return all;
    }

    /**
     * The process's number, then our end of each of its descriptors or -1. For a refusal that becomes an event in
     * JavaScript, the errno in place of the number: the ends are there all the same, with nobody at the other.
     */
    private List<Object> spawn(Spawn.Request request, int channel) {
        List<Object> answer = new ArrayList<>();
        try (var stdio = new ChildStdio(request.fds())) {
            answer.add(start(request.withFds(stdio.childEnds()), channel));
            for (int fd : stdio.takeParentEnds()) {
                runtime.descriptors().add(fd); // until it is a stream
                answer.add(fd);
            }
        } catch (SystemError outOfDescriptors) {
            if (!EVENTS.contains(outOfDescriptors.code())) {
                throw outOfDescriptors;
            }
            answer.add(outOfDescriptors.errno());
        }
        return answer;
    }

    private int start(Spawn.Request request, int channel) {
        try {
            ChildProcess process = ChildProcess.start(runtime.loop(), request, exit -> onExit(channel, exit));
            processes.put(channel, process);
            return process.pid();
        } catch (SystemError refused) {
            if (!EVENTS.contains(refused.code())) {
                throw refused;
            }
            return refused.errno();
        }
    }

    private void onExit(int channel, ChildProcess.Exit exit) {
        processes.remove(channel);
        runtime.message(channel, new double[] {exit.code(), exit.signal()});
    }

    /** [pid, code, signal, errno, outputs...], with pid 0 and no outputs where it could not be started. */
    private List<Object> spawnSync(Spawn.Request request, Args args) {
        List<byte[]> inputs = new ArrayList<>();
        for (Object input : args.requiredList(0)) {
            inputs.add(input instanceof ByteBuffer buffer ? copyOf(buffer) : null);
        }
        SyncProcess.Result result;
        try (var interruption = SyncProcess.Interruption.open()) {
            result = runtime.interruptibly(
                    interruption::interrupt,
                    () -> SyncProcess.run(
                            request, inputs, args.longValue(1), args.integer(2), args.number(3), interruption));
        } catch (SystemError refused) {
            return List.of(0, 0, 0, refused.errno());
        }
        List<Object> answer = new ArrayList<>(
                List.of(result.pid(), result.exit().code(), result.exit().signal(), result.errno()));
        answer.addAll(result.output());
        return answer;
    }

    private static byte[] copyOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static List<String> strings(List<?> list) {
        return list.stream().map(String.class::cast).toList();
    }

    private static int[] ints(List<?> list) {
        return list.stream().mapToInt(number -> ((Double) number).intValue()).toArray();
    }
}
