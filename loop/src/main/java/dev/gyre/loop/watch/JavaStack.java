package dev.gyre.loop.watch;

import dev.gyre.loop.watch.Watched.Evidence;
import java.util.ArrayList;
import java.util.List;

/** The stack of a thread that runs Java, and what it says about the thread. */
public record JavaStack(Thread.State state, List<StackTraceElement> elements) {
    private static final List<String> RUNTIME = List.of("java.", "javax.", "jdk.", "sun.", "dev.gyre.loop.");

    /** As it is now. Any thread may ask. */
    public static JavaStack of(Thread thread) {
        return new JavaStack(thread.getState(), List.of(thread.getStackTrace()));
    }

    /** Its calls, without those of the loop below the callback. */
    public List<Frame> frames() {
        var frames = new ArrayList<Frame>();
        for (StackTraceElement element : elements) {
            String type = element.getClassName();
            if (type.equals("dev.gyre.loop.Callbacks")) {
                break;
            }
            frames.add(new Frame(
                    type + "." + element.getMethodName(),
                    element.getFileName(),
                    Math.max(0, element.getLineNumber()),
                    0,
                    RUNTIME.stream().noneMatch(type::startsWith)));
        }
        return frames;
    }

    /** Whether one of its calls is of this class, and method where that is not empty. */
    public boolean has(String type, String method) {
        return elements.stream()
                .anyMatch(one -> one.getClassName().equals(type)
                        && (method.isEmpty() || one.getMethodName().equals(method)));
    }

    /** What the thread does, by its state and innermost calls. */
    public Evidence evidence() {
        List<Frame> frames = frames();
        String innermost = frames.isEmpty() ? "" : frames.getFirst().function();
        Cause cause = switch (state) {
            case BLOCKED, WAITING, TIMED_WAITING -> Cause.WAITING;
            default -> innermost.startsWith("java.util.regex.") ? Cause.REGULAR_EXPRESSION : input(innermost);
        };
        return new Evidence(frames, cause, cause == Cause.COMPUTATION ? "" : innermost);
    }

    private static Cause input(String innermost) {
        boolean isInput = innermost.startsWith("java.io.")
                || innermost.startsWith("sun.nio.")
                || innermost.startsWith("java.net.")
                || innermost.startsWith("java.lang.ProcessImpl");
        return isInput ? Cause.SYNCHRONOUS_CALL : Cause.COMPUTATION;
    }
}
