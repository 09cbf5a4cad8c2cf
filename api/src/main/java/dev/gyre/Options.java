package dev.gyre;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime is opened with. Its working folder is the process's.
 *
 * @param environment {@code process.env}: a copy, which the runtime may change
 * @param in what {@code process.stdin} reads: nothing, the process's own input, or a stream
 * @param out where {@code process.stdout} goes; written to by the runtime's thread
 * @param err where {@code process.stderr} goes; written to by the runtime's thread
 * @param image the folder with V8's library, its data and the core, where that is unpacked already; null to unpack the
 *     artifact {@code gyre-image} into the user's cache when it is first needed
 */
public record Options(
        Map<String, String> environment,
        Input in,
        OutputStream out,
        OutputStream err,
        @Nullable Path image) {
    public Options {
        environment = Map.copyOf(environment);
        Objects.requireNonNull(in);
        Objects.requireNonNull(out);
        Objects.requireNonNull(err);
    }

    /** Where a runtime's {@code process.stdin} comes from. */
    public sealed interface Input {
        /** An input that is at its end. */
        record Empty() implements Input {}

        /** The process's own input, descriptor 0. */
        record Inherited() implements Input {}

        /** The bytes of a stream. A thread of its own reads it, once JavaScript asks for {@code process.stdin}. */
        record From(InputStream stream) implements Input {
            public From {
                Objects.requireNonNull(stream);
            }
        }
    }

    /** The process's own environment, no input, {@code System.out} and {@code System.err}. */
    public static Options defaults() {
        return new Options(System.getenv(), new Input.Empty(), System.out, System.err, null);
    }

    public Options withEnvironment(Map<String, String> environment) {
        return new Options(environment, in, out, err, image);
    }

    /** Has {@code process.stdin} read this stream. */
    public Options withInput(InputStream stream) {
        return new Options(environment, new Input.From(stream), out, err, image);
    }

    /** Has {@code process.stdin} read the process's own input. One runtime of the process should at a time. */
    public Options withInheritedInput() {
        return new Options(environment, new Input.Inherited(), out, err, image);
    }

    /** Sends what the runtime prints elsewhere. */
    public Options withOutput(OutputStream out, OutputStream err) {
        return new Options(environment, in, out, err, image);
    }

    public Options withImage(Path image) {
        return new Options(environment, in, out, err, image);
    }
}
