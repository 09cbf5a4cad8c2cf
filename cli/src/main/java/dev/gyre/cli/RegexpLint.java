package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.node.Core;
import dev.gyre.regexp.lint.LintRegexp;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code gyre lint-regexp}: no runtime, only V8, which matches on a thread with room for both of them. */
final class RegexpLint {
    static final String NAME = "lint-regexp";

    private static final int EXIT_INTERNAL = 70;
    private static final long STACK_BYTES = 16L << 20;

    /** As programs have it, but off: the linter turns it on for those matches that shall have it. */
    private static final String FLAGS =
            Core.REGEXP_GUARD_FLAGS + " --no-enable-experimental-regexp-engine-on-excessive-backtracks";

    private RegexpLint() {}

    /** @param arguments with the command's name */
    static void start(List<String> arguments) {
        new Thread(null, () -> run(arguments.subList(1, arguments.size())), "gyre-lint-regexp", STACK_BYTES).start();
    }

    private static void run(List<String> arguments) {
        int code = EXIT_INTERNAL;
        try {
            var out = new PrintStream(
                    new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
            code = LintRegexp.run(arguments, RegexpLint::startEngine, out, System.err);
            out.flush();
        } catch (RuntimeException | Error e) {
            System.err.println("gyre: internal error, please report it:");
            e.printStackTrace();
        }
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    private static void startEngine() {
        Engine.start(new Engine.Options(Image.nativeFolder(), Image.icuFile(), FLAGS));
    }
}
