package dev.gyre.cli;

/** The text of {@code gyre --help}. */
final class Help {
    private Help() {}

    static String text() {
        return """
                Usage: gyre [options] [ script.js ] [arguments]
                       gyre inspect script.js               debugs a program in the terminal: gyre inspect --help
                       gyre doctor [options] script.js      says what holds a program back: gyre doctor --help
                       gyre lint-regexp PATH...             lists regular expressions that some text makes slow
                       gyre node [options]                  runs tasks of other machines' pools: gyre node --help

                Gyre runs Node.js programs on the JVM: V8 for the JavaScript, Java for the event loop and all I/O.

                Options:
                  -                           script read from stdin (default without a file name, except on a terminal,
                                              where the REPL opens)
                  --                          indicate the end of options
                  -c, --check                 check the syntax of a script without running it
                  -C, --conditions=...        additional conditions for package exports and imports
                  -e, --eval=...              evaluate a script
                  -h, --help                  print this text
                  -i, --interactive           open the REPL even if stdin is no terminal
                  -p, --print [...]           evaluate a script and print its result
                  -r, --require=...           load a module before the script
                  -v, --version               print the version of Node.js that this Gyre follows
                  --abort-on-uncaught-exception  abort instead of exiting, for a core file
                  --block-limit=MS            end callbacks that run longer, with an error (0: never, the default)
                  --block-warn=MS             report callbacks that hold the event loop for longer, while they run (500;
                                              0 turns it off)
                  --completion-bash           print a script that completes options in bash: source <(gyre --completion-bash)
                  --dashboard[=PORT]          serve a page, /metrics, /healthz and /readyz about this process (9464)
                  --dashboard-host=...        the address for that, instead of 127.0.0.1; needs a token
                  --dashboard-token=...       what clients of the dashboard have to know
                  --disable-proto=...         delete or throw: what to do with Object.prototype.__proto__
                  --disable-warning=...       silence warnings of one type or code
                  --enable-source-maps        show stacks by way of source maps
                  --env-file=...              set environment variables from a file
                  --env-file-if-exists=...    ... if there is one
                  --experimental-vfs          the module node:vfs: file systems that the program makes itself
                  --frozen-intrinsics         nobody can change the language's built-in objects
                  --import=...                load an ES module before the script
                  --input-type=...            whether -e and stdin are "module" or "commonjs"
                  --jfr[=FILE]                record long turns, long callbacks, blocks and pool tasks for Java's flight
                                              recorder (gyre-PID.jfr)
                  --no-deprecation            silence deprecation warnings
                  --no-regexp-guard           don't hand regular expressions that go back too often to V8's linear engine
                  --no-warnings               silence all warnings
                  --pending-deprecation       show pending deprecations
                  --pool-warn=MS              report when work waits for a thread of the pool for longer (1000; 0: never)
                  --preserve-symlinks         keep symbolic links when a module is resolved
                  --redirect-warnings=...     write warnings to a file
                  --stack-trace-limit=...     how many frames a stack trace shows
                  --test [PATTERN...]         run test files; more options of tests: docs/tests.md
                  --test-reporter=...         spec (default), tap, dot, junit, lcov, a file or a package
                  --throw-deprecation         throw errors on deprecations
                  --title=...                 the process's title
                  --trace-deprecation         show stack traces on deprecations
                  --trace-exit                show a stack trace when process.exit() is called
                  --trace-uncaught            show where an uncaught exception was thrown
                  --trace-warnings            show stack traces on warnings
                  --unhandled-rejections=...  throw (default), strict, warn, none or warn-with-error-code
                  --v8-options                print V8's own flags
                  --vfs-mount=...             mount a folder as a virtual file system; needs --experimental-vfs
                  --watch                     run the script again whenever a file that it loaded changes
                  --watch-path=...            ... or anything in a folder
                  --V8-FLAG                   any flag of V8, such as --max-old-space-size=N, --stack-size=N,
                                              --expose-gc, --trace-opt, --trace-deopt

                Every other option of Node is known too: it is honoured, or refused by name.

                Environment:
                  NODE_OPTIONS                options to put before those of the command line
                  NODE_PATH                   folders, separated by ':', to look for modules in
                  NODE_DEBUG                  core modules, separated by ',', that shall print debug information
                  NODE_NO_WARNINGS=1          silence warnings
                  NODE_PENDING_DEPRECATION=1  show pending deprecations
                  NODE_REDIRECT_WARNINGS      a file to write warnings to
                  NODE_PRESERVE_SYMLINKS=1    keep symbolic links when a module is resolved
                  NODE_USE_ENV_PROXY=1        as --use-env-proxy: HTTP_PROXY, HTTPS_PROXY and NO_PROXY are obeyed
                  TZ                          the time zone of dates
                  UV_THREADPOOL_SIZE          how many threads the worker pool has (4)
                  GYRE_DASHBOARD_TOKEN        as --dashboard-token, but not seen in the list of processes
                  GYRE_V8_INTERNALS=off       do without V8's insides; or names, see docs/v8-internals.md

                Documentation: README.md and docs/
                """;
    }
}
