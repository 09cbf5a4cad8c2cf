package dev.gyre.node;

import dev.gyre.engine.Engine;
import dev.gyre.engine.icu.IcuPackager;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * What runtimes of this module's tests start from: V8 with its libraries, unpacked from the class path, and a snapshot of the
 * core, made once for all tests of the JVM.
 */
final class TestImage {
    private static final Path CORE = Path.of("src/main/java/dev/gyre/node").toAbsolutePath();
    private static final Path FOLDER = Path.of("target/test-native").toAbsolutePath();

    /** Where the libraries are on the class path, and what they are called in an image. */
    private static final Map<String, String> LIBRARIES = Map.of(
            "/libjavet-v8-linux-x86_64-i18n.v.5.0.6.so", "libjavet-v8-linux-x86_64-i18n.v.5.0.6.so",
            "/com/intel/gkl/native/libgkl_compression.so", "libgkl_compression.so",
            "/lib/linux-x86_64/libbrotli.so", "libbrotli.so",
            "/linux/amd64/libzstd-jni-1.5.7-25.so", "libzstd.so");

    private static final Core.Image CORE_IMAGE = make();

    private TestImage() {}

    /** The core, and the file with what is not in its snapshot. */
    static byte[] snapshot() {
        return CORE_IMAGE.snapshot();
    }

    static Path lazySources() {
        return FOLDER.resolve("core.lazy-sources");
    }

    /** A file of its own, in which another source stands for one of these modules. */
    static Path lazySourcesWith(String id, String source) {
        try {
            var sources = new TreeMap<String, String>();
            for (Map.Entry<String, Path> file : CoreFiles.in(CORE).entrySet()) {
                sources.put(file.getKey(), Files.readString(file.getValue()));
            }
            sources.put(id, source);
            return Files.write(Files.createTempFile(FOLDER, "core", ".lazy-sources"), LazySources.write(sources));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** V8's flags are the same for all of a process: natives syntax, which the core needs to be built, stays on. */
    private static Core.Image make() {
        try {
            Files.createDirectories(FOLDER);
            for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
                unpack(library.getKey(), FOLDER.resolve(library.getValue()));
            }
            Path icu = FOLDER.resolve("icudt77l.dat");
            if (!Files.exists(icu)) {
                IcuPackager.main(new String[] {icu.toString()});
            }
            Engine.start(new Engine.Options(FOLDER, icu, Core.BUILD_FLAGS + " --no-flush-bytecode"));
            Core.Image image = Core.image(CoreSources.in(CORE), Core.Contents.SMALL);
            Files.write(lazySources(), image.lazySources());
            return image;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(String resource, Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try (InputStream in = TestImage.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(resource + " is not on the class path");
            }
            Path part = Files.createTempFile(FOLDER, "unpacked", null);
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
