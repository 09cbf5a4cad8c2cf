package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.primitive.V8ValueInteger;
import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import com.caoccao.javet.values.reference.V8ValueFunction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Makes the arrays and objects that Java answers to JavaScript.
 *
 * <p>Javet makes them as a script would: it looks up {@code Uint8Array} in the global object and {@code push} in the array,
 * and sets properties, for which setters of the prototypes are called. A program can replace all of these, and would be
 * called with what is meant for the core only. So one function of JavaScript makes them, which was compiled before the
 * program ran and looks up nothing. It also takes one call for an array instead of one for each element.
 */
final class Maker implements AutoCloseable {
    private static final int BYTES = 0;
    private static final int INTEGERS = 1;
    private static final int DOUBLES = 2;
    private static final int LONGS = 3;
    private static final int ARRAY = 4;
    private static final int APPEND = 5;
    private static final int OBJECT = 6;

    /** Arguments are on the stack: so many at once. */
    private static final int MOST_VALUES = 256;

    private static final String SOURCE = """
            (() => {
              'use strict';
              const { BigInt64Array, Float64Array, Int32Array, Uint8Array } = globalThis;
              const { defineProperty } = Reflect;
              const define = (object, key, value) =>
                defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
              return (kind, ...values) => {
                switch (kind) {
                  case 0: return new Uint8Array(values[0]);
                  case 1: return new Int32Array(values[0]);
                  case 2: return new Float64Array(values[0]);
                  case 3: return new BigInt64Array(values[0]);
                  case 4: return values;
                  case 5: {
                    const array = values[0];
                    for (let i = 1; i < values.length; i++) define(array, array.length, values[i]);
                    return array;
                  }
                  default: {
                    const object = {};
                    for (let i = 0; i < values.length; i += 2) define(object, values[i], values[i + 1]);
                    return object;
                  }
                }
              };
            })()""";

    private final V8Runtime runtime;
    private final V8ValueFunction function;

    Maker(V8Runtime runtime, V8ValueFunction function) {
        this.runtime = runtime;
        this.function = function;
    }

    static V8ValueFunction compile(V8Runtime runtime) throws JavetException {
        return runtime.getExecutor(SOURCE)
                .setResourceName("node:internal/maker")
                .execute();
    }

    V8Value bytes(byte[] values) throws JavetException {
        V8ValueArrayBuffer buffer = runtime.createV8ValueArrayBuffer(values.length);
        memory(buffer).put(values);
        return typedArray(BYTES, buffer);
    }

    V8Value integers(int[] values) throws JavetException {
        V8ValueArrayBuffer buffer = runtime.createV8ValueArrayBuffer(values.length * Integer.BYTES);
        memory(buffer).asIntBuffer().put(values);
        return typedArray(INTEGERS, buffer);
    }

    V8Value doubles(double[] values) throws JavetException {
        V8ValueArrayBuffer buffer = runtime.createV8ValueArrayBuffer(values.length * Double.BYTES);
        memory(buffer).asDoubleBuffer().put(values);
        return typedArray(DOUBLES, buffer);
    }

    V8Value longs(long[] values) throws JavetException {
        V8ValueArrayBuffer buffer = runtime.createV8ValueArrayBuffer(values.length * Long.BYTES);
        memory(buffer).asLongBuffer().put(values);
        return typedArray(LONGS, buffer);
    }

    private static ByteBuffer memory(V8ValueArrayBuffer buffer) {
        return buffer.getByteBuffer().order(ByteOrder.nativeOrder());
    }

    private V8Value typedArray(int kind, V8ValueArrayBuffer buffer) throws JavetException {
        try (buffer) {
            return make(kind, buffer);
        }
    }

    /** An array of these values, which are closed. */
    V8Value array(V8Value[] values) throws JavetException {
        try {
            V8Value array = make(ARRAY, Arrays.copyOf(values, Math.min(values.length, MOST_VALUES)));
            for (int i = MOST_VALUES; i < values.length; i += MOST_VALUES) {
                int count = Math.min(MOST_VALUES, values.length - i);
                var more = new V8Value[1 + count];
                more[0] = array;
                System.arraycopy(values, i, more, 1, count);
                make(APPEND, more).close();
            }
            return array;
        } finally {
            close(values);
        }
    }

    /** An object of these keys and values in turn, which are closed. */
    V8Value object(V8Value[] keysAndValues) throws JavetException {
        try {
            return make(OBJECT, keysAndValues);
        } finally {
            close(keysAndValues);
        }
    }

    private V8Value make(int kind, V8Value... values) throws JavetException {
        var arguments = new V8Value[1 + values.length];
        System.arraycopy(values, 0, arguments, 1, values.length);
        try (V8ValueInteger number = runtime.createV8ValueInteger(kind)) {
            arguments[0] = number;
            return function.call(null, arguments);
        }
    }

    private static void close(V8Value[] values) throws JavetException {
        for (V8Value value : values) {
            value.close();
        }
    }

    @Override
    public void close() throws JavetException {
        function.close();
    }
}
