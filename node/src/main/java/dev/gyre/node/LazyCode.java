package dev.gyre.node;

import dev.gyre.engine.CodeCacheHead;
import dev.gyre.engine.Isolate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What V8 compiled at build time of the core's modules that are not in the snapshot: their top levels, and the functions
 * these call. A module then loads in half of the time.
 *
 * <p>V8 takes such code only from a process with the same flags, and every machine has a limit of its own for the heap, which
 * is a flag. So the code is marked with the flags of this process. That is right only if no other flags were given, which
 * might have V8 compile something else; the caller knows.
 */
final class LazyCode {
    private final @Nullable IndexedFile file;
    private final @Nullable CodeCacheHead head;

    private LazyCode(@Nullable IndexedFile file, @Nullable CodeCacheHead head) {
        this.file = file;
        this.head = head;
    }

    /** @param path may be missing: then there is no code */
    static LazyCode open(Path path, Isolate isolate) {
        if (!Files.exists(path)) {
            return new LazyCode(null, null);
        }
        try {
            return new LazyCode(IndexedFile.open(path), CodeCacheHead.of(isolate));
        } catch (IOException e) {
            return new LazyCode(null, null); // no descriptor is left, perhaps: then modules are compiled
        }
    }

    /** For {@link Isolate#compile}; null if there is none that this process can use. */
    byte @Nullable [] of(String id) {
        if (file == null || head == null) {
            return null;
        }
        try {
            byte[] code = file.bytes(id);
            return code != null && head.adopt(code) ? code : null;
        } catch (IOException e) {
            return null;
        }
    }
}
