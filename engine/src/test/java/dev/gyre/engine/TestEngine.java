package dev.gyre.engine;

import com.caoccao.javet.enums.JSRuntimeType;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.loader.JavetLibLoader;
import dev.gyre.engine.icu.IcuPackager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** V8 for the tests of this module: its library unpacked from the class path, its ICU data made from ICU4J's. */
public final class TestEngine {
    private TestEngine() {}

    /** Starts V8 with natives syntax on; the first call of the test run decides. */
    public static void start() {
        try {
            Path folder =
                    Files.createDirectories(Path.of("target", "test-native").toAbsolutePath());
            String library = new JavetLibLoader(JSRuntimeType.V8I18n).getLibFileName();
            Path file = folder.resolve(library);
            if (!Files.exists(file)) {
                try (var in = TestEngine.class.getResourceAsStream("/" + library)) {
                    Files.copy(in, file);
                }
            }
            Path icu = folder.resolve("icudt77l.dat");
            if (!Files.exists(icu)) {
                IcuPackager.main(new String[] {icu.toString()});
            }
            Engine.start(new Engine.Options(folder, icu, "--allow-natives-syntax --expose-gc"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JavetException e) {
            throw new IllegalStateException(e);
        }
    }
}
