package dev.gyre.engine.icu;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Reads the bundles of a package, each with the pool of its folder. */
final class BundleFolders {
    private static final String POOL = "pool.res";

    private final Map<String, byte[]> entries;
    private final Map<String, Optional<Pool>> pools = new ConcurrentHashMap<>();

    BundleFolders(Map<String, byte[]> entries) {
        this.entries = entries;
    }

    static boolean isBundle(String entryName) {
        return entryName.endsWith(".res") && !entryName.endsWith(POOL);
    }

    /** The folder of an entry with its slash, or nothing at the top. */
    static String folder(String entryName) {
        return entryName.substring(0, entryName.lastIndexOf('/') + 1);
    }

    boolean has(String entryName) {
        return entries.containsKey(entryName);
    }

    byte @Nullable [] bytes(String entryName) {
        return entries.get(entryName);
    }

    Bundle bundle(String entryName) {
        try {
            return Bundle.read(
                    Objects.requireNonNull(entries.get(entryName), entryName),
                    pools.computeIfAbsent(folder(entryName), this::pool));
        } catch (IcuDataException | IndexOutOfBoundsException e) {
            throw new IcuDataException(entryName + " can't be read: " + e.getMessage(), e);
        }
    }

    private Optional<Pool> pool(String folder) {
        return Optional.ofNullable(entries.get(folder + POOL)).map(Pool::new);
    }
}
