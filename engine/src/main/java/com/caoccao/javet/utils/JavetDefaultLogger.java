package com.caoccao.javet.utils;

import com.caoccao.javet.interfaces.IJavetLogger;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Stands in for Javet's class of this name, which the build leaves out of this module. Javet's own makes its logger
 * whether or not there is anything to tell, and {@code java.util.logging} opens every jar when it is first asked.
 */
public class JavetDefaultLogger implements IJavetLogger {
    private final String name;

    public JavetDefaultLogger(String name) {
        this.name = name;
    }

    @Override
    public void debug(String message) {
        log(Level.FINE, message, null);
    }

    @Override
    public void error(String message) {
        log(Level.SEVERE, message, null);
    }

    @Override
    public void error(String message, Throwable cause) {
        log(Level.SEVERE, message, cause);
    }

    @Override
    public void info(String message) {
        log(Level.INFO, message, null);
    }

    @Override
    public void warn(String message) {
        log(Level.WARNING, message, null);
    }

    private void log(Level level, String message, Throwable cause) {
        Logger.getLogger(name).log(level, message, cause);
    }
}
