package dev.gyre.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Maven with the parent pom on a small project that breaks a rule of the build on purpose. */
class PlantedBuildTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int LIMIT_SECONDS = 180;

    @TempDir
    Path folder;

    @Test
    void spotlessRefusesJavaThatIsNotFormatted() throws Exception {
        plant("class Planted{int x=1;}", "");
        assertRefused("Planted.java", "spotless:check");
        plant("class Planted {\n    int x = 1;\n}\n", "");
        assertEquals(0, maven("spotless:check").exitCode());
    }

    @Test
    void theEnforcerRefusesADependencyInTwoVersions() throws Exception {
        // One library in two versions.
        plant("class Planted {}\n", """
                <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>1.7.36</version></dependency>
                <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.17</version></dependency>
                """);
        assertRefused("BanDuplicatePomDependencyVersions", "validate");
    }

    private record Run(int exitCode, String output) {}

    private void assertRefused(String word, String goal) throws Exception {
        Run run = maven(goal);
        assertNotEquals(0, run.exitCode(), run.output());
        assertTrue(run.output().contains(word), run.output());
    }

    /** The parent pom itself, as a project of one class without modules. */
    private void plant(String source, String dependencies) throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"))
                .replaceFirst("(?s)<modules>.*?</modules>", "")
                .replace("<packaging>pom</packaging>", "<packaging>jar</packaging>")
                .replaceFirst("(?s)(</dependencyManagement>\\s*<dependencies>)", "$1" + dependencies);
        Files.writeString(folder.resolve("pom.xml"), pom);
        Path sources = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(sources.resolve("Planted.java"), source);
    }

    private Run maven(String goal) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        var command = List.of(System.getProperty("gyre.maven"), "-B", "-ntp", goal);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "Maven takes too long");
            return new Run(process.exitValue(), Files.readString(log));
        } finally {
            process.destroyForcibly();
        }
    }
}
