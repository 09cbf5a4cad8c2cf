package dev.gyre.node;

import dev.gyre.engine.ResourceLimits;
import dev.gyre.node.host.Session;
import dev.gyre.node.worker_threads.WorkerThread;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime is started with.
 *
 * @param snapshot gives the core as made by {@link Core#image}, as often as asked. Null to load {@code coreSources}
 * @param workerSnapshot the same for the workers of this runtime, and theirs
 * @param lazySources the file of what is not in the snapshot, see {@link LazySources}
 * @param coreSources the core's JavaScript, or null with a snapshot
 * @param argv {@code process.argv}: the command, the script, its arguments
 * @param execArgv options before the script
 * @param execPath absolute path of the command
 * @param argv0 the command as it was called
 * @param session requests of a Java program, which the runtime serves in place of running a script; null for none
 * @param options option names with dashes to true, false, a String or a List of strings
 * @param limits of heap and stack; null for those of the process. The thread that runs it needs
 *     {@link ResourceLimits#threadStackBytes}
 * @param worker the thread of a worker, which runs what its parent sends it; null for a main runtime
 */
public record RuntimeOptions(
        @Nullable Supplier<byte[]> snapshot,
        @Nullable Supplier<byte[]> workerSnapshot,
        Path lazySources,
        @Nullable CoreSources coreSources,
        List<String> argv,
        List<String> execArgv,
        String execPath,
        String argv0,
        @Nullable Session session,
        Map<String, Object> options,
        @Nullable ResourceLimits limits,
        @Nullable WorkerThread worker) {
    /** For a main runtime. */
    public RuntimeOptions(
            @Nullable Supplier<byte[]> snapshot,
            @Nullable Supplier<byte[]> workerSnapshot,
            Path lazySources,
            @Nullable CoreSources coreSources,
            List<String> argv,
            List<String> execArgv,
            String execPath,
            String argv0,
            @Nullable Session session,
            Map<String, Object> options,
            @Nullable ResourceLimits limits) {
        this(
                snapshot,
                workerSnapshot,
                lazySources,
                coreSources,
                argv,
                execArgv,
                execPath,
                argv0,
                session,
                options,
                limits,
                null);
    }
}
