package dev.gyre.node.watch;

import dev.gyre.loop.CallbackKind;
import dev.gyre.loop.Running;
import dev.gyre.loop.watch.Cause;
import dev.gyre.loop.watch.Frame;
import dev.gyre.loop.watch.Watched.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cause of a block in what is known of it: JavaScript's stack, ticks and promise jobs that go on, the thread's
 * share of the CPU, the time of collections.
 *
 * @param frames innermost first; empty where no sample could be had
 * @param areJobsRunning whether promise jobs have ended since the block was first looked at
 * @param areTicksRunning the same of ticks
 * @param collectionShare of the thread's CPU time that collections took; 0 to 1, 0 where it is not known
 * @param waitShare of the time in which the thread was ready, but had no CPU; 0 to 1
 * @param whyNoCpu in words
 * @param nativeCall what the thread does in Java, or null where it is in V8
 * @param longCall what the program has called that was known to take long; empty for nothing
 */
record ScriptEvidence(
        List<Frame> frames,
        boolean areJobsRunning,
        boolean areTicksRunning,
        double collectionShare,
        double waitShare,
        String whyNoCpu,
        @Nullable String nativeCall,
        String longCall) {
    static final double MOST = 0.5;
    private static final double MUCH = 0.3;

    /** So many frames have no room in a sample. */
    private static final int FULL_STACK = 60;

    private static final Set<String> STRING_SEARCHES = Set.of(
            "String.match", "String.matchAll", "String.replace", "String.replaceAll", "String.search", "String.split");

    private static final String CORE = "node:internal/";

    /** Core modules whose functions with this ending make the caller wait. */
    private static final String SYNC = "Sync";

    Evidence judge(Running running) {
        Evidence found = judgeScript(running);
        if (waitShare < MOST) {
            return found;
        }
        String meanwhile = found.cause().text() + (found.detail().isEmpty() ? "" : ": " + found.detail());
        return found(
                Cause.NO_CPU,
                percent(waitShare) + " of the time it was ready to run, but had no CPU" + whyNoCpu + "; meanwhile: "
                        + meanwhile);
    }

    /** What the script does, whether or not it has a CPU for it. */
    Evidence judgeScript(Running running) {
        String builtIn = innermostBuiltIn();
        if (builtIn.startsWith("RegExp.") || STRING_SEARCHES.contains(builtIn) || builtIn.startsWith("[Symbol.")) {
            return found(Cause.REGULAR_EXPRESSION, pattern(builtIn));
        }
        if (builtIn.startsWith("JSON.") || longCall.startsWith("JSON.")) {
            return found(Cause.JSON, longCall.isEmpty() ? builtIn : longCall);
        }
        if (builtIn.equals("Atomics.wait")) {
            return found(Cause.ATOMICS_WAIT, "the thread sleeps until another one notifies it");
        }
        String synchronous = synchronousCall();
        if (synchronous != null) {
            return found(Cause.SYNCHRONOUS_CALL, synchronous);
        }
        return judgeProgram(running, builtIn);
    }

    private Evidence judgeProgram(Running running, String builtIn) {
        if (running.kind() == CallbackKind.NEXT_TICK && areTicksRunning) {
            return found(Cause.NEXT_TICKS, running.ticks() + " ticks so far; use setImmediate to let the loop go on");
        }
        if (running.kind() == CallbackKind.PROMISE_JOB && areJobsRunning) {
            return found(Cause.MICROTASKS, "each is short, but the loop gets no turn; await a timer or setImmediate");
        }
        if (collectionShare >= MUCH) {
            return found(Cause.GARBAGE_COLLECTION, "about " + percent(collectionShare) + " of the time");
        }
        if (isRecursive()) {
            return found(Cause.RECURSION, recursive() + " calls itself, more than " + FULL_STACK + " calls deep");
        }
        if (frames.isEmpty()) {
            return found(Cause.COMPUTATION, "a built-in function of V8 that can't be looked into, or Java: no stack");
        }
        return found(Cause.COMPUTATION, builtIn);
    }

    private Evidence found(Cause cause, String detail) {
        return new Evidence(frames, cause, detail);
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    /** V8's own function that runs, called by the program; empty where there is none. */
    private String innermostBuiltIn() {
        String name = "";
        for (Frame frame : frames) {
            if (frame.file() != null) {
                break;
            }
            String function = frame.function();
            if (!function.isEmpty() && !function.equals("new Promise")) {
                name = function;
            }
        }
        return name;
    }

    private String pattern(String builtIn) {
        SourceLine line = frames.stream()
                .filter(frame -> frame.file() != null)
                .findFirst()
                .map(SourceLine::of)
                .orElse(null);
        String pattern = line == null ? null : line.pattern();
        return pattern == null ? builtIn : pattern;
    }

    /** The function of the core that the program has called and that makes it wait: {@code fs.readFileSync}. */
    private @Nullable String synchronousCall() {
        String name = null;
        for (Frame frame : frames) {
            if (frame.isOwn()) {
                break;
            }
            String file = frame.file();
            String function = called(frame.function());
            if (file != null && file.startsWith("node:") && function.endsWith(SYNC)) {
                name = module(file) + "." + function;
            }
        }
        return name == null ? nativeCall : name;
    }

    /** The name that the caller has used: {@code gunzipSync} of {@code Object.wrapper [as gunzipSync]}. */
    private static String called(String function) {
        int as = function.indexOf(" [as ");
        return as < 0 ? plain(function) : function.substring(as + " [as ".length(), function.length() - 1);
    }

    private static String plain(String function) {
        String name = function.startsWith("new ") ? function.substring("new ".length()) : function;
        int as = name.indexOf(" [as ");
        name = as < 0 ? name : name.substring(0, as);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** {@code fs} of {@code node:fs} and {@code node:internal/fs/read}. */
    private static String module(String file) {
        String path = file.substring("node:".length());
        String below = path.startsWith("internal/") ? path.substring("internal/".length()) : path;
        int slash = below.indexOf('/');
        return slash < 0 ? below : below.substring(0, slash);
    }

    /** Whether most of a full stack is one function. */
    boolean isRecursive() {
        if (frames.size() < FULL_STACK) {
            return false;
        }
        Frame innermost = innermostOwn();
        long same = frames.stream()
                .filter(frame -> frame.function().equals(innermost.function()) && isSameFile(frame, innermost))
                .count();
        return same >= FULL_STACK * MOST;
    }

    private Frame innermostOwn() {
        return frames.stream().filter(Frame::isOwn).findFirst().orElse(frames.getFirst());
    }

    private String recursive() {
        String function = innermostOwn().function();
        return function.isEmpty() ? "a function" : function;
    }

    private static boolean isSameFile(Frame one, Frame other) {
        return one.file() == null ? other.file() == null : one.file().equals(other.file());
    }

    /** The frames of a text that internal/stack_sample.js has made. */
    static List<Frame> frames(String sample) {
        var frames = new ArrayList<Frame>();
        for (String line : sample.split("\n")) {
            String[] parts = line.split("\0", -1);
            if (parts.length == 4) {
                frames.add(frame(parts));
            }
        }
        return withoutPlumbing(frames);
    }

    /** How many promise jobs it counts. */
    static int jobs(String sample) {
        int end = sample.indexOf('\n');
        return Integer.parseInt(end < 0 ? sample : sample.substring(0, end));
    }

    /** Whether it has as many calls as fit in a sample. */
    static boolean isDeep(String sample) {
        return sample.chars().filter(c -> c == '\n').count() >= FULL_STACK;
    }

    private static Frame frame(String[] parts) {
        String file = parts[1];
        int bracket = parts[0].lastIndexOf(" (");
        String nameless = parts[0].startsWith("async ") ? "async <anonymous>" : "";
        String function = bracket < 0 ? nameless : parts[0].substring(0, bracket);
        boolean isOwn = !file.isEmpty() && !file.startsWith("node:") && !file.startsWith("wasm:");
        return new Frame(
                function,
                file.isEmpty() ? null : file.startsWith("file://") ? file.substring("file://".length()) : file,
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                isOwn);
    }

    /**
     * What is outside of the program's outermost call is always the same: how the loop enters JavaScript. Behind it are the
     * functions that await the running one. The innermost calls are how JavaScript calls Java. Where nothing is the program's,
     * the core's own calls are left.
     */
    private static List<Frame> withoutPlumbing(List<Frame> frames) {
        int entry = 0;
        while (entry < frames.size() && !isPlumbing(frames.get(entry))) {
            entry++;
        }
        int size = entry;
        while (size > 0 && !frames.get(size - 1).isOwn()) {
            size--;
        }
        size = size == 0 ? entry : size;
        int from = 0;
        while (from < size && (CORE + "core").equals(frames.get(from).file())) {
            from++;
        }
        var shown = new ArrayList<Frame>();
        for (Frame frame : frames.subList(from, size)) {
            Frame named = asBuiltIn(frame);
            if (named.equals(frame) || shown.isEmpty() || !named.equals(shown.getLast())) {
                shown.add(named);
            }
        }
        frames.subList(entry, frames.size()).stream().filter(Frame::isOwn).forEach(shown::add);
        return shown;
    }

    /** The core's JSON functions stand for V8's. */
    private static Frame asBuiltIn(Frame frame) {
        return (CORE + "json_calls").equals(frame.file())
                ? new Frame("JSON." + plain(frame.function()).replace("Large", ""), null, 0, 0, false)
                : frame;
    }

    private static boolean isPlumbing(Frame frame) {
        String file = frame.file();
        return file != null && (file.startsWith("wasm:") || file.equals(CORE + "bridge"));
    }
}
