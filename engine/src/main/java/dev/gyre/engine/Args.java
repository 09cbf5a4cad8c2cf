package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.values.V8Value;
import com.caoccao.javet.values.primitive.V8ValueBigInteger;
import com.caoccao.javet.values.primitive.V8ValueBoolean;
import com.caoccao.javet.values.primitive.V8ValueDouble;
import com.caoccao.javet.values.primitive.V8ValueInteger;
import com.caoccao.javet.values.primitive.V8ValueLong;
import com.caoccao.javet.values.primitive.V8ValueString;
import com.caoccao.javet.values.reference.V8ValueArray;
import com.caoccao.javet.values.reference.V8ValueArrayBuffer;
import com.caoccao.javet.values.reference.V8ValueDataView;
import com.caoccao.javet.values.reference.V8ValuePromise;
import com.caoccao.javet.values.reference.V8ValueProxy;
import com.caoccao.javet.values.reference.V8ValueTypedArray;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call from JavaScript, valid until that call returns. An index past the end reads as undefined.
 * JavaScript checks types before it calls; a wrong type here is our own bug and throws {@link ClassCastException}.
 */
public final class Args {
    private static final V8Value[] NONE = {};

    /** The offset of an ArrayBuffer that was not given as a view. */
    public static final double WHOLE = -1;

    private final V8Value[] values;
    private final int from;
    private final @Nullable ByteBuffer views;

    /** @param views offset and length of each argument that is a view, as doubles */
    Args(V8Value @Nullable [] values, int from, @Nullable ByteBuffer views) {
        this.values = values == null ? NONE : values; // Javet has no array for a call without arguments
        this.from = from;
        this.views = views;
    }

    /** The same arguments without the first {@code n}. */
    public Args skip(int n) {
        return new Args(values, from + n, views);
    }

    public int size() {
        return Math.max(0, values.length - from);
    }

    V8Value value(int i) {
        return values[from + i];
    }

    public boolean isUndefined(int i) {
        return i >= size() || values[from + i].isUndefined();
    }

    public boolean isNullish(int i) {
        return i >= size() || values[from + i].isNullOrUndefined();
    }

    public boolean isNull(int i) {
        return i < size() && values[from + i].isNull();
    }

    public boolean isString(int i) {
        return i < size() && values[from + i] instanceof V8ValueString;
    }

    /** The string at {@code i}, or null where undefined or null was given. */
    public @Nullable String string(int i) {
        return isNullish(i) ? null : ((V8ValueString) values[from + i]).getValue();
    }

    /** The string at {@code i}, for a function that is always given one. */
    public String requiredString(int i) {
        return ((V8ValueString) values[from + i]).getValue();
    }

    public int integer(int i) {
        return (int) longValue(i);
    }

    public boolean bool(int i) {
        return i < size() && values[from + i] instanceof V8ValueBoolean b && b.getValue();
    }

    public double number(int i) {
        V8Value v = values[from + i];
        if (v instanceof V8ValueInteger n) {
            return n.getValue();
        } else if (v instanceof V8ValueDouble n) {
            return n.getValue();
        } else if (v instanceof V8ValueLong n) {
            return n.getValue();
        }
        throw new ClassCastException("argument " + i + " is no number: " + v);
    }

    /** A number or bigint as a long; a fraction is cut off. */
    public long longValue(int i) {
        V8Value v = values[from + i];
        return v instanceof V8ValueInteger n ? n.getValue() : longValue(v, i);
    }

    private static long longValue(V8Value v, int i) {
        if (v instanceof V8ValueLong n) {
            return n.getValue();
        } else if (v instanceof V8ValueDouble n) {
            return (long) n.getValue().doubleValue();
        } else if (v instanceof V8ValueBigInteger n) {
            return n.getValue().longValue();
        }
        throw new ClassCastException("argument " + i + " is no number: " + v);
    }

    /**
     * The memory under a view or an ArrayBuffer, not a copy. It stays valid until the call returns; longer only where
     * JavaScript holds it: see internal/memory.js.
     *
     * <p>This is the one place where the memory of JavaScript's objects becomes Java's. V8 tells where an ArrayBuffer
     * begins and how large it is. What part of it a view shows stands in words that JavaScript has filled before the
     * call, and is checked here. To ask the view itself would run code of the user's, who can give it other properties.
     */
    public @Nullable ByteBuffer bytes(int i) {
        return isNullish(i) ? null : bytesOf(i);
    }

