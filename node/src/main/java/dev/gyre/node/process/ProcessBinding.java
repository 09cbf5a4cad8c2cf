package dev.gyre.node.process;

import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.io.process.ProcessImage;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.HostProcess;
import dev.gyre.node.Json;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.options.NodeOption;
import dev.gyre.node.worker_threads.Family;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The native half of {@code process}. */
public final class ProcessBinding implements Binding {
    private static final String GYRE_VERSION = "0.1.0";
    private static final int SIGABRT = 6;
    private static final double MS_PER_S = 1e3;

    private final GyreRuntime runtime;
    private final Signals signals;
    private @Nullable String title;
    private Map<String, String> bootEnvironment = Map.of();

    public ProcessBinding(GyreRuntime runtime) {
        this.runtime = runtime;
        this.signals = new Signals(runtime);
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public void register(Functions f) {
        f.add("boot", _ -> boot());
        f.add("changedEnvironment", _ -> changedEnvironment());
        f.add("options", _ -> Json.of(runtime.options().options()));
        f.add("reallyExit", args -> {
            host().restoreTerminals();
            runtime.exit(args.integer(0));
            return null;
        });
        f.add("abort", _ -> {
            runtime.carryOut();
            host().raise(SIGABRT);
            return null;
        });
        f.add("cwd", _ -> host().cwd());
        f.add("chdir", args -> {
            host().chdir(args.requiredString(0));
            Family.of(runtime).folderChanged();
            return null;
        });
        f.add("umask", args -> host().umask(args.integer(0)));
        f.add("kill", args -> kill(args.integer(0), args.integer(1)));
        f.add("title", _ -> title == null ? runtime.options().argv0() : title);
        f.add("setTitle", args -> {
            title = host().title(args.requiredString(0));
            return null;
        });
        f.add("execve", args -> {
            runtime.carryOut();
            return host().execve(args.requiredString(0), texts(args.requiredList(1)), texts(args.requiredList(2)));
        });
        f.add("ownFacts", args -> Usage.ownFacts(args.requiredString(0)));
        f.add("libcVersion", _ -> ProcessImage.libcVersion());
        f.add("environmentFlags", _ -> new ArrayList<Object>(NodeOption.environmentFlags()));
        f.add("setTimeZone", args -> {
            host().setTimeZone(args.string(0));
            return null;
        });
        f.add("setPoolSize", args -> {
            host().setPoolSize(args.string(0));
            return null;
        });
        f.add("systemTimeZone", _ -> Usage.systemTimeZone());
        f.add("writeStderr", args -> {
            report(args.requiredString(0));
            return null;
        });
        f.add("writeText", args -> {
            host().write(args.integer(0), ByteBuffer.wrap(args.requiredString(1).getBytes(StandardCharsets.UTF_8)));
            return null;
        });
        f.add("watchSignal", args -> {
            signals.watch(args.integer(0));
            return null;
        });
        f.add("unwatchSignal", args -> {
            signals.unwatch(args.integer(0));
            return null;
        });
        // One number: several times cheaper than an array. Exact to the nanosecond for 104 days after the machine's
        // start.
        f.add("hrtime", _ -> (double) System.nanoTime());
        f.add(
                "uptime",
                _ -> (runtime.timeOrigin().nowMs() - runtime.milestones().nodeStartMs()) / MS_PER_S);
        f.add("rss", _ -> Usage.rssBytes());
        f.add("cpuUsage", _ -> Usage.cpuMicros());
        f.add("threadCpuUsage", _ -> Usage.threadCpuMicros());
        f.add("resourceUsage", _ -> Usage.resources());
        f.add("threadResourceUsage", _ -> Usage.threadResources());
        f.add("constrainedMemory", _ -> Usage.constrainedMemoryBytes());
        f.add("availableMemory", _ -> Usage.availableMemoryBytes());
        Credentials.register(f);
    }

    private HostProcess host() {
        return runtime.host();
    }

    @Override
    public void close() {
        signals.close();
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String.class::cast).toList();
    }

    /** What the runtime itself has to say. Where nobody reads stderr any more, it goes unsaid, as in Node. */
    private void report(String text) throws IOException {
        try {
            host().write(2, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        } catch (SystemError e) {
            if (!e.code().equals("EPIPE")) {
                throw e;
            }
        }
    }

    private String boot() {
        var facts = new LinkedHashMap<String, Object>();
        var options = runtime.options();
        facts.put("argv", options.argv());
        facts.put("execArgv", options.execArgv());
        facts.put("execPath", options.execPath());
        facts.put("argv0", options.argv0());
        facts.put("pid", ProcessHandle.current().pid());
        facts.put("ppid", Usage.parentPid());
        facts.put("platform", platform());
        facts.put("arch", arch());
        bootEnvironment = host().environment();
        facts.put("env", bootEnvironment);
        facts.put("ownsProcess", host().isOwn());
        facts.put(
                "versions",
                Map.of("gyre", GYRE_VERSION, "v8", runtime.v8Version(), "java", System.getProperty("java.version")));
        return Json.of(facts);
    }

    /** The variables, if the runtime was given others since it booted; otherwise null. */
    private @Nullable String changedEnvironment() {
        Map<String, String> now = host().environment();
        return now.equals(bootEnvironment) ? null : Json.of(now);
    }

    static String platform() {
        String os = System.getProperty("os.name");
        return os.startsWith("Linux") ? "linux" : os.startsWith("Mac") ? "darwin" : "win32";
    }

    static String arch() {
        String arch = System.getProperty("os.arch");
        return arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch.equals("aarch64") ? "arm64" : arch;
    }

    /** 0, or the error number below 0. */
    private int kill(int pid, int signal) {
        try {
            if (pid == ProcessHandle.current().pid()) {
                runtime.carryOut();
                signals.raise(signal);
            } else {
                PosixProcess.kill(pid, signal);
            }
            return 0;
        } catch (SystemError e) {
            return e.errno() > 0 ? -e.errno() : e.errno();
        }
    }

    static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }
}
