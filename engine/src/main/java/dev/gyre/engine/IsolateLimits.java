package dev.gyre.engine;

import dev.gyre.engine.v8internals.Capability;
import dev.gyre.engine.v8internals.FlagValues;
import dev.gyre.engine.v8internals.FlagValues.Flag;
import dev.gyre.engine.v8internals.V8Internals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens isolates with limits of their own. V8 reads limits from the flags of the process while it makes an isolate, so the
 * flags are changed for as long as that takes. Isolates with the process's own limits are opened side by side, one with
 * limits alone.
 *
 * <p>Where the flags can't be reached (capability {@code flag-values}), every isolate has the limits of the process.
 */
final class IsolateLimits {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Path libraryFolder;
    private @Nullable FlagValues flags; // guarded by the write lock
    private boolean isKnown; // guarded by the write lock: whether flags was looked for

    IsolateLimits(Path libraryFolder) {
        this.libraryFolder = libraryFolder;
    }

    Isolate open(@Nullable ResourceLimits limits, Supplier<Isolate> open) {
        if (limits == null) {
            lock.readLock().lock();
            try {
                return open.get();
            } finally {
                lock.readLock().unlock();
            }
        }
        lock.writeLock().lock();
        try {
            FlagValues values = flags();
            return values == null ? open.get() : openWith(values, limits, open);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static Isolate openWith(FlagValues flags, ResourceLimits limits, Supplier<Isolate> open) {
        Flag[] changed = {Flag.MAX_OLD_SPACE_MB, Flag.MAX_SEMI_SPACE_MB, Flag.STACK_KIB};
        long[] values = {limits.oldMb(), limits.semiSpaceMb(), limits.stackKib()};
        long[] before = new long[changed.length];
        for (int i = 0; i < changed.length; i++) {
            before[i] = flags.get(changed[i]);
            flags.set(changed[i], values[i]);
        }
        try {
            return open.get();
        } finally {
            for (int i = 0; i < changed.length; i++) {
                flags.set(changed[i], before[i]);
            }
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
        try (var files = Files.list(libraryFolder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("libjavet-v8-"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
