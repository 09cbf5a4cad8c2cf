package dev.gyre.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, with a script in the place of the JVM that prints what the kernel has of it. */
class LauncherFileTest {
    private static final String SCRIPT = """
            #!/bin/sh
            tr '\\0' '\\n' < /proc/$$/cmdline
            echo ----
            tr '\\0' '\\n' < /proc/$$/environ
            echo ----
            grep SigIgn /proc/$$/status
            """;

    @TempDir
    Path folder;

    private Path command;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("lib/gyre/jvm/bin"));
        Files.writeString(folder.resolve("lib/gyre/start.options"), "");
        Path java = Files.writeString(folder.resolve("lib/gyre/jvm/bin/java"), SCRIPT);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        command = folder.resolve("bin/node");
        LauncherFile.main(new String[] {command.toString(), "a.jar", "b.jar"});
    }

    @Test
    void startsTheMachineBesideItWithTheProgramsArguments() throws Exception {
        List<List<String>> parts = run(command, Map.of(), "x", "y z", "");
        String home = folder.toRealPath().resolve("lib/gyre").toString();
        List<String> line = parts.get(0);
        assertTrue(line.contains("@" + home + "/start.options"), line.toString());
        assertTrue(line.contains("-Xbootclasspath/a:" + home + "/lib/a.jar:" + home + "/lib/b.jar"), line.toString());
        assertTrue(line.contains("-Dgyre.command=" + folder.toRealPath().resolve("bin/node")), line.toString());
        assertTrue(line.contains("-Dgyre.argv0=" + command), line.toString());
        assertEquals(List.of("dev.gyre.cli.Main", "x", "y z", ""), line.subList(line.size() - 4, line.size()));
    }

    @Test
    void keepsTheEnvironmentWithOddNamesAndRenamesWhatMachinesObey() throws Exception {
        List<String> environment = run(
                        command,
                        Map.of(
                                "npm_config_//host/:_auth",
                                "a b",
                                "JAVA_TOOL_OPTIONS",
                                "-Dx",
                                "ICU_DATA",
                                "/y",
                                "JAVA",
                                "z"))
                .get(1);
        assertTrue(environment.contains("npm_config_//host/:_auth=a b"), environment.toString());
        assertTrue(environment.contains("GYRE_KEPT_JAVA_TOOL_OPTIONS=-Dx"), environment.toString());
        assertTrue(environment.contains("GYRE_KEPT_ICU_DATA=/y"), environment.toString());
        assertTrue(environment.contains("JAVA=z"), environment.toString());
        assertTrue(
                environment.contains("ICU_DATA=" + folder.toRealPath() + "/lib/gyre/native"), environment.toString());
        assertTrue(environment.contains("_JAVA_SR_SIGNUM=63"), environment.toString());
        assertFalse(environment.contains("JAVA_TOOL_OPTIONS=-Dx"), environment.toString());
    }

    @Test
    void putsCrashReportsWhereOneCanWrite() throws Exception {
        String there = "-XX:ErrorFile=" + folder + "/gyre-crash-%p.log";
        String usual = "-XX:ErrorFile=/tmp/gyre-crash-%p.log";
        assertTrue(run(command, Map.of("TMPDIR", folder.toString())).get(0).contains(there));
        assertTrue(run(command, Map.of("TMPDIR", folder + "/missing")).get(0).contains(usual));
        assertTrue(run(command, Map.of("TMPDIR", "")).get(0).contains(usual));
    }

    @Test
    void isFoundThroughLinksAndGivesSignalsTheirDefaultAction() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), command);
        var shell = new ProcessBuilder("sh", "-c", "trap '' HUP INT TERM; exec '" + link + "'");
        List<String> status = outcome(shell).get(2);
        assertEquals("SigIgn:\t0000000000000200", status.getFirst()); // SIGUSR1 alone
    }

    @Test
    void aCopyFindsTheMachineOfAProgramThatItDescendsFrom() throws Exception {
        Path copy = copy();
        Path machine = folder.resolve("lib/gyre/jvm/bin/java");
        Files.copy(Path.of("/bin/sh").toRealPath(), machine, StandardCopyOption.REPLACE_EXISTING);
        // The shell in the machine's place takes the copy's arguments for a script, and names it when it does not find
        // it.
        var program = new ProcessBuilder(machine.toString(), "-c", "sh -c '\"" + copy + "\"; :'; :");
        program.environment().put("PATH", "/usr/bin:/bin");
        List<List<String>> said = outcome(program);
        assertTrue(
                said.getFirst().toString().contains("@" + folder.toRealPath() + "/lib/gyre/start.options"),
                said.toString());
    }

    @Test
    void aCopyFindsTheCommandThatThePathLeadsTo() throws Exception {
        Path copy = copy();
        Path links = Files.createDirectories(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("node"), command);
        Path root = folder.toRealPath();
        for (Path place : List.of(folder.resolve("bin"), links)) {
            List<String> line = run(
                            copy, Map.of("PATH", "relative::" + copy.getParent() + ":/usr/bin:/bin:" + place), "x")
                    .get(0);
            assertTrue(line.contains("-Dgyre.home=" + root + "/lib/gyre"), line.toString());
            assertTrue(line.contains("-Dgyre.command=" + copy.toRealPath()), line.toString());
        }
    }

    /** The command at a place with nothing of Gyre's beside it. */
    private Path copy() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("some where/else")).resolve("node");
        return Files.copy(command, copy, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        Files.delete(folder.resolve("lib/gyre/start.options"));
        var builder = new ProcessBuilder(command.toString());
        builder.environment().put("PATH", "/usr/bin:/bin");
        Process process = builder.start();
        String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.exists(Path.of("/usr/lib/gyre/start.options"))) {
            assertEquals(
                    "gyre: the files of Gyre, lib/gyre beside the folder of this command, are missing\n", complaint);
            assertEquals(127, process.waitFor());
        }
    }

    private static List<List<String>> run(Path command, Map<String, String> environment, String... args)
            throws Exception {
        var line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(args));
        var builder = new ProcessBuilder(line);
        builder.environment().remove("TMPDIR");
        builder.environment().putAll(environment);
        return outcome(builder);
    }

    private static List<List<String>> outcome(ProcessBuilder builder) throws Exception {
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        var parts = new ArrayList<List<String>>();
        for (String part : text.split("----\n", -1)) {
            List<String> lines = List.of(part.split("\n", -1));
            parts.add(lines.subList(0, lines.size() - 1));
        }
        return parts;
    }
}
