package dev.gyre.regexp.lint;

import dev.gyre.regexp.proof.Limits;
import java.util.ArrayList;
import java.util.List;

/** The command line of {@code gyre lint-regexp}. */
record LintOptions(List<String> paths, boolean isJson, boolean withNodeModules, boolean isHelp, Limits limits) {
    static final String HELP = """
            Usage: gyre lint-regexp [options] PATH...

            Lists the regular expressions in JavaScript and TypeScript files that some text makes slow, with such a text for
            each. Every text was tried: what is listed took that long in V8's backtracking matcher. (To run a file of the name
            lint-regexp, write ./lint-regexp.)

            A PATH is a file or a folder. Folders called node_modules and those that begin with a dot are left out, unless they
            are a PATH themselves.

            Options:
              -h, --help           print this text
              --json               print the report as JSON
              --max-length=N       texts have at most so many characters (100000)
              --min-time=MS        a match must take so many milliseconds of processor time to be listed (1000)
              --node-modules       look into folders called node_modules
              --time-limit=S       seconds of processor time for one expression; then it is "not decided" (15)

            Exit code: 1 if a vulnerable expression was found, 0 if none was, 2 if the command line is wrong.
            Documentation: docs/lint-regexp.md
            """;

    LintOptions {
        paths = List.copyOf(paths);
    }

    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    static LintOptions parse(List<String> arguments) throws UsageException {
        var paths = new ArrayList<String>();
        boolean isJson = false;
        boolean withNodeModules = false;
        boolean isHelp = false;
        boolean areOptions = true;
        long minMs = Limits.USUAL.minMs();
        long maxLength = Limits.USUAL.maxLength();
        long perExpressionMs = Limits.USUAL.perExpressionMs();
        for (String argument : arguments) {
            if (!areOptions || !argument.startsWith("-") || argument.equals("-")) {
                paths.add(argument);
                continue;
            }
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            switch (name) {
                case "--" -> areOptions = false;
                case "-h", "--help" -> isHelp = true;
                case "--json" -> isJson = true;
                case "--node-modules" -> withNodeModules = true;
                case "--min-time" -> minMs = number(argument, equals, 20, 600_000);
                case "--max-length" -> maxLength = number(argument, equals, 10, 10_000_000);
                case "--time-limit" -> perExpressionMs = 1000 * number(argument, equals, 1, 3600);
                default -> throw new UsageException("bad option: " + argument);
            }
        }
        if (paths.isEmpty() && !isHelp) {
            throw new UsageException("no PATH given; gyre lint-regexp --help tells more");
        }
        return new LintOptions(
                paths, isJson, withNodeModules, isHelp, new Limits(minMs, (int) maxLength, perExpressionMs));
    }

    private static long number(String argument, int equals, long least, long most) throws UsageException {
        try {
            long value = Long.parseLong(equals < 0 ? "" : argument.substring(equals + 1));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // the same complaint
        }
        throw new UsageException(argument + " must be a number from " + least + " to " + most);
    }
}
