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
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes isolates with limits of their own. V8 reads limits from the flags of the process: those of the heap while it makes an
 * isolate, that of the stack when a thread first locks it. So the flags are changed for as long as that takes. Isolates with the
 * process's own limits are made side by side, one with limits alone.
 *
 * <p>Where the flags can't be reached (capability {@code flag-values}), every isolate has the limits of the process.
 */
final class IsolateLimits {
    /** Of the stack too: V8 keeps the limit of the thread that made the isolate, should the same thread lock it. */
    private static final Flag[] OF_ISOLATE = {Flag.MAX_OLD_SPACE_MB, Flag.MAX_SEMI_SPACE_MB, Flag.STACK_KIB};

    private static final Flag[] OF_STACK = {Flag.STACK_KIB};

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Path libraryFolder;
    private @Nullable FlagValues flags; // guarded by the write lock
    private boolean isKnown; // guarded by the write lock: whether flags was looked for

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
            return runtime;
        };
        return limits == null
                ? asTheyAre(create)
                : with(OF_ISOLATE, new long[] {limits.oldMb(), limits.semiSpaceMb(), limits.stackKib()}, create);
    }

    /** Locks it for the calling thread, with a limit of its stack. */
    V8Locker lock(V8Runtime runtime, @Nullable ResourceLimits limits) throws JavetException {
        return limits == null
                ? asTheyAre(runtime::getV8Locker)
                : with(OF_STACK, new long[] {limits.stackKib()}, runtime::getV8Locker);
    }

    /** Sets a flag of the process; false where that is not possible. */
    boolean set(Flag flag, long value) {
        lock.writeLock().lock();
        try {
            FlagValues found = flags();
            if (found == null || !found.has(flag)) {
                return false;
            }
            found.set(flag, value);
            return true;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private <T> T asTheyAre(Step<T> step) throws JavetException {
        lock.readLock().lock();
        try {
            return step.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    private <T> T with(Flag[] changed, long[] values, Step<T> step) throws JavetException {
        lock.writeLock().lock();
        try {
            FlagValues found = flags();
            return found == null ? step.run() : with(found, changed, values, step);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static <T> T with(FlagValues flags, Flag[] changed, long[] values, Step<T> step) throws JavetException {
        long[] before = new long[changed.length];
        for (int i = 0; i < changed.length; i++) {
            before[i] = flags.get(changed[i]);
            flags.set(changed[i], values[i]);
        }
        try {
            return step.run();
        } finally {
            for (int i = 0; i < changed.length; i++) {
                flags.set(changed[i], before[i]);
            }
        }
    }

    /** The flags of the process, where they can be reached. */
    @Nullable
    FlagValues values() {
        lock.writeLock().lock();
        try {
            return flags();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private @Nullable FlagValues flags() {
        if (!isKnown) {
            isKnown = true;
            flags = V8Internals.ofProcess().has(Capability.FLAG_VALUES) ? FlagValues.find(libraryFile()) : null;
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
