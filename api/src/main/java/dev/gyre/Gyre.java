package dev.gyre;

/**
 * Opens Node runtimes inside this process.
 *
 * <pre>{@code
 * try (Runtime runtime = Gyre.open()) {
 *     runtime.expose("greet", arguments -> "hello " + arguments.getFirst());
 *     Object text = runtime.eval("greet('world').toUpperCase()");
 *     Object sum = runtime.call("Math.max", 1, 2, 3);
 *     Object file = runtime.eval("require('fs/promises').readFile('/etc/hostname', 'utf8')");
 * }
 * }</pre>
 *
 * Every runtime has a thread and a JavaScript heap of its own; there may be many at a time. V8's flags are those of the
 * first one, because V8 has one set of them in a process.
 */
public final class Gyre {
    private Gyre() {}

    /** Opens a runtime with the options' defaults. */
    public static Runtime open() {
        return open(Options.defaults());
    }

    /** Opens a runtime. It is ready when this returns, and has to be closed. */
    public static Runtime open(Options options) {
        return Runtime.open(options);
    }
}