    /** The memory at {@code i}, for a function that is always given some. */
    public ByteBuffer requiredBytes(int i) {
        return bytesOf(i);
    }

    private ByteBuffer bytesOf(int i) {
        if (!(values[from + i] instanceof V8ValueArrayBuffer buffer)) {
            throw new ClassCastException("no bytes: " + values[from + i]);
        }
        ByteBuffer memory = buffer.getByteBuffer();
        if (views == null) {
            return memory; // nobody has said where parts would be described
        }
        int at = (from + i) * 2 * Double.BYTES;
        double offset = views.getDouble(at);
        return offset == WHOLE ? memory : part(memory, offset, views.getDouble(at + Double.BYTES));
    }

    private static ByteBuffer part(ByteBuffer memory, double offset, double length) {
        long start = (long) offset;
        long size = (long) length;
        if (start < 0 || size < 0 || size > memory.capacity() || start > memory.capacity() - size) {
            throw new IndexOutOfBoundsException(
                    "bytes " + start + " to " + (start + size) + " of a buffer of " + memory.capacity());
        }
        return memory.slice((int) start, (int) size);
    }

    /** The argument as a plain Java value that may leave this call: see {@link #plain()}. */
    public @Nullable Object plain(int i) {
        if (i >= size()) {
            return null;
        }
        V8Value value = values[from + i];
        return value instanceof V8ValueArrayBuffer ? bytesOf(i) : plain(value);
    }

    /** The list at {@code i} as plain Java values, for a function that is always given one. */
    public List<?> requiredList(int i) {
        return plainList((V8ValueArray) values[from + i]);
    }

    /**
     * All arguments as plain Java values that may be used after this call and on other threads: strings as String,
     * numbers as Double, bigints as Long, booleans as Boolean, arrays as List, bytes as ByteBuffer, the rest as null.
     */
    public Object[] plain() {
        Object[] plain = new Object[size()];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = plain(i);
        }
        return plain;
    }

    private static @Nullable Object plain(V8Value value) {
        if (value instanceof V8ValueString s) {
            return s.getValue();
        } else if (value instanceof V8ValueInteger n) {
            return (double) n.getValue();
        } else if (value instanceof V8ValueDouble n) {
            return n.getValue();
        } else if (value instanceof V8ValueBoolean b) {
            return b.getValue();
        } else if (value instanceof V8ValueLong n) {
            return n.getValue();
        } else if (value instanceof V8ValueBigInteger n) {
            return n.getValue().longValue();
        } else if (value instanceof V8ValueTypedArray || value instanceof V8ValueDataView) {
            throw new ClassCastException("a view that internal/memory.js has not described: " + value);
        } else if (value instanceof V8ValueArray array) {
            return plainList(array);
        }
        return null;
    }

    /** Views are in a list as ArrayBuffer, offset and length. */
    private static List<Object> plainList(V8ValueArray array) {
        try {
            int length = array.getLength();
            var list = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                try (V8Value element = array.get(i)) {
                    if (element instanceof V8ValueArrayBuffer buffer) {
                        list.add(part(buffer.getByteBuffer(), array.getDouble(++i), array.getDouble(++i)));
                    } else {
                        list.add(plain(element));
                    }
                }
            }
            return list;
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** The value at {@code i}, also after the call; to be closed by the caller. */
    public ScriptValue keep(int i) {
        try {
            return new ScriptValue(value(i).toClone());
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** The kind of the object at {@code i} by its internal slots: Map, Date, ... or Object. */
    public String kind(int i) {
        try {
            return ObjectKind.of(values[from + i]);
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** State (0 pending, 1 fulfilled, 2 rejected) and result of the promise at {@code i}. */
    public List<Object> promiseDetails(int i) {
        try {
            var promise = (V8ValuePromise) values[from + i];
            int state = promise.getState();
            var details = new ArrayList<>(2);
            details.add(state);
            details.add(state == V8ValuePromise.STATE_PENDING ? null : new ScriptValue(promise.getResult()));
            return details;
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** Target and handler of the proxy at {@code i}, or null where it is no proxy. */
    public @Nullable List<Object> proxyDetails(int i) {
        if (i >= size() || !(values[from + i] instanceof V8ValueProxy proxy)) {
            return null;
        }
        try {
            if (proxy.isRevoked()) {
                return java.util.Arrays.asList(null, null);
            }
            return List.of(new ScriptValue((V8Value) proxy.getTarget()), new ScriptValue((V8Value) proxy.getHandler()));
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }
}
