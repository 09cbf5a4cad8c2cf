package dev.gyre.node.worker_threads;

import dev.gyre.io.stream.StandardStream;
import dev.gyre.node.HostProcess;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The process as a worker sees it: that of its parent, whose folder and descriptors it uses, with an environment of its own.
 * {@code process.stdin} and its like are streams of messages to the parent, made in JavaScript; what a worker writes to the
 * descriptors 1 and 2 by their numbers goes where the parent's output goes.
 */
final class WorkerProcess implements HostProcess {
    private final HostProcess parent;
    private final Map<String, String> environment;

    WorkerProcess(HostProcess parent, Map<String, String> environment) {
        // A worker's view of the process belongs to that worker's thread.
        this.parent = parent instanceof WorkerProcess worker ? worker.parent : parent;
        this.environment = environment;
    }

    @Override
    public boolean isOwn() {
        return false;
    }

    @Override
    public boolean mayChangeEngine() {
        return parent.mayChangeEngine();
    }

    /** Only the worker ends. */
    @Override
    public void exit(int code) {}

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public String cwd() {
        return parent.cwd();
    }

    @Override
    public void chdir(String folder) {
        throw refused("chdir");
    }

    @Override
    public int umask(int mask) {
        if (mask >= 0) {
            throw refused("umask");
        }
        return parent.umask(-1);
    }

    @Override
    public String title(String title) {
        throw refused("title");
    }

    /** The variable is the worker's own, the clock of the process is not. */
    @Override
    public void setTimeZone(@Nullable String name) {}

    @Override
    public void setPoolSize(@Nullable String size) {}

    /** As in Node's workers, listeners are accepted and never called. */
    @Override
    public @Nullable IntConsumer listen(int signal, IntConsumer listener) {
        return null;
    }

    @Override
    public void unlisten(int signal) {}

    /** A worker may signal its process, as in Node. */
    @Override
    public void raise(int signal) {
        parent.raise(signal);
    }

    @Override
    public int execve(String file, List<String> arguments, List<String> variables) {
        throw refused("execve");
    }

    @Override
    public int openInput() {
        return 0;
    }

    @Override
    public StandardStream.Kind kindOf(int descriptor) {
        return parent.kindOf(descriptor);
    }

    @Override
    public void write(int descriptor, ByteBuffer bytes) {
        parent.write(descriptor, bytes);
    }

    @Override
    public void restoreTerminals() {}

    private static IllegalStateException refused(String function) {
        return new IllegalStateException("process." + function + " reached the process of a worker");
    }
}
