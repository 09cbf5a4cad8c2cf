package dev.gyre.node.process;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativePath;
import dev.gyre.io.libc.SystemError;
import dev.gyre.io.process.PosixProcess;
import dev.gyre.io.process.ProcessImage;
import dev.gyre.io.process.ProcessSignals;
import dev.gyre.io.process.StartText;
import dev.gyre.io.process.Terminal;
import dev.gyre.io.stream.StandardStream;
import dev.gyre.loop.WorkerPool;
import dev.gyre.node.Binding;
import dev.gyre.node.Functions;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.Json;
import dev.gyre.node.options.NodeOption;
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

    /** Variables that the launcher hides from the JVM. */
    private static final String[] KEPT = {
        "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_ALTERNATE_VM",
        "_JAVA_LAUNCHER_DEBUG",
        "_JAVA_SR_SIGNUM",
        "ICU_DATA"
    };

    private final GyreRuntime runtime;
    private final Signals signals;
    private boolean moved = !StartText.isExact(); // from where the JVM believes to be
    private @Nullable String title;

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
        f.add("options", _ -> Json.of(runtime.options().options()));
        f.add("reallyExit", args -> {
            Terminal.restoreAll();
            runtime.exit(args.integer(0));
            return null;
        });
        f.add("abort", _ -> {
            runtime.carryOut();
            ProcessSignals.raise(SIGABRT);
            return null;
        });
        f.add("cwd", _ -> cwd());
        f.add("chdir", args -> {
            chdir(args.requiredString(0));
            return null;
        });
        f.add("umask", args -> umask(args.integer(0)));
        f.add("kill", args -> kill(args.integer(0), args.integer(1)));
        f.add("title", _ -> title == null ? runtime.options().argv0() : title);
        f.add("setTitle", args -> {
            title = ProcessImage.title(args.requiredString(0));
            return null;
        });
        f.add("execve", args -> {
            runtime.carryOut();
            return ProcessImage.execve(
                    args.requiredString(0), texts(args.requiredList(1)), texts(args.requiredList(2)));
        });
        f.add("libcVersion", _ -> ProcessImage.libcVersion());
        f.add("environmentFlags", _ -> new ArrayList<Object>(NodeOption.environmentFlags()));
        f.add("setTimeZone", args -> {
            PosixProcess.setTimeZone(args.string(0));
            return null;
        });
        f.add("setPoolSize", args -> {
            WorkerPool.commonSize(args.string(0));
            return null;
        });
        f.add("systemTimeZone", _ -> Usage.systemTimeZone());
        f.add("writeStderr", args -> {
            report(args.requiredString(0));
            return null;
        });
        f.add("writeText", args -> {
            StandardStream.write(
                    args.integer(0), ByteBuffer.wrap(args.requiredString(1).getBytes(StandardCharsets.UTF_8)));
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
        f.add("uptime", _ -> Usage.uptimeSeconds());
        f.add("rss", _ -> Usage.rssBytes());
        f.add("cpuUsage", _ -> Usage.cpuMicros());
        f.add("threadCpuUsage", _ -> Usage.threadCpuMicros());
        f.add("resourceUsage", _ -> Usage.resources());
        f.add("constrainedMemory", _ -> Usage.constrainedMemoryBytes());
        f.add("availableMemory", _ -> Usage.availableMemoryBytes());
        Credentials.register(f);
    }

    private static List<String> texts(List<?> list) {
        return list.stream().map(String.class::cast).toList();
    }

    /** What the runtime itself has to say. Where nobody reads stderr any more, it goes unsaid, as in Node. */
    private static void report(String text) throws IOException {
        try {
            StandardStream.write(2, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
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
        facts.put("env", environment());
        facts.put(
                "versions",
                Map.of("gyre", GYRE_VERSION, "v8", runtime.v8Version(), "java", System.getProperty("java.version")));
        return Json.of(facts);
    }

    /** As the user set it: the launcher sets some variables, and keeps those that the JVM must not see under other names. */
    private static Map<String, String> environment() {
        var environment = new LinkedHashMap<>(StartText.environment());
        if (environment.remove("GYRE_LAUNCHED") == null) {
            return environment;
        }
        environment.remove("ICU_DATA");
        environment.remove("_JAVA_SR_SIGNUM");
        for (String name : KEPT) {
            String value = environment.remove("GYRE_KEPT_" + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        return environment;
    }

    static String platform() {
        String os = System.getProperty("os.name");
        return os.startsWith("Linux") ? "linux" : os.startsWith("Mac") ? "darwin" : "win32";
    }

    static String arch() {
        String arch = System.getProperty("os.arch");
        return arch.equals("amd64") || arch.equals("x86_64") ? "x64" : arch.equals("aarch64") ? "arm64" : arch;
    }

    private String cwd() {
        try {
            return moved ? PosixProcess.getcwd() : firstFolder();
        } catch (SystemError e) {
            String text = "process.cwd failed with error " + Errno.messageOf(e.errno());
            if (e.errno() == Errno.ENOENT.number()) {
                text += ", the current working directory was likely removed without changing the working directory";
            }
            throw new SystemError(e.errno(), text, e.syscall());
        }
    }

    /** Where the process began, which the JVM knows; but it may be gone. */
    private static String firstFolder() {
        String folder = System.getProperty("user.dir");
        if (!Files.isDirectory(Path.of(folder))) {
            throw new SystemError(Errno.ENOENT, "uv_cwd", null, null);
        }
        return folder;
    }

    private void chdir(String folder) {
        try {
            PosixProcess.chdir(NativePath.of(folder));
        } catch (SystemError e) {
            throw new SystemError(e.code(), "chdir", whereItWas(), folder);
        }
        moved = true;
    }

    private String whereItWas() {
        try {
            return cwd();
        } catch (SystemError e) {
            return ""; // it is gone
        }
    }

    private static int umask(int mask) {
        if (mask >= 0) {
            return PosixProcess.umask(mask);
        }
        int current = PosixProcess.umask(0);
        PosixProcess.umask(current);
        return current;
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
