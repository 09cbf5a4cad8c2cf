package dev.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A Maven project that depends on the artifact gyre alone is built from artifacts in a repository folder, and runs an Express
 * server. The repository is one below target: our own artifacts are put there, and what Maven itself needs is linked from
 * the user's.
 */
@Timeout(300)
class InstalledArtifactsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path REPOSITORY = TARGET.resolve("repository");
    private static final Path CONSUMER = TARGET.resolve("consumer");

    /** Folders and artifacts, as a user's build needs them. */
    private static final List<String> MODULES = List.of("loop", "codec", "io", "engine", "node", "image", "api");

    private final String parentPom = read(ROOT.resolve("pom.xml"));

    @Test
    void projectOfItsOwnRunsExpressFromTheArtifacts() throws Exception {
        fillRepository();
        copyConsumer();
        run(CONSUMER, "mvn", "-B", "-o", "-q", "-Dmaven.repo.local=" + REPOSITORY, "compile");
        installExpress();
        String classPath = CONSUMER.resolve("target/classes") + ":"
                + Files.readString(CONSUMER.resolve("target/class-path.txt")).strip();
        for (String jar : classPath.split(":")) {
            assertTrue(Path.of(jar).startsWith(TARGET), jar + " is no artifact of Gyre's");
        }
        String printed = run(
                CONSUMER,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dgyre.cache=" + TARGET.resolve("cache"),
                "-cp",
                classPath,
                "example.ExpressInJava");
        assertEquals("200 {\"hello\":\"Dr. Ada\"}\nExpress\nclosed\n", printed);
    }

    private void fillRepository() throws IOException {
        delete(REPOSITORY);
        Path users =
                Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
        linkAll(users, REPOSITORY, "dev");
        if (Files.isDirectory(users.resolve("dev"))) {
            linkAll(users.resolve("dev"), REPOSITORY.resolve("dev"), "gyre");
        }
        install(ROOT.resolve("pom.xml"), "gyre-parent", null);
        for (String module : MODULES) {
            String artifact = module.equals("api") ? "gyre" : "gyre-" + module;
            install(
                    ROOT.resolve(module).resolve("pom.xml"),
                    artifact,
                    ROOT.resolve(module).resolve("target/" + artifact + "-" + version() + ".jar"));
        }
    }

    private static void linkAll(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    private void install(Path pom, String artifact, Path jar) throws IOException {
        Path folder = Files.createDirectories(
                REPOSITORY.resolve("dev/gyre").resolve(artifact).resolve(version()));
        Files.copy(pom, folder.resolve(artifact + "-" + version() + ".pom"));
        if (jar != null) {
            Files.createLink(folder.resolve(artifact + "-" + version() + ".jar"), jar);
        }
    }

    private void copyConsumer() throws IOException {
        delete(CONSUMER);
        Path source = Path.of("src/test/consumer");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = CONSUMER.resolve(source.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        String pom = read(CONSUMER.resolve("pom.xml")).replace("@gyre@", version());
        for (String plugin : List.of("maven-resources-plugin", "maven-compiler-plugin", "maven-dependency-plugin")) {
            pom = pom.replace("@" + plugin + "@", versionOf(plugin));
        }
        Files.writeString(CONSUMER.resolve("pom.xml"), pom);
    }

    /** The version that the conformance cases use, from npm. */
    private static void installExpress() throws IOException, InterruptedException {
        for (String file : List.of("package.json", "package-lock.json")) {
            Files.copy(
                    ROOT.resolve("conformance/packages").resolve(file),
                    CONSUMER.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        run(CONSUMER, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
    }

    private String version() {
        return first("<artifactId>gyre-parent</artifactId>\\s*<version>([^<]+)</version>");
    }

    private String versionOf(String plugin) {
        return first("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]+)</version>");
    }

    private String first(String pattern) {
        var matcher = Pattern.compile(pattern).matcher(parentPom);
        assertTrue(matcher.find(), pattern);
        String found = matcher.group(1);
        return found.startsWith("${")
                ? first("<" + Pattern.quote(found.substring(2, found.length() - 1)) + ">([^<]+)<")
                : found;
    }

    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(command));
        Path out = Files.createTempFile(TARGET, "out", ".txt");
        Path err = Files.createTempFile(TARGET, "err", ".txt");
        var builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(words + " still runs:\n" + read(out) + read(err));
        }
        assertEquals(0, process.exitValue(), () -> words + "\n" + read(out) + read(err));
        return read(out);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
