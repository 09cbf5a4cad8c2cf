package dev.gyre.cli;

/**
 * The configuration of {@code java.util.logging} in the command: none. Javet asks for a logger when it starts; without
 * this, reading the JDK's logging.properties would be part of every start.
 */
public final class NoLogging {
    public NoLogging() {}
}
