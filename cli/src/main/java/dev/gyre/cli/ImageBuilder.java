package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Isolate;
import dev.gyre.node.Core;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes what the command starts from, at build time: the snapshot of the core, and the names of V8's flags. V8's flags
 * are the same for all of a process, so each is a process of its own; only in the first is natives syntax on.
 *
 * <p>Arguments: the core's source folder and the image folder, which has V8's library and ICU's data already.
 */
public final class ImageBuilder {
    private static final Pattern FLAG = Pattern.compile("^  (--[\\w-]+) \\(.*\\n +type: (\\w+)", Pattern.MULTILINE);

    private static final String SNAPSHOT = "core.snapshot";
    private static final String READ = "--read";

    private ImageBuilder() {}

    public static void main(String[] args) throws IOException {
        Path image = Path.of(args[args.length - 1]);
        if (args.length == 1) {
            printV8Help(image);
            return;
        }
        if (args[0].equals(READ)) {
            read(image);
            return;
        }
        Files.write(image.resolve("v8-flags.txt"), v8Flags(image));
        start(image, Core.BUILD_FLAGS);
        write(image, Core.image(Path.of(args[0]), true));
        if (!isReadable(image)) {
            System.out.println("V8 can't read a snapshot with the modules of servers: they are compiled when used.");
            write(image, Core.image(Path.of(args[0]), false));
        }
        Runtime.getRuntime().halt(0); // V8 has nothing to tidy up that the end of the process does not
    }

    private static void write(Path image, Core.Image core) throws IOException {
        Files.write(image.resolve(SNAPSHOT), core.snapshot());
        Files.write(image.resolve("core.left-out"), core.leftOut());
        System.out.printf(
                "core.snapshot: %d KiB, core.left-out: %d KiB%n",
                core.snapshot().length >> 10, core.leftOut().length >> 10);
    }

    /** Whether a process can start from the snapshot. V8 aborts where it can't, for reasons that depend on the whole heap. */
    private static boolean isReadable(Path image) throws IOException {
        try {
            return new ProcessBuilder(java(READ, image.toString()))
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

    private static void read(Path image) throws IOException {
        start(image, Core.RUN_FLAGS);
        Isolate.open(Files.readAllBytes(image.resolve(SNAPSHOT)));
        Runtime.getRuntime().halt(0);
    }

    private static void start(Path image, String flags) {
        Engine.start(new Engine.Options(image.resolve("native"), image.resolve("native/icudt77l.dat"), flags));
    }

    /** Given --help, V8 prints its flags and ends the process. */
    static void printV8Help(Path image) {
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
        Process help = new ProcessBuilder(java(image.toString()))
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
