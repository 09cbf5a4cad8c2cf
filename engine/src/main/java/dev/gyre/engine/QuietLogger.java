package dev.gyre.engine;

import com.caoccao.javet.interfaces.IJavetLogger;

/**
 * Ignores what Javet has to say. That is mainly a warning, when an isolate is closed, about references that are still open:
 * closing an isolate closes them, and nobody keeps account of them before.
 */
final class QuietLogger implements IJavetLogger {
    static final QuietLogger INSTANCE = new QuietLogger();

    private QuietLogger() {}

    @Override
    public void debug(String message) {}

    @Override
    public void error(String message) {}

    @Override
    public void error(String message, Throwable cause) {}

    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {}
}
