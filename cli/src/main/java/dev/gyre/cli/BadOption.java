package dev.gyre.cli;

/** The command line can't be obeyed; the message says which word is to blame. */
final class BadOption extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int EXIT_BAD_OPTION = 9;
    static final int EXIT_BAD_V8_OPTION = 12;

    private final int exitCode;
    private String preface = "";

    BadOption(String message) {
        this(message, EXIT_BAD_OPTION);
    }

    BadOption(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** With a text that is printed before the message. */
    BadOption after(String text) {
        preface = text + "\n";
        return this;
    }

    String preface() {
        return preface;
    }

    int exitCode() {
        return exitCode;
    }
}
