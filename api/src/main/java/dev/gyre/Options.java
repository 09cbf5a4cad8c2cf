package dev.gyre;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime is opened with. Its working folder is the process's.
 *
 * @param environment {@code process.env}: a copy, which the runtime may change
 * @param in what {@code process.stdin} reads: nothing, the process's own input, or a stream
 * @param out where {@code process.stdout} goes; written to by the runtime's thread
 * @param err where {@code process.stderr} goes; written to by the runtime's thread, and by the one that watches it
 * @param image the folder with V8's library, its data and the core, where that is unpacked already; null to unpack the
 *     artifact {@code gyre-image} into the user's cache when it is first needed
 * @param hasRegexpGuard whether V8's linear engine takes over from regular expressions that go back too often; V8 is set up
 *     once in a process, so the first runtime that is opened decides for all
 * @param blockWarning how long a callback may hold the runtime's event loop before it is reported; zero for never
 * @param poolWarning how long a task may wait for a thread of the worker pool before that is reported; zero for never. The pool
 *     belongs to the process, so the last runtime that is opened decides for all
 * @param blockLimit how long a callback may run before it is ended with an error, in whole milliseconds; zero for ever
 */
public record Options(
        Map<String, String> environment,
        Input in,
        OutputStream out,
        OutputStream err,
        @Nullable Path image,
        boolean hasRegexpGuard,
        Duration blockWarning,
        Duration poolWarning,
        Duration blockLimit) {
    static final Duration USUAL_BLOCK_WARNING = Duration.ofMillis(500);
    private static final Duration USUAL_POOL_WARNING = Duration.ofSeconds(1);

    public Options {
        environment = Map.copyOf(environment);
        Objects.requireNonNull(in);
        Objects.requireNonNull(out);
        Objects.requireNonNull(err);
        requireNotNegative(blockWarning);
        requireNotNegative(poolWarning);
        requireNotNegative(blockLimit);
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
        return new Options(
                System.getenv(),
                new Input.Empty(),
                System.out,
                System.err,
                null,
                true,
                USUAL_BLOCK_WARNING,
                USUAL_POOL_WARNING,
                Duration.ZERO);
    }

    public Options withEnvironment(Map<String, String> environment) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, blockWarning, poolWarning, blockLimit);
    }

    /** Has {@code process.stdin} read this stream. */
    public Options withInput(InputStream stream) {
        return new Options(
                environment,
                new Input.From(stream),
                out,
                err,
                image,
                hasRegexpGuard,
                blockWarning,
                poolWarning,
                blockLimit);
    }

    /** Has {@code process.stdin} read the process's own input. One runtime of the process should at a time. */
    public Options withInheritedInput() {
        return new Options(
                environment,
                new Input.Inherited(),
                out,
                err,
                image,
                hasRegexpGuard,
                blockWarning,
                poolWarning,
                blockLimit);
    }

    /** Sends what the runtime prints elsewhere. */
    public Options withOutput(OutputStream out, OutputStream err) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, blockWarning, poolWarning, blockLimit);
    }

    public Options withImage(Path image) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, blockWarning, poolWarning, blockLimit);
    }

    /** Has V8 run every regular expression with backtracking to its end, as Node does. */
    public Options withoutRegexpGuard() {
        return new Options(environment, in, out, err, image, false, blockWarning, poolWarning, blockLimit);
    }

    /**
     * Reports callbacks that hold the runtime's event loop for longer than this, while they run: on {@code err}, with the cause
     * and the line. Zero for never; the default is half a second. A program's start has ten times as long, and is not reported
     * at all by default.
     */
    public Options withBlockWarning(Duration limit) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, limit, poolWarning, blockLimit);
    }

    /**
     * Reports on {@code err} when a task waits for a thread of the worker pool for longer than this, with the tasks that hold
     * the threads. Zero for never; the default is a second.
     */
    public Options withPoolWarning(Duration limit) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, blockWarning, limit, blockLimit);
    }

    /** Ends callbacks that run longer with an error of the code {@code ERR_GYRE_CALLBACK_TIMEOUT}. Zero, the default, for never. */
    public Options withBlockLimit(Duration limit) {
        return new Options(environment, in, out, err, image, hasRegexpGuard, blockWarning, poolWarning, limit);
    }

    private static void requireNotNegative(Duration limit) {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("a limit of " + limit + " is negative; zero turns it off");
        }
    }
}
