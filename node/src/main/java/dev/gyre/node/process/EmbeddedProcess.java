package dev.gyre.node.process;

import dev.gyre.io.stream.StandardStream;
import dev.gyre.node.HostProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The process of a runtime inside a Java program, with other runtimes beside it. The runtime has an environment and output
 * streams of its own, and an input that is empty unless it was given one; what would change the process for all is refused.
 */
public final class EmbeddedProcess implements HostProcess {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private final Map<String, String> environment;
    private final OutputStream out;
    private final OutputStream err;
    private final Input input;

    /** Where the runtime's standard input comes from. */
    public sealed interface Input {
        /** Nothing comes. */
        record Empty() implements Input {}

        /** It is the process's own. */
        record Inherited() implements Input {}

        /** The bytes of a stream, which a thread of its own reads once JavaScript asks for {@code process.stdin}. */
        record From(InputStream stream) implements Input {}
    }

    public EmbeddedProcess(Map<String, String> environment, OutputStream out, OutputStream err) {
        this(environment, new Input.Empty(), out, err);
    }

    public EmbeddedProcess(Map<String, String> environment, Input input, OutputStream out, OutputStream err) {
        this.environment = new LinkedHashMap<>(environment);
        this.input = input;
        this.out = out;
        this.err = err;
    }

    @Override
    public boolean isOwn() {
        return false;
    }

    /** Only the runtime ends. */
    @Override
    public void exit(int code) {}

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public String cwd() {
        return new CommandProcess(_ -> {}).cwd();
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
        return new CommandProcess(_ -> {}).umask(-1);
    }

    /** Only the runtime itself sees it. */
    @Override
    public String title(String title) {
        return title;
    }

    /** The environment is the runtime's own, the clock of the process is not. */
    @Override
    public void setTimeZone(@Nullable String name) {}

    @Override
    public void setPoolSize(@Nullable String size) {}

    /** Signals are the process's: as in Node's workers, listeners are accepted and never called. */
    @Override
    public @Nullable IntConsumer listen(int signal, IntConsumer listener) {
        return null;
    }

    @Override
    public void unlisten(int signal) {}

    @Override
    public void raise(int signal) {
        throw refused("kill");
    }

    @Override
    public int execve(String file, List<String> arguments, List<String> variables) {
        throw refused("execve");
    }

    @Override
    public int openInput() {
        return input instanceof Input.From from ? InputPump.start(from.stream()) : 0;
    }

    private StandardStream.Kind kindOfInput() {
        // Not a pattern switch: linking one costs milliseconds.
        if (input instanceof Input.Inherited) {
            return StandardStream.kindOf(0);
        }
        return input instanceof Input.From
                ? StandardStream.Kind.PIPE
                : StandardStream.Kind.UNKNOWN; // of which JavaScript makes an empty stream
    }

    @Override
    public StandardStream.Kind kindOf(int descriptor) {
        return switch (descriptor) {
            case 0 -> kindOfInput();
            case STDOUT, STDERR -> StandardStream.Kind.PIPE;
            default -> StandardStream.kindOf(descriptor);
        };
    }

    @Override
    public void write(int descriptor, ByteBuffer bytes) {
        if (descriptor != STDOUT && descriptor != STDERR) {
            StandardStream.write(descriptor, bytes);
            return;
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        OutputStream stream = descriptor == STDOUT ? out : err;
        try {
            stream.write(copy);
            stream.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void restoreTerminals() {}

    private static IllegalStateException refused(String function) {
        return new IllegalStateException("process." + function + " reached a process that belongs to others");
    }
}
