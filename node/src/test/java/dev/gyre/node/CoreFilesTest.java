package dev.gyre.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.node.bridge.LayoutScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreFilesTest {
    /** Modules that are no files under the folder of core modules, or are loaded before them. */
    private static final Set<String> WRITTEN = Set.of("internal/core", LayoutScript.ID);

    private static final Path CORE = Path.of("src/main/java/dev/gyre/node");

    @Test
    void aFilesPlaceGivesItsId() {
        assertEquals("fs", CoreFiles.idOf("fs/fs"));
        assertEquals("fs/promises", CoreFiles.idOf("fs/promises"));
        assertEquals("internal/fs/watch", CoreFiles.idOf("fs/internal/watch"));
        assertEquals("internal/fs/glob", CoreFiles.idOf("fs/shared/glob"));
        assertEquals("internal/stream/iter/pull", CoreFiles.idOf("stream/internal/iter/pull"));
        assertEquals("internal/errors", CoreFiles.idOf("internal/errors"));
        assertEquals("_http_agent", CoreFiles.idOf("http/_http_agent"));
    }

    @Test
    void twoFilesOfOneIdAreRefused(@TempDir Path core) throws IOException {
        for (String folder : List.of("fs/internal", "fs/shared")) {
            Files.createDirectories(core.resolve(folder));
            Files.writeString(core.resolve(folder).resolve("watch.js"), "");
        }
        var refusal = assertThrows(IllegalStateException.class, () -> CoreFiles.in(core));
        assertTrue(refusal.getMessage().contains("internal/fs/watch"), refusal.getMessage());
    }

    @Test
    void everyInternalModuleThatACoreFileRequiresExists() throws IOException {
        Map<String, Path> files = CoreFiles.in(CORE);
        Pattern require = Pattern.compile("(?<![.\\w])require\\('(internal/[a-z_0-9/]+)'\\)");
        var missing = new HashMap<String, String>();
        for (var file : files.entrySet()) {
            Matcher uses = require.matcher(Files.readString(file.getValue()));
            while (uses.find()) {
                if (!files.containsKey(uses.group(1)) && !WRITTEN.contains(uses.group(1))) {
                    missing.put(uses.group(1), file.getKey());
                }
            }
        }
        assertTrue(missing.isEmpty(), "required but not there (by whom): " + missing);
    }

    @Test
    void bindingsAreDescribedForTheSnapshot() {
        String json = Bindings.describe();
        assertTrue(json.startsWith("[{\"name\":\"bridge\",\"base\":0,\"functions\":[\"lastError\""), json);
        assertTrue(json.contains("\"name\":\"fs\""), json);
    }
}
