package dev.gyre.cli;

/** The command line can't be obeyed; the message says which word is to blame. */
final class BadOption extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int EXIT_BAD_OPTION = 9;
    static final int EXIT_BAD_V8_OPTION = 12;

    private final int exitCode;

    BadOption(String message) {
        this(message, EXIT_BAD_OPTION);
    }

    BadOption(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
