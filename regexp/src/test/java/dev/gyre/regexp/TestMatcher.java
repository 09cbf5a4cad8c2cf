package dev.gyre.regexp;

import dev.gyre.engine.Engine;
import dev.gyre.engine.icu.IcuPackager;
import dev.gyre.regexp.proof.Matcher;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** V8 for the tests of this module: its library unpacked from the class path, its ICU data made from ICU4J's. */
public final class TestMatcher {
    private static final String LIBRARY = "libjavet-v8-linux-x86_64-i18n.v.5.0.6.so";

    private TestMatcher() {}

    /** To be closed by the thread that opened it. */
    public static Matcher open() {
        startEngine();
        return new Matcher();
    }

    public static synchronized void startEngine() {
        try {
            Path folder =
                    Files.createDirectories(Path.of("target", "test-native").toAbsolutePath());
            Path library = folder.resolve(LIBRARY);
            if (!Files.exists(library)) {
                try (InputStream in = TestMatcher.class.getResourceAsStream("/" + LIBRARY)) {
                    Path part = Files.createTempFile(folder, "unpacked", null);
                    Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(part, library, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            Path icu = folder.resolve("icudt77l.dat");
            if (!Files.exists(icu)) {
                IcuPackager.main(new String[] {icu.toString()});
            }
            Engine.start(new Engine.Options(folder, icu, "--regexp-backtracks-before-fallback=500000"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
