package dev.gyre.node.inspector;

import dev.gyre.engine.InspectorSession;
import dev.gyre.io.libc.NativePath;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that {@code --cpu-prof}, {@code --heap-prof} and {@code NODE_V8_COVERAGE} ask for: written when the runtime ends,
 * in the forms of V8. Java does it, so that nothing of the program is called.
 */
final class ProfileFiles {
    private static final String PROFILE = "\"result\":{\"profile\":";
    private static final String RESULT = "\"result\":";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd.HHmmss");
    private static final long CPU_INTERVAL_MICROS = 1000;
    private static final long HEAP_INTERVAL_BYTES = 512L * 1024;
    private static final String COVERAGE = "NODE_V8_COVERAGE";

    private final GyreRuntime runtime;
    private final Map<String, Object> options;
    private final String cwd;
    private @Nullable InspectorSession cpu;
    private @Nullable InspectorSession heap;
    private @Nullable InspectorSession coverage;
    private String coverageFolder = "";
    private String sourceMaps = "";
    private String response = "";
    private int files;
    private int lastId;

    private ProfileFiles(GyreRuntime runtime) {
        this.runtime = runtime;
        options = runtime.options().options();
        cwd = runtime.host().cwd();
    }

    /** Begins what options and environment ask for. On the runtime's thread. */
    static void begin(GyreRuntime runtime) {
        Map<String, Object> options = runtime.options().options();
        String folder = coverageFolder(runtime);
        boolean hasCpu = Boolean.TRUE.equals(options.get("--cpu-prof"));
        boolean hasHeap = Boolean.TRUE.equals(options.get("--heap-prof"));
        boolean coversTests = Boolean.TRUE.equals(options.get("--experimental-test-coverage"));
        if (!hasCpu && !hasHeap && folder.isEmpty() && !coversTests) {
            return;
        }
        var files = new ProfileFiles(runtime);
        runtime.share(ProfileFiles.class, files);
        if (!folder.isEmpty() || coversTests) {
            files.startCoverage(folder); // the runner of tests says later to which folder
        }
        if (hasCpu) {
            files.startCpu();
        }
        if (hasHeap) {
            files.startHeap();
        }
        runtime.beforeEnd(files::end);
    }

    /** A worker's is in variables that the program gives it, so it has to be one that may be written to. */
    private static String coverageFolder(GyreRuntime runtime) {
        String folder = runtime.host().environment().getOrDefault(COVERAGE, "");
        Permission permission = runtime.permission();
        boolean isAllowed = folder.isEmpty()
                || permission == null
                || runtime.options().worker() == null
                || permission.isGranted(Scope.FILE_SYSTEM_WRITE, NativePath.of(folder));
        return isAllowed ? folder : "";
    }

    private void startCoverage(String folder) {
        coverageFolder =
                folder.isEmpty() ? "" : Path.of(cwd).resolve(folder).normalize().toString();
        coverage = connect();
        ask(coverage, "Profiler.enable", "{}");
        ask(coverage, "Profiler.startPreciseCoverage", "{\"callCount\":true,\"detailed\":true}");
    }

    private void startCpu() {
        cpu = connect();
        ask(cpu, "Profiler.enable", "{}");
        ask(
                cpu,
                "Profiler.setSamplingInterval",
                "{\"interval\":" + number("--cpu-prof-interval", CPU_INTERVAL_MICROS) + "}");
        ask(cpu, "Profiler.start", "{}");
    }

    private void startHeap() {
        heap = connect();
        ask(heap, "HeapProfiler.enable", "{}");
        ask(
                heap,
                "HeapProfiler.startSampling",
                "{\"samplingInterval\":" + number("--heap-prof-interval", HEAP_INTERVAL_BYTES) + "}");
    }

    private long number(String option, long fallback) {
        return options.get(option) instanceof Number given ? given.longValue() : fallback;
    }

    private InspectorSession connect() {
        return InspectorAgent.of(runtime).inspector().connect(false, text -> {
            if (text.startsWith("{\"id\":")) {
                response = text;
            }
        });
    }

