package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.primitive.V8ValueBoolean;

/** A JavaScript value that Java holds on to; close it, or hand it back to JavaScript as a result. */
public final class ScriptValue implements AutoCloseable {
    final V8Value value;

    ScriptValue(V8Value value) {
        this.value = value;
    }

    /** The same value once more, to be closed by the caller. */
    public ScriptValue another() {
        try {
            return new ScriptValue(value.toClone());
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** The text of a string. */
    public String text() {
        return value.toString();
    }

    /** Whether it is the value {@code true}. */
    public boolean isTrue() {
        return value instanceof V8ValueBoolean flag && flag.getValue();
    }

    @Override
    public void close() {
        try {
            value.close();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }
}
