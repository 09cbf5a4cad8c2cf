package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.reference.V8Script;

/** A compiled classic script, of which V8 can tell what it has compiled so far. Used by its isolate's thread. */
public final class CachedScript implements AutoCloseable {
    private final V8Script script;

    CachedScript(V8Script script) {
        this.script = script;
    }

    /** Runs it; its completion value, to be closed by the caller. */
    public ScriptValue run() {
        try {
            return new ScriptValue(script.execute(true));
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /**
     * The functions of the script that have been called, compiled: bytes for {@link Isolate#compile}. Another process may
     * use them if it has the same V8 with the same flags.
     */
    public byte[] codeCache() {
        try {
            return script.getCachedData();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    @Override
    public void close() {
        try {
            script.close();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }
}
