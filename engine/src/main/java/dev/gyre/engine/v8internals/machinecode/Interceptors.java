package dev.gyre.engine.v8internals.machinecode;

import static dev.gyre.engine.v8internals.machinecode.KnownBuild.at;
import static dev.gyre.engine.v8internals.machinecode.KnownBuild.read;
import static dev.gyre.engine.v8internals.machinecode.KnownBuild.write;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import com.caoccao.javet.values.reference.V8ValueObject;
import dev.gyre.engine.ForeignAccess;
import dev.gyre.engine.v8internals.Addresses;
import dev.gyre.engine.v8internals.machinecode.InterceptorCode.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code interceptors}: JavaScript functions decide what an access to the global object of a context finds.
 *
 * <p>V8 asks the interceptors of an object, C++ functions of its template, before it looks for a property. No API of Javet's sets
 * them. Here they are machine code ({@link InterceptorCode}) that calls a JavaScript function:
 *
 * <pre>
 *   get(global, key), query(global, key), describe(global, key), delete(global, key)
 *   set(global, key, value, setter), define(global, key, flags, value, get, set), enumerate(global, isOfIndexes)
 * </pre>
 *
 * <p>A function answers itself where V8 is to go on without it. A key is a string, a symbol, or an index as a 32-bit integer with
 * a sign. The flags of a definition are, from the lowest bit on: enumerable, whether that is given, configurable, the same,
 * writable, the same, whether value, get and set are given. {@code setter} identifies V8's function that sets the property: 0 or
 * one of two for variables of scripts, others for properties.
 *
 * <p>Where V8 finds interceptors:
 *
 * <pre>
 *   global object ──> map ──> constructor ──> shared function info ──> template ──> rare data ──> named, indexed interceptors
 *                     bit field: has a named, an indexed interceptor
 * </pre>
 *
 * <p>V8 has two interceptors of its own with no functions in them, for the time in which it makes a global object. They lie in
 * the heap's read-only part, which all isolates share and no collection moves or marks. The functions are written into these two, and
 * every context that is to be intercepted refers to them: so nothing has to be allocated in V8's heap, and no write barrier is
 * left out.
 *
 * <p>All of this belongs to one build of V8. {@link #open} changes nothing where V8 differs.
 */
public final class Interceptors {
    private static final int PAGE_BYTES = 4096;

    // V8's roots: its own interceptors.
    private static final int NAMED = 0x7b8;
    private static final int INDEXED = 0x7c0;

    // An interceptor: map, data, flags, functions.
    private static final int FLAGS_AT = 16;
    private static final int FUNCTIONS_AT = 24;
    private static final int INTERCEPTOR_BYTES = 88;
    private static final int IS_NAMED = 4;
    private static final int SYMBOLS_TOO = 1;
    private static final int NO_SIDE_EFFECT = 8;
    private static final int NEW_SIGNATURES = 16;
    private static final int OUR_FLAGS = SYMBOLS_TOO | NO_SIDE_EFFECT | NEW_SIGNATURES;

    // Types of V8's objects, and where their fields are.
    private static final int GLOBAL_PROXY_TYPE = 310;
    private static final int GLOBAL_OBJECT_TYPE = 309;
    private static final int SHARED_FUNCTION_TYPE = 288;
    private static final int TEMPLATE_TYPE = 251;
    private static final int RARE_DATA_TYPE = 157;
    private static final int INTERCEPTOR_TYPE = 275;
    private static final int TYPE_AT = 12; // in a map
    private static final int BIT_FIELD_AT = 14;
    private static final int PROTOTYPE_AT = 24;
    private static final int CONSTRUCTOR_AT = 32;
    private static final int SHARED_AT = 32; // in a function
    private static final int DATA_AT = 16; // in its shared part
    private static final int RARE_DATA_AT = 64; // in a template
    private static final int NAMED_AT = 32; // in its rare data
    private static final int INDEXED_AT = 40;
    private static final int HAS_INTERCEPTORS = 0x04 | 0x08;

    // V8's two interceptors are the process's, and so is what is known of them; guarded by the class.
    private static int users;
    private static long code;

    private final long isolate;
    private final ForeignAccess access;
    private final List<V8ValueFunction> functions;
    private final long table;

    private Interceptors(long isolate, ForeignAccess access, List<V8ValueFunction> functions, long table) {
        this.isolate = isolate;
        this.access = access;
        this.functions = functions;
        this.table = table;
    }

    /**
     * @param functions one for each kind, in the order of {@link InterceptorCode.Kind}, in strict mode; they belong to this from
     *     now on
     * @return null where V8 or Javet are not as expected
     */
    public static @Nullable Interceptors open(
            V8Runtime runtime, List<V8ValueFunction> functions, ForeignAccess access) {
        long isolate = KnownBuild.isolateOf(runtime);
        if (isolate == 0
                || !KnownBuild.setsVariables(isolate)
                || functions.size() != Kind.values().length
                || read(isolate + InterceptorCode.TABLE) != 0
                || !fill(isolate, access)) {
            return null;
        }
        long table = access.allocate((long) InterceptorCode.TABLE_WORDS * Long.BYTES);
        if (table == 0) {
            leave(isolate, access);
            return null;
        }
        write(table, KnownBuild.entryOf(isolate));
        for (int i = 0; i < functions.size(); i++) {
            write(table + (i + 1L) * Long.BYTES, read(functions.get(i).getHandle()));
        }
        write(isolate + InterceptorCode.TABLE, table);
        return new Interceptors(isolate, access, functions, table);
    }

    /** Writes the functions into V8's interceptors, unless another isolate of the process did. */
    private static synchronized boolean fill(long isolate, ForeignAccess access) {
        if (users == 0) {
            code = filled(isolate, access);
        }
        if (code != 0) {
            users++;
        }
        return code != 0;
    }

    /** With the last isolate that uses them V8's interceptors are empty again, so that V8 can write snapshots. */
    private static synchronized void leave(long isolate, ForeignAccess access) {
        if (--users == 0) {
            change(isolate, access, (_, _) -> 0, 0);
            access.freeCode(code);
            code = 0;
        }
    }

    /** @throws IllegalStateException where V8 could not write a snapshot: it would end the process */
    public static synchronized void allowSnapshot() {
        if (users > 0) {
            throw new IllegalStateException(
                    users + " isolates have contexts of node:vm: V8 can't write a snapshot before they end");
        }
    }

    private static long filled(long isolate, ForeignAccess access) {
        long named = read(isolate + NAMED);
        long indexed = read(isolate + INDEXED);
        if (!isInterceptor(named) || !isInterceptor(indexed) || !isUnused(named, IS_NAMED) || !isUnused(indexed, 0)) {
            return 0;
        }
        var made = new InterceptorCode();
        long address = access.code(made.bytes());
        if (address == 0) {
            return 0;
        }
        if (!change(isolate, access, (kind, isIndexed) -> address + made.placeOf(kind, isIndexed), OUR_FLAGS)) {
            access.freeCode(address);
            return 0;
        }
        return address;
    }

    @FunctionalInterface
    private interface Places {
        long of(Kind kind, boolean isIndexed);
    }

    /** V8's pages are read-only, but for this moment. */
    private static boolean change(long isolate, ForeignAccess access, Places places, int flags) {
        long named = read(isolate + NAMED);
        long indexed = read(isolate + INDEXED);
        long page = pageOf(named);
        long length = pageOf(indexed + INTERCEPTOR_BYTES) + PAGE_BYTES - page;
        if (indexed < named || length > 2 * PAGE_BYTES || !access.protect(page, (int) length, true)) {
            return false;
        }
        change(fields(named), places, false, IS_NAMED | flags);
        change(fields(indexed), places, true, flags);
        return access.protect(page, (int) length, false);
    }

    private static void change(ByteBuffer fields, Places places, boolean isIndexed, int flags) {
        for (Kind kind : Kind.values()) {
            fields.putLong(FUNCTIONS_AT + kind.ordinal() * Long.BYTES, places.of(kind, isIndexed));
        }
        fields.putInt(FLAGS_AT, flags);
    }

    private static boolean isInterceptor(long object) {
        return Addresses.isReference(object) && typeOf(object) == INTERCEPTOR_TYPE;
    }

    private static boolean isUnused(long interceptor, int flags) {
        ByteBuffer fields = fields(interceptor);
        boolean isUnused = fields.getLong(FLAGS_AT) == flags;
        for (int i = FUNCTIONS_AT; i < INTERCEPTOR_BYTES; i += Long.BYTES) {
            isUnused &= fields.getLong(i) == 0;
        }
        return isUnused;
    }

    private static ByteBuffer fields(long object) {
        return at(object - 1, INTERCEPTOR_BYTES);
    }

    private static long pageOf(long address) {
        return address & -PAGE_BYTES;
    }

    /**
     * From now on the functions are asked for the global object of a new context, in which nothing has looked for a property yet.
     *
     * @return whether that is so: not where V8 has made the object in another way
     */
    public boolean intercept(V8ValueObject global) {
        long proxy = read(read(global.getHandle()));
        long object = typeOf(proxy) == GLOBAL_PROXY_TYPE ? field(mapOf(proxy), PROTOTYPE_AT) : 0;
        if (!isOfType(object, GLOBAL_OBJECT_TYPE)) {
            return false;
        }
        long map = mapOf(object);
        long shared = field(field(map, CONSTRUCTOR_AT), SHARED_AT);
        long template = isOfType(shared, SHARED_FUNCTION_TYPE) ? field(shared, DATA_AT) : 0;
        long rareData = isOfType(template, TEMPLATE_TYPE) ? field(template, RARE_DATA_AT) : 0;
        ByteBuffer bits = at(map - 1 + BIT_FIELD_AT, 1);
        if (!isOfType(rareData, RARE_DATA_TYPE) || (bits.get(0) & HAS_INTERCEPTORS) != 0) {
            return false;
        }
        write(rareData - 1 + NAMED_AT, read(isolate + NAMED));
        write(rareData - 1 + INDEXED_AT, read(isolate + INDEXED));
        bits.put(0, (byte) (bits.get(0) | HAS_INTERCEPTORS));
        return true;
    }

    /** Before the isolate is closed, where no JavaScript runs. */
    public void close() throws JavetException {
        write(isolate + InterceptorCode.TABLE, 0);
        access.free(table);
        for (V8ValueFunction function : functions) {
            function.close();
        }
        leave(isolate, access);
    }

    private static boolean isOfType(long object, int type) {
        return Addresses.isReference(object) && typeOf(object) == type;
    }

    private static long mapOf(long object) {
        return field(object, 0);
    }

    private static int typeOf(long object) {
        return at(mapOf(object) - 1 + TYPE_AT, Short.BYTES).getShort(0);
    }

    private static long field(long object, int place) {
        return read(object - 1 + place);
    }
}
