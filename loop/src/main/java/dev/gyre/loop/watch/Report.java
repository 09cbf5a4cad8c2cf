package dev.gyre.loop.watch;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Running;
import java.util.List;
import java.util.Locale;

/** The text of a {@link Block}, for people. */
final class Report {
    private static final int MAX_LINES = 12;

    private Report() {}

    static String of(Block block) {
        return block.isOver() ? end(block) : begin(block);
    }

    private static String begin(Block block) {
        var text =
                new StringBuilder("gyre: the event loop").append(whose(block)).append(" is blocked: ");
        text.append(subject(block)).append(isPlural(block) ? " have" : " has").append(" been running for ");
        text.append(time(block.elapsedNs()));
        block.running()
                .phase()
                .ifPresent(phase -> text.append(" (")
                        .append(phase.name().toLowerCase(Locale.ROOT))
                        .append(" phase)"));
        text.append('\n');
        block.place().ifPresent(place -> text.append("  where: ").append(place).append('\n'));
        text.append("  cause: ").append(block.cause().text());
        if (!block.detail().isEmpty()) {
            text.append(": ").append(block.detail());
        }
        text.append('\n');
        if (block.stack().size() > 1) {
            text.append("  stack while it ran:\n");
            appendStack(text, block.stack());
        }
        return text.toString();
    }

    /** Calls that follow each other at one place are one line. */
    private static void appendStack(StringBuilder text, List<Frame> stack) {
        int lines = 0;
        for (int i = 0; i < stack.size(); ) {
            if (lines++ == MAX_LINES) {
                text.append("    … and ").append(stack.size() - i).append(" more calls\n");
                return;
            }
            Frame frame = stack.get(i);
            int from = i;
            while (i < stack.size() && stack.get(i).equals(frame)) {
                i++;
            }
            text.append("    at ").append(frame);
            text.append(i - from > 1 ? ", " + (i - from) + " times\n" : "\n");
        }
    }

    private static String end(Block block) {
        String place = block.place().map(frame -> " at " + frame.place()).orElse("");
        return "gyre: the event loop" + whose(block) + " goes on: " + subject(block) + place
                + (block.isEnded() ? isPlural(block) ? " were ended after " : " was ended after " : " took ")
                + time(block.elapsedNs()) + "\n";
    }

    private static String whose(Block block) {
        return block.who().equals("main") ? "" : " of " + block.who();
    }

    private static String subject(Block block) {
        Running running = block.running();
        String what = block.what() == null ? "" : " (" + block.what() + ")";
        if (running.kind() != running.after()) {
            return words(running.kind()) + " after " + words(running.after()) + what;
        }
        return words(running.kind()) + what;
    }

    private static boolean isPlural(Block block) {
        return switch (block.running().kind()) {
            case NEXT_TICK, PROMISE_JOB -> true;
            default -> false;
        };
    }

    /** With its article, as part of a sentence. */
    static String words(CallbackKind kind) {
        return switch (kind) {
            case NONE -> "code outside of a callback";
            case MAIN_SCRIPT -> "the main script";
            case MODULE -> "the loading of a module";
            case NEXT_TICK -> "process.nextTick callbacks";
            case PROMISE_JOB -> "promise jobs";
            case HTTP_REQUEST -> "an HTTP request";
            case HTTP_RESPONSE -> "an HTTP response callback";
            case HTTP_BODY -> "an HTTP body callback";
            case SOCKET_CONNECTION -> "a connection callback";
            case FILE -> "a file system callback";
            case FILE_CHANGE -> "a file watcher's callback";
            case DNS -> "a DNS callback";
            case CHILD -> "the callback of a child process or worker";
            case SIGNAL -> "a signal handler";
            case UNCAUGHT -> "the handler of an uncaught error";
            case EXIT -> "an exit handler";
            case WORK -> "the callback of a pool task";
            case CHANNEL -> "the callback of a ready channel";
            case ASYNC -> "the callback of a wake-up";
            case POST -> "a posted task";
            case POLL_END -> "the callback at the end of polling";
            case TIMER, PENDING, IDLE, PREPARE, REQUEST, CHECK, IMMEDIATE, CLOSE, SOCKET_DATA, SOCKET -> named(kind);
            case DATAGRAM, CRYPTO, ZLIB, MESSAGE, NOTICE -> named(kind);
        };
    }

    private static String named(CallbackKind kind) {
        String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return ("aeiou".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name + " callback";
    }

    static String time(long ns) {
        long ms = ns / 1_000_000;
        return ms < 10_000 ? ms + " ms" : ms / 1000 + " s";
    }
}
