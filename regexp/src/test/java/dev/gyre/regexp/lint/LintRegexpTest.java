package dev.gyre.regexp.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.regexp.TestMatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintRegexpTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("src/node_modules/dep"));
        Files.createDirectories(folder.resolve(".hidden"));
        Files.writeString(folder.resolve("src/evil.js"), "'use strict';\nconst a = 1, evil = /(a+)+$/;\n");
        Files.writeString(folder.resolve("src/safe.ts"), "const safe: RegExp = /^[a-z]+$/;\n");
        Files.writeString(folder.resolve("src/node_modules/dep/index.js"), "module.exports = /^(a|a)*$/;\n");
        Files.writeString(folder.resolve(".hidden/x.js"), "x = /^(a|a)*$/;\n");
        Files.writeString(folder.resolve("notes.txt"), "/^(a|a)*$/\n");
    }

    private int lint(String... arguments) {
        return LintRegexp.run(List.of(arguments), TestMatcher::startEngine, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsVulnerableExpressionsWithTheirPlaces() {
        assertEquals(LintRegexp.EXIT_FOUND, lint("--min-time=200", folder.toString()));
        String place = folder.resolve("src/evil.js") + ":2:21: exponential: /(a+)+$/\n  witness: 'a'.repeat(";
        assertTrue(out().startsWith(place), out());
        assertTrue(out().contains("Gyre's guard defuses it"), out());
        assertTrue(out().contains("  cure:    (a+)+ can read the same text in several ways"), out());
        assertTrue(out().endsWith("1 vulnerable expression (1 exponential) of 2 in 2 files\n"), out());
    }

    @Test
    void looksIntoNodeModulesWhenTold() {
        assertEquals(LintRegexp.EXIT_FOUND, lint("--min-time=20", "--node-modules", folder.toString()));
        assertTrue(out().endsWith("2 vulnerable expressions (2 exponential) of 3 in 3 files\n"), out());
        out.reset();
        assertEquals(
                LintRegexp.EXIT_FOUND,
                lint("--min-time=20", folder.resolve("src/node_modules").toString()));
        assertTrue(out().endsWith("of 1 in 1 file\n"), out());
    }

    @Test
    void aCleanFileIsCleanAndAnyNamedFileIsRead() throws IOException {
        assertEquals(LintRegexp.EXIT_CLEAN, lint(folder.resolve("src/safe.ts").toString()));
        assertEquals("0 vulnerable expressions of 1 in 1 file\n", out());
        out.reset();
        Path script = Files.writeString(folder.resolve("script"), "#!/usr/bin/env gyre\n/^(a|a)*$/.test(x)\n");
        assertEquals(LintRegexp.EXIT_FOUND, lint("--min-time=20", script.toString()));
    }

    @Test
    void namesWhatItCouldNotRead() throws IOException {
        Files.delete(folder.resolve("src/evil.js"));
        Files.write(folder.resolve("binary.js"), new byte[] {'/', 0, '/'});
        Files.writeString(folder.resolve("broken.js"), "\nx = 'a\n");
        Files.writeString(folder.resolve("invalid.js"), "new RegExp('(')");
        Files.writeString(folder.resolve("dynamic.js"), "new RegExp(x)");
        Files.createSymbolicLink(folder.resolve("loop"), folder);
        Files.createSymbolicLink(folder.resolve("nowhere.js"), folder.resolve("gone"));
        Files.createSymbolicLink(folder.resolve("again.ts"), folder.resolve("src/safe.ts"));
        assertEquals(LintRegexp.EXIT_CLEAN, lint(folder.toString()));
        assertTrue(out().contains("nowhere.js: not read: a link that leads nowhere"), out());
        assertTrue(out().contains("binary.js: not read: it is a binary file"), out());
        assertTrue(out().contains("broken.js:2:5: not read: a string has no end"), out());
        assertTrue(out().contains("invalid.js:1:1: not read: no regular expression (a group has no end): /(/"), out());
        assertTrue(
                out().endsWith("0 vulnerable expressions of 2 in 5 files, 4 not read, 1 call of RegExp not constant\n"),
                out());
    }

    @Test
    void aFileOfMegabytesTakesSecondsAtMost() throws IOException {
        String statement = "a=function(b){return/^[a-z]+$/.test(b)?b/2/c:`${b}/`},";
        Path file = Files.writeString(folder.resolve("min.js"), "var " + statement.repeat(50_000) + "z");
        assertEquals(LintRegexp.EXIT_CLEAN, lint(file.toString()));
        assertTrue(out().contains("of 50000 in 1 file"), out());
    }

    @Test
    void printsJson() {
        assertEquals(
                LintRegexp.EXIT_FOUND,
                lint("--json", "--min-time=200", folder.resolve("src").toString()));
        String json = out();
        assertTrue(
                json.contains(
                        "\"line\": 2, \"column\": 21, \"source\": \"(a+)+$\", \"flags\": \"\", \"kind\": \"exponential\""),
                json);
        assertTrue(json.contains("\"guard\": { \"defuses\": true"), json);
        assertTrue(
                json.contains("\"undecided\": [],\n  \"unread\": [],\n  \"files\": 2,\n  \"expressions\": 2,"), json);
    }

    @Test
    void wrongCommandLinesAreSaid() {
        assertEquals(LintRegexp.EXIT_USAGE, lint());
        assertEquals(LintRegexp.EXIT_USAGE, lint("--frobnicate", "."));
        assertEquals(LintRegexp.EXIT_USAGE, lint("--min-time=soon", "."));
        assertEquals(LintRegexp.EXIT_USAGE, lint(folder.resolve("missing").toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("missing does not exist"));
        assertEquals("", out());
        assertEquals(LintRegexp.EXIT_CLEAN, lint("--help"));
        assertTrue(out().startsWith("Usage: gyre lint-regexp"));
        assertFalse(out().contains("\t"));
    }
}