    private String ask(InspectorSession session, String method, String parameters) {
        response = "";
        session.dispatch("{\"id\":" + ++lastId + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}");
        return ProtocolText.fromV8(response);
    }

    /** Writes everything; called again, it does nothing. On the runtime's thread. */
    void end() {
        takeCoverage();
        coverage = null;
        if (cpu != null) {
            write(
                    folderOf("--cpu-prof-dir"),
                    nameOf("--cpu-prof-name", "CPU", "cpuprofile"),
                    "CPU",
                    partOf(ask(cpu, "Profiler.stop", "{}"), PROFILE, 2));
            cpu = null;
        }
        if (heap != null) {
            write(
                    folderOf("--heap-prof-dir"),
                    nameOf("--heap-prof-name", "Heap", "heapprofile"),
                    "heap",
                    partOf(ask(heap, "HeapProfiler.stopSampling", "{}"), PROFILE, 2));
            heap = null;
        }
    }

    /** Writes what was covered since the last time; does nothing where coverage is off. */
    void takeCoverage() {
        InspectorSession session = coverage;
        if (session != null && !coverageFolder.isEmpty()) {
            String text = ask(session, "Profiler.takePreciseCoverage", "{}");
            String name = "coverage-" + ProcessHandle.current().pid() + "-" + System.currentTimeMillis() + "-"
                    + threadId() + ".json";
            write(coverageFolder, name, "coverage", withSourceMaps(partOf(text, RESULT, 1)));
        }
    }

    /** Begins to record coverage, or records it for another folder from now on. On the runtime's thread. */
    static void startCoverage(GyreRuntime runtime, String folder) {
        ProfileFiles files = runtime.sharedIfAny(ProfileFiles.class);
        if (files == null) {
            files = new ProfileFiles(runtime);
            runtime.share(ProfileFiles.class, files);
            runtime.beforeEnd(files::end);
        }
        if (files.coverage == null) {
            files.startCoverage(folder);
        } else {
            files.coverageFolder = folder;
        }
    }

    /** @param json an object: the source maps of the program's files by their URLs, for the files of coverage */
    void setSourceMaps(String json) {
        sourceMaps = json;
    }

    private String withSourceMaps(String result) {
        if (sourceMaps.isEmpty() || !result.endsWith("}")) {
            return result;
        }
        return result.substring(0, result.length() - 1) + ",\"source-map-cache\":" + sourceMaps + "}";
    }

    void stopCoverage() {
        if (coverage != null) {
            ask(coverage, "Profiler.stopPreciseCoverage", "{}");
            coverage = null;
        }
    }

    private static String partOf(String response, String before, int closing) {
        int from = response.indexOf(before);
        return from < 0 ? "" : response.substring(from + before.length(), response.length() - closing);
    }

    private String folderOf(String option) {
        Object folder = options.getOrDefault(option, options.getOrDefault("--diagnostic-dir", ""));
        return Path.of(cwd).resolve(String.valueOf(folder)).normalize().toString();
    }

    private String nameOf(String option, String kind, String ending) {
        String pid = String.valueOf(ProcessHandle.current().pid());
        if (options.get(option) instanceof String name && !name.isEmpty()) {
            return name.replace("${pid}", pid);
        }
        return String.format(
                "%s.%s.%s.%d.%03d.%s",
                kind, LocalDateTime.now(ZoneId.systemDefault()).format(TIME), pid, threadId(), ++files, ending);
    }

    private int threadId() {
        var worker = runtime.options().worker();
        return worker == null ? 0 : worker.threadId();
    }

    private void write(String folder, String name, String kind, String text) {
        if (text.isEmpty()) {
            System.err.println("V8 made no " + kind + " profile: " + response);
            return;
        }
        try {
            Files.createDirectories(Path.of(folder));
            Files.writeString(Path.of(folder, name), text);
        } catch (IOException e) {
            System.err.println("Failed to write " + kind + " profile " + folder + "/" + name + ": " + e.getMessage());
        }
    }
}
