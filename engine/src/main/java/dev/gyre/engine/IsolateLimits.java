package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Locker;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.FlagValues;
import dev.gyre.engine.v8internals.FlagValues.Flag;
import dev.gyre.engine.v8internals.V8Internals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes isolates with limits of their own. V8 reads limits from the flags of the process: those of the heap while it makes an
 * isolate, that of the stack when a thread first locks it. So the flags are changed for as long as that takes. Steps that want
 * the same values go side by side: a worker locks its isolate while the next one is being made. Others wait for each other.
 *
 * <p>Where the flags can't be reached (capability {@code flag-values}), every isolate has the limits of the process.
 */
final class IsolateLimits {
    private static final Flag[] CHANGED = {Flag.MAX_OLD_SPACE_MB, Flag.MAX_SEMI_SPACE_MB, Flag.STACK_KIB};

    // What a step may want of a flag instead of a value.
    private static final long ANY = -1;
    private static final long OWN = -2; // what the process was started with

    private static final long[] OWN_LIMITS = {OWN, OWN, OWN};
    private static final long[] OWN_STACK = {ANY, ANY, OWN};

    private final Path libraryFolder;
    private @Nullable FlagValues flags; // guarded by this
    private boolean isKnown; // guarded by this: whether flags was looked for
    private int running; // guarded by this: how many steps run
    private int waiting; // guarded by this: how many wait until none runs that wants other values
    private boolean isChanged; // guarded by this: whether flags are to be put back when no step runs any more
    private final long[] own = new long[CHANGED.length]; // guarded by this: the process's values, while others are set

    IsolateLimits(Path libraryFolder) {
        this.libraryFolder = libraryFolder;
    }

    private interface Step<T> {
        T run() throws JavetException;
    }

    /** A new isolate, with limits of its heap unless they are null. Any thread may lock it afterwards. */
    V8Runtime create(V8RuntimeOptions options, @Nullable ResourceLimits limits) throws JavetException {
        Step<V8Runtime> create = () -> {
            V8Runtime runtime = Engine.host().createV8Runtime(options);
            options.setSnapshotBlob(null); // V8 has its own copy, and the runtime keeps its options
            Engine.checkLoops(runtime);
            return runtime;
        };
        // Of the stack too: V8 keeps the limit of the thread that made the isolate, should the same thread lock it.
        return with(
                limits == null ? OWN_LIMITS : new long[] {limits.oldMb(), limits.semiSpaceMb(), limits.stackKib()},
                create);
    }

    /** Locks it for the calling thread, with a limit of its stack. */
    V8Locker lock(V8Runtime runtime, @Nullable ResourceLimits limits) throws JavetException {
        return with(limits == null ? OWN_STACK : new long[] {ANY, ANY, limits.stackKib()}, runtime::getV8Locker);
    }

    /** Sets a flag of the process; false where that is not possible. */
    synchronized boolean set(Flag flag, long value) {
        FlagValues found = flags();
        if (found == null || !found.has(flag)) {
            return false;
        }
        found.set(flag, value);
        return true;
    }

    /** Runs a step while the flags have the values that it wants. */
    private <T> T with(long[] wanted, Step<T> step) throws JavetException {
        begin(wanted);
        try {
            return step.run();
        } finally {
            end();
        }
    }

    private synchronized void begin(long[] wanted) {
        boolean isInterrupted = false;
        boolean mayJoin = waiting == 0; // else those who wait would wait for ever
        while (running > 0 && !(mayJoin && areInForce(wanted))) {
            waiting++;
            try {
                wait();
            } catch (InterruptedException _) {
                isInterrupted = true;
            } finally {
                waiting--;
            }
            mayJoin = true;
        }
        if (running == 0 && !areInForce(wanted)) {
            change(Objects.requireNonNull(flags()), wanted);
        }
        running++;
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean areInForce(long[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] == OWN) {
                if (isChanged && Objects.requireNonNull(flags()).get(CHANGED[i]) != own[i]) {
                    return false;
                }
            } else if (wanted[i] != ANY) {
                FlagValues found = flags();
                if (found == null) {
                    return true; // nothing can be changed
                }
                if (found.get(CHANGED[i]) != wanted[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    private void change(FlagValues found, long[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            own[i] = found.get(CHANGED[i]);
            if (wanted[i] >= 0) {
                found.set(CHANGED[i], wanted[i]);
            }
        }
        isChanged = true;
    }

    private synchronized void end() {
        running--;
        if (running > 0) {
            return;
        }
        if (isChanged) {
            FlagValues found = Objects.requireNonNull(flags());
            for (int i = 0; i < own.length; i++) {
                found.set(CHANGED[i], own[i]);
            }
            isChanged = false;
        }
        notifyAll();
    }

    /** The flags of the process, where they can be reached. */
    @Nullable
    synchronized FlagValues values() {
        return flags();
    }

    private synchronized @Nullable FlagValues flags() {
        if (!isKnown) {
            isKnown = true;
            flags = V8Internals.ofProcess().has(Capability.FLAG_VALUES)
                    ? FlagValues.find(libraryFile(), Engine.access())
                    : null;
        }
        return flags;
    }

    private Path libraryFile() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(libraryFolder, "libjavet-v8-*")) {
            return files.iterator().next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
