package dev.gyre;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime is opened with. The runtime's input is empty, and its working folder is the process's.
 *
 * @param environment {@code process.env}: a copy, which the runtime may change
 * @param out where {@code process.stdout} goes; written to by the runtime's thread
 * @param err where {@code process.stderr} goes; written to by the runtime's thread
 * @param image the folder with V8's library, its data and the core, where that is unpacked already; null to unpack the
 *     artifact {@code gyre-image} into the user's cache when it is first needed
 */
public record Options(
        Map<String, String> environment,
        OutputStream out,
        OutputStream err,
        @Nullable Path image) {
    public Options {
        environment = Map.copyOf(environment);
        Objects.requireNonNull(out);
        Objects.requireNonNull(err);
    }

    /** The process's own environment, {@code System.out} and {@code System.err}. */
    public static Options defaults() {
        return new Options(System.getenv(), System.out, System.err, null);
    }

    public Options withEnvironment(Map<String, String> environment) {
        return new Options(environment, out, err, image);
    }

    /** Sends what the runtime prints elsewhere. */
    public Options withOutput(OutputStream out, OutputStream err) {
        return new Options(environment, out, err, image);
    }

    public Options withImage(Path image) {
        return new Options(environment, out, err, image);
    }
}
