package dev.gyre.image;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Isolate;
import dev.gyre.io.call.CallLibraryFile;
import dev.gyre.io.call.JumpLibraryFile;
import dev.gyre.io.openssl.OpenSslLibrary;
import dev.gyre.node.Core;
import dev.gyre.node.CoreSources;
import dev.gyre.node.napi.DirectFunctions;
import dev.gyre.node.napi.LibuvFunctions;
import dev.gyre.node.napi.NodeApi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes what runtimes start from, at build time: the snapshot of the core, whose JavaScript it takes from where {@link Core}
 * was loaded from, the names of V8's flags, and a list of the image's files. V8's flags are the same for all of a process, so
 * each of the first two is made in a process of its own; only for the snapshot is natives syntax on.
 *
 * <p>Arguments: {@code build} and the image folder, which has V8's library and ICU's data already; or {@code help} and the
 * folder, to have V8 print its flags.
 */
public final class ImageBuilder {
    private static final Pattern FLAG = Pattern.compile("^  (--[\\w-]+) \\(.*\\n +type: (\\w+)", Pattern.MULTILINE);

    private static final String SNAPSHOT = "core.snapshot";
    private static final String WORKER_SNAPSHOT = "worker.snapshot";
    private static final String LAZY_SOURCES = "core.lazy-sources";
    private static final String READ = "--read";
    private static final String COMPILE = "--compile";

    private ImageBuilder() {}

    public static void main(String[] args) throws IOException, URISyntaxException {
        Path image = Path.of(args[1]);
        if (args[0].equals("help")) {
            printV8Help(image);
            return;
        }
        if (args[0].equals(READ)) {
            read(image, args[2]);
            return;
        }
        if (args[0].equals(COMPILE)) {
            start(image, Core.RUN_FLAGS);
            Isolate isolate = Isolate.open(Files.readAllBytes(image.resolve(args[2])));
            Files.write(image.resolve(args[3]), Core.lazyCode(isolate, image.resolve(LAZY_SOURCES)));
            Runtime.getRuntime().halt(0);
        }
        CallLibraryFile.write(image.resolve("native"));
        JumpLibraryFile.write(
                image.resolve("native").resolve(NodeApi.LIBRARY),
                NodeApi.names(),
                LibuvFunctions.names(),
                DirectFunctions.heads());
        OpenSslLibrary.prepare(image.resolve("native"));
        Files.write(image.resolve("v8-flags.txt"), v8Flags(image));
        start(image, Core.BUILD_FLAGS);
        Engine.writeFlagPlaces();
        Path classes = Path.of(
                Core.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(classes)) {
            writeCore(image, classes.resolve("dev/gyre/node"));
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(classes)) {
                writeCore(image, jar.getPath("dev/gyre/node"));
            }
        }
        compileLazy(image, SNAPSHOT, "core.code");
        compileLazy(image, WORKER_SNAPSHOT, "worker.code");
        Files.write(image.resolve(UnpackedImage.LIST), UnpackedImage.list(image));
        Runtime.getRuntime().halt(0); // V8 has nothing to tidy up that the end of the process does not
    }

    private static void writeCore(Path image, Path core) throws IOException {
        Training.CodeCaches trained = Training.codeCaches(image.resolve("native"), core);
        CoreSources plain = CoreSources.in(core);
        var main = new CoreSources(core, trained.main(), plain.listener());
        var worker = new CoreSources(core, trained.worker(), plain.listener());
        writeSnapshot(image, SNAPSHOT, Core.image(main, Core.Contents.LARGE), plain);
        writeSnapshot(image, WORKER_SNAPSHOT, Core.image(worker, Core.Contents.WORKER), plain);
    }

    /** Writes a snapshot and the sources of the core, or, if V8 can't read that snapshot, a smaller one. */
    private static void writeSnapshot(Path image, String name, Core.Image made, CoreSources plain) throws IOException {
        write(image, name, made);
        if (!isReadable(image, name)) {
            System.out.println("V8 can't read the whole " + name + ": modules are compiled when used.");
            write(image, name, Core.image(plain, Core.Contents.SMALL));
            if (!isReadable(image, name)) {
                throw new IOException("V8 can't read the " + name
                        + " that it has written: see SnapshotStream for a reason that it had");
            }
        }
    }

    private static void write(Path image, String name, Core.Image core) throws IOException {
        Files.write(image.resolve(name), core.snapshot());
        Files.write(image.resolve(LAZY_SOURCES), core.lazySources());
        System.out.printf(
                "%s: %d KiB, core.lazy-sources: %d KiB%n",
                name, core.snapshot().length >> 10, core.lazySources().length >> 10);
    }

    /** Has a process that starts from the snapshot compile what is not in it: V8 takes code from such isolates only. */
    private static void compileLazy(Path image, String snapshot, String code) throws IOException {
        try {
            int status = new ProcessBuilder(java(COMPILE, image.toString(), snapshot, code))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException("the modules outside of the " + snapshot + " can't be compiled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        System.out.printf("%s: %d KiB%n", code, Files.size(image.resolve(code)) >> 10);
    }

    /** Whether a process can start from the snapshot. V8 aborts where it can't, for reasons that depend on the whole heap. */
    private static boolean isReadable(Path image, String name) throws IOException {
        try {
            return new ProcessBuilder(java(READ, image.toString(), name))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void read(Path image, String name) throws IOException {
        start(image, Core.RUN_FLAGS);
        Isolate.open(Files.readAllBytes(image.resolve(name)));
        Runtime.getRuntime().halt(0);
    }

    private static void start(Path image, String flags) {
        Engine.start(new Engine.Options(image.resolve("native"), image.resolve("native/icudt77l.dat"), flags));
    }

    /** Given --help, V8 prints its flags and ends the process. */
    private static void printV8Help(Path image) {
        start(image, "--help");
        Isolate.open(null);
    }

    /** The command line of this class in a process of its own. */
    private static List<String> java(String... args) {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ImageBuilder.class.getName()));
        line.addAll(List.of(args));
        return line;
    }

    private static List<String> v8Flags(Path image) throws IOException {
        Process help = new ProcessBuilder(java("help", image.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = new BufferedReader(new InputStreamReader(help.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> flags = FLAG.matcher(lines.lines().collect(Collectors.joining("\n")))
                    .results()
                    .map(flag -> flag.group(1) + " " + flag.group(2))
                    .sorted()
                    .toList();
            if (flags.size() < 100) {
                throw new IOException("V8 named only " + flags.size() + " flags: " + flags);
            }
            return flags;
        }
    }
}
