package dev.gyre.regexp.lint;

import dev.gyre.regexp.lint.LintOptions.UsageException;
import dev.gyre.regexp.proof.Matcher;
import dev.gyre.regexp.proof.Proof;
import dev.gyre.regexp.source.Found;
import dev.gyre.regexp.source.Language;
import dev.gyre.regexp.source.ScriptScanner;
import dev.gyre.regexp.source.UnreadableException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command {@code gyre lint-regexp}. It uses V8 on the thread that calls it. */
public final class LintRegexp {
    public static final int EXIT_CLEAN = 0;
    public static final int EXIT_FOUND = 1;
    public static final int EXIT_USAGE = 2;

    private static final long MAX_FILE_BYTES = 32L << 20;
    private static final int BINARY_PROBE_BYTES = 8192;

    private final PrintStream out;
    private final LintOptions options;
    private final Matcher matcher;
    private final Report report;
    private final Map<List<String>, Verdict> verdicts =
            new HashMap<>(); // by source and flags: many are there many times

    private LintRegexp(LintOptions options, Matcher matcher, PrintStream out) {
        this.options = options;
        this.matcher = matcher;
        this.out = out;
        report = new Report(options.limits());
    }

    /**
     * Runs the command; its exit code.
     *
     * @param startEngine starts V8 without the guard of regular expressions; called if there is something to do
     */
    public static int run(List<String> arguments, Runnable startEngine, PrintStream out, PrintStream err) {
        LintOptions options;
        try {
            options = LintOptions.parse(arguments);
            for (String path : options.paths()) {
                if (!options.isHelp() && !Files.exists(Path.of(path))) {
                    throw new UsageException(path + " does not exist");
                }
            }
        } catch (UsageException | java.nio.file.InvalidPathException e) {
            err.println("gyre lint-regexp: " + e.getMessage());
            return EXIT_USAGE;
        }
        if (options.isHelp()) {
            out.print(LintOptions.HELP);
            return EXIT_CLEAN;
        }
        startEngine.run();
        try (var matcher = new Matcher()) {
            return new LintRegexp(options, matcher, out).run();
        }
    }

    private int run() {
        var files = new ScriptFiles(options.withNodeModules());
        options.paths().forEach(path -> files.add(Path.of(path)));
        files.problems().forEach(problem -> unread(problem.file().toString(), problem.reason()));
        files.files().forEach(this::file);
        out.print(options.isJson() ? report.json() : report.rest());
        out.flush();
        return report.vulnerable.isEmpty() ? EXIT_CLEAN : EXIT_FOUND;
    }

    private void unread(String place, String reason) {
        report.unread.add(new Report.Unread(place, reason));
    }

    private void file(Path file) {
        report.files++;
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_FILE_BYTES) {
                unread(file.toString(), "it is larger than " + (MAX_FILE_BYTES >> 20) + " MiB");
                return;
            }
            byte[] contents = Files.readAllBytes(file);
            if (isBinary(contents)) {
                unread(file.toString(), "it is a binary file");
                return;
            }
            scan(file, new String(contents, StandardCharsets.UTF_8));
        } catch (IOException e) {
            unread(file.toString(), "can't be read: " + e.getMessage());
        }
    }

    private static boolean isBinary(byte[] contents) {
        for (int i = 0; i < Math.min(contents.length, BINARY_PROBE_BYTES); i++) {
            if (contents[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private void scan(Path file, String text) {
        var lines = new Lines(text);
        try {
            Language language = Language.ofFile(file.getFileName().toString()).orElse(Language.JAVASCRIPT);
            ScriptScanner.Result result = ScriptScanner.scan(text, language);
            report.notConstant += result.others();
            result.found().forEach(found -> expression(file, lines, found));
        } catch (UnreadableException e) {
            unread(file + ":" + lines.line(e.at()) + ":" + lines.column(e.at()), String.valueOf(e.getMessage()));
        }
    }

    private void expression(Path file, Lines lines, Found found) {
        report.expressions++;
        Verdict verdict = verdicts.computeIfAbsent(
                List.of(found.source(), found.flags()),
                _ -> Verdict.of(found.source(), found.flags(), matcher, options.limits()));
        var entry = new Entry(
                file.toString(),
                lines.line(found.at()),
                lines.column(found.at()),
                found.source(),
                found.flags(),
                verdict);
        switch (verdict) {
            case Verdict.Safe _ -> {}
            case Verdict.Vulnerable(Proof proof) -> {
                report.vulnerable.add(entry);
                if (!options.isJson()) {
                    out.print(report.text(entry, proof)); // at once: many files take long
                    out.flush();
                }
            }
            case Verdict.Undecided _ -> report.undecided.add(entry);
            case Verdict.Invalid(String reason) ->
                unread(entry.place(), "no regular expression (" + reason + "): " + entry.literal());
        }
    }
}
