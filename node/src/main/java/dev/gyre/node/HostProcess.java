package dev.gyre.node;

import dev.gyre.io.stream.StandardStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime may do to the process it is in. All runtimes of a process share its working folder, its signals, its
 * users and its end; so only a command, which is alone in its process, has the real ones ({@link
 * dev.gyre.node.process.CommandProcess}). The others have a copy or are refused ({@link
 * dev.gyre.node.process.EmbeddedProcess}).
 *
 * <p>Where {@link #isOwn} is false, JavaScript itself refuses what changes the process, as Node does in its workers
 * ({@code process/internal/embedded.js}); what is asked for all the same throws here.
 *
 * <p>Called on the runtime's thread, {@link #write} on the pool's as well.
 */
public interface HostProcess {
    /** Whether the process belongs to this runtime, which then may change and end it. */
    boolean isOwn();

    /** Whether V8's flags, which all isolates of the process have in common, may be changed. */
    default boolean mayChangeEngine() {
        return isOwn();
    }

    /** Ends the process and does not return; where that is not allowed, returns, and the runtime ends itself. */
    void exit(int code);

    /** The environment at the start; the runtime changes a copy of it. */
    Map<String, String> environment();

    /** The working folder; a missing one is a SystemError. */
    String cwd();

    void chdir(String folder);

    /** Sets the mask for new files and gives the one before; a negative one is not set. */
    int umask(int mask);

    /** Shows this as the name of the process. What is shown really, which may be shorter. */
    String title(String title);

    /** Null for the system's. */
    void setTimeZone(@Nullable String name);

    /** How many threads the pool is to have, as {@code UV_THREADPOOL_SIZE} says; null for the default. */
    void setPoolSize(@Nullable String size);

    /**
     * Has the listener called, on any thread, when the signal comes.
     *
     * @return the listener before, or null
     */
    @Nullable
    IntConsumer listen(int signal, IntConsumer listener);

    /** Ends {@link #listen}. */
    void unlisten(int signal);

    /** Sends this process a signal. */
    void raise(int signal);

    /** Runs another program in this process. Returns only where that failed, with a negative errno. */
    int execve(String file, List<String> arguments, List<String> environment);

    /** Descriptor of the runtime's standard input. One that is not 0 belongs to the caller; asked at most once. */
    int openInput();

    /** What a descriptor is; for 0 to 2, the standard streams of the runtime. */
    StandardStream.Kind kindOf(int descriptor);

    /** Writes all of it, to 1 or 2 as the runtime's standard streams, or to another descriptor. */
    void write(int descriptor, ByteBuffer bytes);

    /** Gives the terminals that were put into raw mode their old modes. */
    void restoreTerminals();
}
