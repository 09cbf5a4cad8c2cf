package dev.gyre.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One folder (or, for {@code intl/}, one script) with the outcomes that Node's behaviour allows. */
record Case(String name, Path dir, List<String> args, Map<String, String> env, Path stdin, List<Outcome> legal) {

    private static final Path NO_INPUT = Path.of("/dev/null");
    private static final Pattern SCRIPT = Pattern.compile("\\.[cm]?js$");
    private static final Pattern CLOCK =
            Pattern.compile("performance\\.now|hrtime|Date\\.now|setTimeout|setInterval|timers/promises");

    /** Every case below {@code root}: {@code order/*}, {@code specs/subject/*} and {@code intl/*.js}. */
    static List<Case> all(Path root) {
        return Stream.of(
                        folders(root.resolve("order")).stream(),
                        folders(root.resolve("specs")).stream().flatMap(subject -> folders(subject).stream()),
                        scripts(root.resolve("intl")).stream())
                .flatMap(paths -> paths)
                .map(path -> Files.isDirectory(path) ? ofFolder(root, path) : ofScript(root, path))
                .toList();
    }

    /** Whether its scripts use timers or read a clock, so that load on the machine may change what they print. */
    boolean readsClock() {
        if (!isFolder()) {
            return false;
        }
        try (var files = Files.walk(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (SCRIPT.matcher(file.toString()).find()
                        && CLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                                .find()) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Case ofFolder(Path root, Path dir) {
        return new Case(
                root.relativize(dir).toString(),
                dir,
                arguments(dir),
                environment(dir.resolve("env.txt")),
                Files.exists(dir.resolve("stdin.txt")) ? dir.resolve("stdin.txt") : NO_INPUT,
                legalOutcomes(dir));
    }

    /**
     * A program of {@code packages/} in one of its modes, {@code packages/NAME/production}: that folder holds what is
     * recorded, the script is beside it, and {@code modules} has what the script requires.
     */
    static Case ofProgram(Path root, Path program, String mode, Path modules) {
        var dir = program.resolve(mode);
        return new Case(
                root.relativize(dir).toString(),
                dir,
                List.of("../main.js"),
                Map.of("NODE_ENV", mode, "NODE_PATH", modules.toString()),
                NO_INPUT,
                legalOutcomes(dir));
    }

    private static Case ofScript(Path root, Path script) {
        var file = script.getFileName().toString();
        var expected = script.resolveSibling(file.substring(0, file.length() - ".js".length()) + ".out");
        return new Case(
                root.relativize(script).toString(),
                script.getParent(),
                List.of(file),
                Map.of(),
                NO_INPUT,
                Files.exists(expected) ? List.of(new Outcome(read(expected), "", 0)) : List.of());
    }

    /** True for a folder that holds its own expected files, which is what can be recorded. */
    boolean isFolder() {
        return !name.startsWith("intl/");
    }

    private static List<String> arguments(Path dir) {
        var file = dir.resolve("args.txt");
        if (Files.exists(file)) {
            return read(file).lines().toList();
        }
        return Stream.of("main.js", "main.mjs", "main.cjs")
                .filter(script -> Files.exists(dir.resolve(script)))
                .findFirst()
                .map(List::of)
                .orElseThrow(() -> new IllegalStateException(dir + " has neither main.js nor args.txt"));
    }

    private static Map<String, String> environment(Path file) {
        Map<String, String> variables = new TreeMap<>();
        if (Files.exists(file)) {
            read(file).lines().forEach(line -> {
                int equals = line.indexOf('=');
                variables.put(line.substring(0, equals), line.substring(equals + 1));
            });
        }
        return variables;
    }

    private static List<Outcome> legalOutcomes(Path dir) {
        var stderr = dir.resolve("expected-stderr.txt");
        var exit = dir.resolve("expected-exit");
        var stderrText = Files.exists(stderr) ? read(stderr) : "";
        var exitCode = Files.exists(exit) ? Integer.parseInt(read(exit).strip()) : 0;
        return Stream.concat(Stream.of(dir.resolve("expected.txt")), list(dir.resolve("expected-any")).stream())
                .filter(Files::exists)
                .map(file -> new Outcome(read(file), stderrText, exitCode))
                .toList();
    }

    static List<Path> folders(Path dir) {
        return list(dir).stream().filter(Files::isDirectory).toList();
    }

    private static List<Path> scripts(Path dir) {
        return list(dir).stream()
                .filter(file -> file.toString().endsWith(".js"))
                .toList();
    }

    private static List<Path> list(Path dir) {
        if (!Files.isDirectory(dir)) {
            return List.of();
        }
        try (var entries = Files.list(dir)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
