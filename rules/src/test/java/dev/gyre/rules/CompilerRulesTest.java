package dev.gyre.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles planted violations as the build compiles main code; each rule must refuse its own. */
class CompilerRulesTest {
    private static final int LIMIT_SECONDS = 120;

    private static final String MARKED = "@NullMarked package planted; import org.jspecify.annotations.NullMarked;";

    @TempDir
    Path folder;

    private record Compilation(int exitCode, String output) {}

    @Test
    void codeWithoutViolationsCompiles() throws Exception {
        var result = compile("""
                package planted;
                final class Sound {
                    String text() { return "text"; }
                }
                """);
        assertEquals(new Compilation(0, ""), result);
    }

    @Test
    void lintWarningsAreErrors() throws Exception {
        var result = compile("""
                package planted;
                import java.util.List;
                final class Planted {
                    List raw() { return List.of(); }
                }
                """);
        assertRefused("[rawtypes]", result);
    }

    @Test
    void errorProneRefusesBugs() throws Exception {
        var result = compile("""
                package planted;
                final class Planted {
                    void forgets() { new IllegalStateException("not thrown"); }
                }
                """);
        assertRefused("[DeadException]", result);
    }

    @Test
    void whatErrorProneOnlyWarnsOfIsAnError() throws Exception {
        var result = compile("""
                package planted;
                final class Planted {
                    boolean same(String a, String b) { return a == b; }
                }
                """);
        assertRefused("[ReferenceEquality]", result);
    }

    @Test
    void nullAwayRefusesNullWhereNoneIsAllowed() throws Exception {
        var result = compile("""
                package planted;
                final class Planted {
                    String text() { return null; }
                }
                """);
        assertRefused("[NullAway]", result);
    }

    @Test
    void allPackagesAreMarkedForNullAway() throws Exception {
        var unmarked = new TreeSet<String>();
        for (String module : CompilerSettings.read().modules()) {
            Path sources = CompilerSettings.ROOT.resolve(module).resolve("src/main/java/dev");
            if (Files.exists(sources)) {
                try (Stream<Path> folders = Files.walk(sources)) {
                    folders.filter(CompilerRulesTest::isUnmarkedPackage)
                            .map(folder ->
                                    sources.resolve("gyre").relativize(folder).toString())
                            .forEach(unmarked::add);
                }
            }
        }
        assertEquals(Set.of(), unmarked, "a package says @NullMarked in its package-info.java");
    }

    @Test
    void noModuleHasCompilerArgumentsOfItsOwn() throws Exception {
        for (String module : CompilerSettings.read().modules()) {
            String pom = Files.readString(CompilerSettings.ROOT.resolve(module).resolve("pom.xml"));
            assertFalse(pom.contains("<compilerArg"), module);
        }
    }

    @Test
    void verifyLeavesNoRuleOut() throws Exception {
        assertFalse(Files.readString(CompilerSettings.ROOT.resolve("verify")).contains("-DskipChecks"));
    }

    private static void assertRefused(String rule, Compilation result) {
        assertTrue(result.exitCode() != 0 && result.output().contains(rule), () -> rule + " in " + result);
    }

    private static boolean isUnmarkedPackage(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                return false;
            }
            try (var sources = Files.newDirectoryStream(folder, "*.java")) {
                if (!sources.iterator().hasNext()) {
                    return false;
                }
            }
            Path info = folder.resolve("package-info.java");
            return !Files.exists(info) || !Files.readString(info).contains("@NullMarked");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Compilation compile(String source) throws Exception {
        var settings = CompilerSettings.read();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        CompilerSettings.jvmOptions().forEach(option -> command.add("-J" + option));
        command.add("-J-XX:TieredStopAtLevel=1"); // a short run
        command.addAll(settings.arguments());
        // javac warns of entries that don't exist, such as the classes of a module that has tests only.
        String jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Files.exists(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
        boolean hasPlugins = settings.plugins().containsAll(List.of("error_prone_core", "nullaway"));
        command.addAll(List.of("-proc:none", "-processorpath", hasPlugins ? jars : "", "-classpath", jars));
        command.addAll(List.of("-d", folder.toString()));
        command.add(
                Files.writeString(folder.resolve("package-info.java"), MARKED).toString());
        String name = source.contains("class Sound") ? "Sound.java" : "Planted.java";
        command.add(Files.writeString(folder.resolve(name), source).toString());
        Path output = folder.resolve("output");
        Process javac = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!javac.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            javac.destroyForcibly();
            throw new IllegalStateException("javac ran longer than " + LIMIT_SECONDS + " s");
        }
        return new Compilation(javac.exitValue(), Files.readString(output));
    }
}
