package dev.gyre.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What one run of a command left behind, with everything taken out that may differ between two runs or
 * between two runtimes without being a difference in behaviour: where the case lies on disk, the process
 * id, the runtime's own name and version, the frames and source lines of its core modules, and how long
 * the tests of {@code node:test} took.
 */
record Outcome(String stdout, String stderr, int exitCode) {

    private static final Pattern CORE_FRAME = Pattern.compile(
            "\\s+(?:at (?:.*\\(|async )?(?:node:|\\[(?:eval|stdin)\\]-wrapper:).*|\\.\\.\\. \\d+ lines matching cause stack trace \\.\\.\\..*)");
    private static final Pattern BUILTIN_FRAME = Pattern.compile("\\s+at .* \\(<anonymous>\\)");
    private static final Pattern CORE_SOURCE = Pattern.compile("(?m)^node:\\S+:\\d+\\n.*\\n\\s*\\^+\\n");
    /** Node 26 asks its TypeScript parser about a syntax error in {@code -e} and adds what that says. */
    private static final Pattern TYPESCRIPT_REMARK = Pattern.compile("(?m)^(\\s*\\^+\\n)\\S.*\\n(?=\\nSyntaxError: )");

    private static final Pattern VERSION_LINE = Pattern.compile("(?m)^(?:Node\\.js|Gyre) v.*$");
    private static final Pattern WARNING_PID = Pattern.compile("(?m)^\\(node:\\d+\\)");
    private static final Pattern HINT_COMMAND = Pattern.compile("(?m)^(\\(Use `)\\S+( --trace)");
    private static final Pattern COMMAND_PREFIX = Pattern.compile("(?m)^\\S*(?:node|gyre): (?=\\S)");

    private static final Pattern TEST_DURATION =
            Pattern.compile("(?<=\\()[\\d.e-]+(?=ms\\))|(?<=\\bduration_ms:? )[\\d.e-]+|(?<= time=\")[\\d.]+(?=\")");

    static Outcome of(String stdout, String stderr, int exitCode, Path dir) {
        return new Outcome(normalize(stdout, dir), normalize(stderr, dir), exitCode);
    }

    static String normalize(String text, Path dir) {
        var result = text.replace(dir.toString(), "<dir>").replace(rootOf(dir).toString(), "<conformance>");
        result = CORE_SOURCE.matcher(result).replaceAll("<core source>\n");
        result = TYPESCRIPT_REMARK.matcher(result).replaceAll("$1");
        result = VERSION_LINE.matcher(result).replaceAll("<version>");
        result = WARNING_PID.matcher(result).replaceAll("(node:<pid>)");
        result = HINT_COMMAND.matcher(result).replaceAll("$1<command>$2");
        result = COMMAND_PREFIX.matcher(result).replaceAll("<command>: ");
        result = TEST_DURATION.matcher(result).replaceAll("<duration>");
        return withoutCoreFrames(result);
    }

    /** The folder of all cases, which has files that several of them share; the case's own folder where there is none. */
    private static Path rootOf(Path dir) {
        for (Path folder = dir; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("recorded-with.txt"))) {
                return folder;
            }
        }
        return dir;
    }

    /**
     * A builtin function that core code called goes with its caller. A stack ends in an opening brace where
     * the error has properties: the brace outlives its frame.
     */
    private static String withoutCoreFrames(String text) {
        List<String> kept = new ArrayList<>();
        for (var line : text.split("\n", -1)) {
            if (!CORE_FRAME.matcher(line).matches()) {
                kept.add(line);
                continue;
            }
            while (!kept.isEmpty() && BUILTIN_FRAME.matcher(kept.getLast()).matches()) {
                kept.removeLast();
            }
            if (line.endsWith(" {") && !kept.isEmpty() && !kept.getLast().endsWith(" {")) {
                kept.add(kept.removeLast() + " {");
            }
        }
        return String.join("\n", kept);
    }

    /** Says in what this outcome differs from {@code expected}; empty when they are equal. */
    String differenceFrom(Outcome expected) {
        var text = new StringBuilder();
        if (!stdout.equals(expected.stdout)) {
            text.append(differingLine("stdout", expected.stdout, stdout));
        }
        if (!stderr.equals(expected.stderr)) {
            text.append(differingLine("stderr", expected.stderr, stderr));
        }
        if (exitCode != expected.exitCode) {
            text.append("exit code: expected ")
                    .append(expected.exitCode)
                    .append(", got ")
                    .append(exitCode)
                    .append('\n');
        }
        return text.toString();
    }

    private static String differingLine(String stream, String expected, String actual) {
        var wanted = expected.split("\n", -1);
        var got = actual.split("\n", -1);
        int line = 0;
        while (line < wanted.length && line < got.length && wanted[line].equals(got[line])) {
            line++;
        }
        return """
        %s differs from line %d on
          expected: %s
          got:      %s
        --- all of it expected:
        %s
        --- all of it got:
        %s
        """.formatted(stream, line + 1, at(wanted, line), at(got, line), expected, actual);
    }

    private static String at(String[] lines, int line) {
        return line < lines.length ? lines[line] : "(end)";
    }
}
