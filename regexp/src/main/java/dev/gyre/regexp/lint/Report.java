package dev.gyre.regexp.lint;

import dev.gyre.regexp.proof.Limits;
import dev.gyre.regexp.proof.Matcher;
import dev.gyre.regexp.proof.Proof;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was found in all files. */
final class Report {
    /** A file, or a place in it, that was not understood. */
    record Unread(String place, String reason) {}

    private final Limits limits;
    final List<Entry> vulnerable = new ArrayList<>();
    final List<Entry> undecided = new ArrayList<>();
    final List<Unread> unread = new ArrayList<>();
    int files;
    int expressions;
    int notConstant;

    Report(Limits limits) {
        this.limits = limits;
    }

    static String kind(Proof proof) {
        return proof.isExponential() ? "exponential" : "polynomial of degree " + proof.degree();
    }

    /** Whether V8's linear engine, which Gyre lets take over, answers soon enough. */
    boolean isDefused(Matcher.Run guarded) {
        return !guarded.isStopped() && guarded.cpuNs() < limits.minMs() * 1_000_000 / 4;
    }

    // ---- for people

    String text(Entry entry, Proof proof) {
        String length = proof.attack().length(proof.times()) + " characters";
        var text = new StringBuilder();
        text.append(entry.place())
                .append(": ")
                .append(kind(proof))
                .append(": ")
                .append(entry.literal())
                .append('\n');
        text.append("  witness: ").append(proof.attack().script(proof.times())).append('\n');
        text.append("  time:    ")
                .append(proof.isStopped() ? "stopped after " : "")
                .append(seconds(proof.cpuNs()))
                .append(" with ")
                .append(length)
                .append('\n');
        text.append("  guard:   ").append(guard(proof.guarded())).append('\n');
        text.append("  cure:    ")
                .append(Hint.of(proof.cause(), entry.source()))
                .append('\n');
        return text.toString();
    }

    private String guard(Matcher.@org.jspecify.annotations.Nullable Run guarded) {
        if (guarded == null) {
            return "not known";
        }
        String time = (guarded.isStopped() ? "stopped after " : "") + seconds(guarded.cpuNs());
        return isDefused(guarded)
                ? "Gyre's guard defuses it (" + time + ")"
                : "Gyre's guard does not help (" + time + ")";
    }

    private static String seconds(long ns) {
        return ns < 100_000_000
                ? String.format(Locale.ROOT, "%.1f ms", ns / 1e6)
                : String.format(Locale.ROOT, "%.2f s", ns / 1e9);
    }

    String rest() {
        var text = new StringBuilder();
        for (Entry entry : undecided) {
            String reason = ((Verdict.Undecided) entry.verdict()).reason();
            text.append(entry.place() + ": not decided, " + reason + ": " + entry.literal() + "\n");
        }
        unread.forEach(file -> text.append(file.place + ": not read: " + file.reason + "\n"));
        long exponential = vulnerable.stream()
                .filter(entry -> entry.verdict() instanceof Verdict.Vulnerable(Proof proof) && proof.isExponential())
                .count();
        text.append(count(vulnerable.size(), "vulnerable expression"))
                .append(vulnerable.isEmpty() ? "" : " (" + exponential + " exponential)")
                .append(" of ")
                .append(expressions)
                .append(" in ")
                .append(count(files, "file"));
        text.append(undecided.isEmpty() ? "" : ", " + undecided.size() + " not decided");
        text.append(unread.isEmpty() ? "" : ", " + unread.size() + " not read");
        text.append(notConstant == 0 ? "" : ", " + count(notConstant, "call") + " of RegExp not constant");
        return text.append('\n').toString();
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    // ---- for programs

    String json() {
        var text = new StringBuilder("{\n  \"vulnerable\": [");
        for (Entry entry : vulnerable) {
            Proof proof = ((Verdict.Vulnerable) entry.verdict()).proof();
            Matcher.Run guarded = proof.guarded();
            text.append(between(text))
                    .append(place(entry))
                    .append(", \"kind\": ")
                    .append(proof.isExponential() ? "\"exponential\"" : "\"polynomial\"")
                    .append(proof.isExponential() ? "" : ", \"degree\": " + proof.degree())
                    .append(", \"witness\": ")
                    .append(quote(proof.attack().script(proof.times())))
                    .append(", \"length\": ")
                    .append(proof.attack().length(proof.times()))
                    .append(", \"milliseconds\": ")
                    .append(milliseconds(proof.cpuNs()))
                    .append(", \"stopped\": ")
                    .append(proof.isStopped())
                    .append(
                            guarded == null
                                    ? ""
                                    : ", \"guard\": { \"defuses\": " + isDefused(guarded) + ", \"milliseconds\": "
                                            + milliseconds(guarded.cpuNs()) + " }")
                    .append(", \"cure\": ")
                    .append(quote(Hint.of(proof.cause(), entry.source())))
                    .append(" }");
        }
        text.append(vulnerable.isEmpty() ? "],\n" : "\n  ],\n").append("  \"undecided\": [");
        for (Entry entry : undecided) {
            text.append(between(text))
                    .append(place(entry))
                    .append(", \"reason\": ")
                    .append(quote(((Verdict.Undecided) entry.verdict()).reason()))
                    .append(" }");
        }
        text.append(undecided.isEmpty() ? "],\n" : "\n  ],\n").append("  \"unread\": [");
        for (Unread file : unread) {
            text.append(between(text))
                    .append("{ \"place\": " + quote(file.place) + ", \"reason\": " + quote(file.reason) + " }");
        }
        return text.append(unread.isEmpty() ? "],\n" : "\n  ],\n")
                .append("  \"files\": " + files + ",\n")
                .append("  \"expressions\": " + expressions + ",\n")
                .append("  \"notConstant\": " + notConstant + "\n}\n")
                .toString();
    }

    /** Before an element of an array. */
    private static String between(StringBuilder text) {
        return text.charAt(text.length() - 1) == '[' ? "\n    " : ",\n    ";
    }

    private static String place(Entry entry) {
        return "{ \"file\": " + quote(entry.file()) + ", \"line\": " + entry.line() + ", \"column\": " + entry.column()
                + ", \"source\": " + quote(entry.source()) + ", \"flags\": " + quote(entry.flags());
    }

    private static String milliseconds(long ns) {
        return String.format(Locale.ROOT, "%.1f", ns / 1e6);
    }

    private static String quote(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == 0x7F || Character.isSurrogate(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
