package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes JavaScript values of plain Java ones. Arrays and objects are made by a function compiled before the program ran. */
final class ScriptForms {
    private final V8Runtime runtime;
    private @Nullable Maker maker;

    ScriptForms(V8Runtime runtime) {
        this.runtime = runtime;
    }

    /** Has this function make arrays and objects from now on. */
    void makeBy(Maker maker) {
        this.maker = maker;
    }

    void close() throws JavetException {
        if (maker != null) {
            maker.close();
        }
    }

    // Chains of instanceof here and in Args, not pattern switches: those link classes at run time, which every start
    // would pay for.
    V8Value of(@Nullable Object value) throws JavetException {
        if (value == null) {
            return runtime.createV8ValueUndefined();
        } else if (value instanceof String s) {
            return runtime.createV8ValueString(s);
        } else if (value instanceof Integer n) {
            return runtime.createV8ValueInteger(n);
        } else if (value instanceof Boolean b) {
            return runtime.createV8ValueBoolean(b);
        } else if (value instanceof ScriptValue v) {
            return v.value;
        }
        return ofOther(value);
    }

    /** By itself: every process compiles {@link #of}, and with these that takes milliseconds. */
    private V8Value ofOther(Object value) throws JavetException {
        if (value instanceof Number n) {
            return runtime.createV8ValueDouble(n.doubleValue());
        } else if (value instanceof byte[] bytes) {
            return maker().bytes(bytes);
        } else if (value instanceof int[] ints) {
            return maker().integers(ints);
        } else if (value instanceof double[] doubles) {
            return maker().doubles(doubles);
        } else if (value instanceof long[] longs) {
            return maker().longs(longs);
        } else if (value instanceof ByteBuffer memory) {
            return runtime.createV8ValueArrayBuffer(memory); // the same memory: whoever gives it keeps it
        } else if (value instanceof List<?> list) {
            return maker().array(all(list));
        } else if (value instanceof Map<?, ?> map) {
            return maker().object(all(map));
        }
        throw new IllegalArgumentException("no JavaScript form for " + value.getClass());
    }

    /** Elements of a list. */
    private V8Value[] all(List<?> list) throws JavetException {
        var values = new V8Value[list.size()];
        int i = 0;
        for (Object element : list) {
            values[i++] = of(element);
        }
        return values;
    }

    /** Keys and values of a map in turn. */
    private V8Value[] all(Map<?, ?> map) throws JavetException {
        var values = new V8Value[2 * map.size()];
        int i = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            values[i++] = runtime.createV8ValueString((String) entry.getKey());
            values[i++] = of(entry.getValue());
        }
        return values;
    }

    private Maker maker() throws JavetException {
        if (maker == null) {
            maker = new Maker(runtime, Maker.compile(runtime));
        }
        return maker;
    }
}
