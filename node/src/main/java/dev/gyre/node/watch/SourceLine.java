package dev.gyre.node.watch;

import dev.gyre.loop.watch.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of source that a frame is at. V8 does not tell which regular expression runs, so its pattern is looked for in the
 * text: in the line, or, where that names a variable, in the variable's declaration.
 */
record SourceLine(List<String> lines, int number, int column) {
    private static final long MAX_BYTES = 4L << 20;
    private static final int MAX_SHOWN = 120;
    private static final int MAX_LINE = 1000;

    /** A literal that begins where an expression may begin. */
    private static final String LITERAL =
            "/(?![*/])(?:[^/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*+\\])++/[dgimsuvy]*+";

    private static final String CONSTRUCTED = "(?:new\\s+)?RegExp\\((?:[^()\\n]|\\([^()\\n]*+\\))*+\\)";
    private static final Pattern EXPRESSION =
            Pattern.compile("(?<=(?:^|[=(,:;!&|?{}\\[>]|return)\\s{0,8})" + LITERAL + "|" + CONSTRUCTED);
    private static final Pattern NAME = Pattern.compile("([A-Za-z_$][\\w$]*)\\s*\\??\\.(?:test|exec)\\s*\\(");
    private static final Pattern ARGUMENT = Pattern.compile(
            "\\.(?:match|matchAll|replace|replaceAll|search|split)\\s*\\(\\s*(?:[\\w$]+\\s*\\.\\s*)*([A-Za-z_$][\\w$]*)");

    /** Null where there is no such file, or it is too large to be read by somebody who is in a hurry. */
    static @Nullable SourceLine of(Frame frame) {
        try {
            Path file = Path.of(frame.file() == null ? "" : frame.file());
            if (!file.isAbsolute() || !Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return null;
            }
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            if (frame.line() > lines.size() || frame.line() < 1) {
                return null;
            }
            return lines.get(frame.line() - 1).length() <= MAX_LINE
                    ? new SourceLine(lines, frame.line(), frame.column())
                    : partOf(lines.get(frame.line() - 1), frame.column());
        } catch (IOException | InvalidPathException _) {
            return null;
        }
    }

    /** Of a program that was made one line. */
    private static SourceLine partOf(String line, int column) {
        int from = Math.max(0, Math.min(column, line.length()) - MAX_LINE / 2);
        return new SourceLine(
                List.of(line.substring(from, Math.min(line.length(), from + MAX_LINE))), 1, column - from);
    }

    private String line() {
        return lines.get(number - 1);
    }

    /** The line as a report shows it. */
    String text() {
        String text = line().strip();
        if (text.length() <= MAX_SHOWN) {
            return text;
        }
        int from = Math.clamp(column - MAX_SHOWN / 3, 0, text.length() - MAX_SHOWN);
        return (from > 0 ? "…" : "") + text.substring(from, from + MAX_SHOWN) + "…";
    }

    /** The regular expression of this line, as far as it can be found. */
    @Nullable
    String pattern() {
        Matcher inLine = EXPRESSION.matcher(line());
        if (inLine.find()) {
            return nearest(inLine);
        }
        for (Pattern use : List.of(NAME, ARGUMENT)) {
            Matcher name = use.matcher(line());
            if (name.find()) {
                return declared(name.group(1));
            }
        }
        return null;
    }

    /** The last one that begins before the call's column, or the first behind it. */
    private String nearest(Matcher found) {
        String best = found.group();
        while (found.find()) {
            if (found.start() < column) {
                best = found.group();
            }
        }
        return best;
    }

    private @Nullable String declared(String name) {
        Pattern declaration = Pattern.compile(
                "(?<![\\w$])" + Pattern.quote(name) + "\\s*[=:]\\s*(" + LITERAL + "|" + CONSTRUCTED + ")");
        for (int distance = 0; distance < lines.size(); distance++) {
            for (int i : new int[] {number - 1 - distance, number - 1 + distance}) {
                if (i >= 0 && i < lines.size()) {
                    Matcher found = declaration.matcher(lines.get(i));
                    if (found.find()) {
                        return found.group(1);
                    }
                }
            }
        }
        return null;
    }
}
