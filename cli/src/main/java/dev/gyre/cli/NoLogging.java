package dev.gyre.cli;

/**
 * The configuration of {@code java.util.logging} in the command: none. What Javet or the JDK
 * have to tell would come between the lines that the program writes to its standard error.
 */
public final class NoLogging {
    public NoLogging() {}
}
