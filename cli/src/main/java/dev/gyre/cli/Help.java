package dev.gyre.cli;

/** The text of {@code gyre --help}. */
final class Help {
    private Help() {}

    static String text() {
        return """
                Usage: gyre [options] [ script.js ] [arguments]

                Gyre runs Node.js programs on the JVM: V8 for the JavaScript, Java for the event loop and all I/O.

                Options:
                  -                           script read from stdin (default if no file name is provided)
                  --                          indicate the end of options
                  -c, --check                 check the syntax of a script without running it
                  -C, --conditions=...        additional conditions for package exports and imports
                  -e, --eval=...              evaluate a script
                  -h, --help                  print this text
                  -p, --print [...]           evaluate a script and print its result
                  -r, --require=...           load a CommonJS module before the script
                  -v, --version               print the version of Node.js that this Gyre follows
                  --no-deprecation            silence deprecation warnings
                  --no-warnings               silence all warnings
                  --disable-warning=...       silence warnings of one type or code
                  --preserve-symlinks         keep symbolic links when a module is resolved
                  --stack-trace-limit=...     how many frames a stack trace shows
                  --throw-deprecation         throw errors on deprecations
                  --trace-deprecation         show stack traces on deprecations
                  --trace-uncaught            show where an uncaught exception was thrown
                  --trace-warnings            show stack traces on warnings
                  --unhandled-rejections=...  throw (default), strict, warn, none or warn-with-error-code
                  --V8-FLAG                   any flag of V8, such as --max-old-space-size=N, --stack-size=N,
                                              --expose-gc, --trace-opt, --trace-deopt

                Environment:
                  NODE_OPTIONS                options to put before those of the command line
                  NODE_PATH                   folders, separated by ':', to look for modules in
                  NODE_DEBUG                  core modules, separated by ',', that shall print debug information
                  NODE_NO_WARNINGS=1          silence warnings
                  NODE_PENDING_DEPRECATION=1  show pending deprecations
                  UV_THREADPOOL_SIZE          how many threads the worker pool has (4)

                Documentation: README.md and docs/
                """;
    }
}
