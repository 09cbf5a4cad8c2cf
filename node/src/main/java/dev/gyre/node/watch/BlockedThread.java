package dev.gyre.node.watch;

import dev.gyre.loop.watch.JavaStack;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the Java half of a loop's stack says: whether the thread is in a native call of JavaScript's, and in which. */
public final class BlockedThread {
    private static final String BINDINGS = "dev.gyre.node.";
    private static final String FOREIGN = "dev.gyre.io.call.";

    /** Packages that belong to no module of the program's view. */
    private static final Set<String> PLUMBING = Set.of("bridge", "watch", "openssl");

    private BlockedThread() {}

    /** Whether it is in a system call that JavaScript waits for. */
    public static boolean isInSystemCall(Thread thread) {
        JavaStack stack = JavaStack.of(thread);
        return !stack.elements().isEmpty()
                && stack.elements().getFirst().getClassName().startsWith(FOREIGN)
                && nativeCall(stack) != null;
    }

    /** The native call that JavaScript waits for: {@code fs}, {@code crypto}; null where the thread is in V8. */
    static @Nullable String nativeCall(JavaStack stack) {
        for (StackTraceElement element : stack.elements()) {
            String type = element.getClassName();
            if (type.startsWith("com.caoccao.javet.")) {
                return null; // in V8, or in the call that led here
            }
            if (type.startsWith(BINDINGS)) {
                String rest = type.substring(BINDINGS.length());
                int dot = rest.indexOf('.');
                if (dot > 0 && !PLUMBING.contains(rest.substring(0, dot))) {
                    return "a native function of " + rest.substring(0, dot) + " (" + element.getMethodName() + ")";
                }
            }
        }
        return null;
    }
}
