package dev.gyre.node;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The core as JavaScript files, for runtimes that start without a snapshot.
 *
 * @param folder where the files are
 * @param codeCaches what V8 compiled of them in an earlier runtime of this process, by module; may be empty
 * @param listener is told what a runtime has compiled when it closes
 */
public record CoreSources(Path folder, Map<String, byte[]> codeCaches, Listener listener) {
    /** Takes the code caches of a runtime that closes. */
    public interface Listener {
        /** On the runtime's thread; the supplier is of use only during the call. */
        void onClose(boolean isWorker, Supplier<Map<String, byte[]>> codeCaches);
    }

    /** Without anything compiled. */
    public static CoreSources in(Path folder) {
        return new CoreSources(folder, Map.of(), (_, _) -> {});
    }
}
