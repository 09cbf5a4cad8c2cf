package dev.gyre.node.napi;

import dev.gyre.io.libc.NativeMemory;
import dev.gyre.node.bridge.Layout.AddonMemory;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Java answers by itself: numbers, scopes, a callback's arguments, strings that JavaScript has written to the arena. */
final class OwnFunctions {
    /**
     * Their names. A number for each and a switch, not a lambda: the JVM takes a millisecond to make one, in every process
     * that loads an add-on.
     */
    enum Name {
        NAPI_GET_UNDEFINED,
        NAPI_GET_NULL,
        NAPI_GET_GLOBAL,
        NAPI_GET_BOOLEAN,
        NAPI_CREATE_DOUBLE,
        NAPI_CREATE_INT32,
        NAPI_CREATE_UINT32,
        NAPI_CREATE_INT64,
        NAPI_GET_VALUE_BOOL,
        NAPI_GET_VALUE_DOUBLE,
        NAPI_GET_VALUE_INT32,
        NAPI_GET_VALUE_UINT32,
        NAPI_GET_VALUE_INT64,
        NAPI_TYPEOF,
        NAPI_GET_CB_INFO,
        NAPI_GET_NEW_TARGET,
        NAPI_OPEN_HANDLE_SCOPE,
        NAPI_CLOSE_HANDLE_SCOPE,
        NAPI_OPEN_ESCAPABLE_HANDLE_SCOPE,
        NAPI_CLOSE_ESCAPABLE_HANDLE_SCOPE,
        NAPI_ESCAPE_HANDLE,
        NAPI_IS_EXCEPTION_PENDING,
        NAPI_GET_LAST_ERROR_INFO,
        NAPI_GET_VERSION,
        NAPI_GET_NODE_VERSION,
        NAPI_GET_INSTANCE_DATA,
        NAPI_SET_INSTANCE_DATA,
        NAPI_GET_UV_EVENT_LOOP,
        NAPI_ADJUST_EXTERNAL_MEMORY,
        NODE_API_GET_MODULE_FILE_NAME,
        NAPI_GET_VALUE_STRING_LATIN1,
        NAPI_GET_VALUE_STRING_UTF8,
        NAPI_GET_VALUE_STRING_UTF16,
        NAPI_CREATE_BIGINT_WORDS,
        NAPI_GET_VALUE_BIGINT_WORDS,
        NODE_API_CREATE_OBJECT_WITH_PROPERTIES,
        NODE_API_CREATE_EXTERNAL_STRING_LATIN1,
        NODE_API_CREATE_EXTERNAL_STRING_UTF16,
        NAPI_CREATE_THREADSAFE_FUNCTION,
        NAPI_ADD_ASYNC_CLEANUP_HOOK,
        NAPI_REF_THREADSAFE_FUNCTION,
        NAPI_UNREF_THREADSAFE_FUNCTION;

        private static final Map<String, Name> ALL = new HashMap<>();

        static {
            for (Name name : values()) {
                ALL.put(name.name().toLowerCase(Locale.ROOT), name);
            }
        }

        /** Null for a function that JavaScript answers. */
        static @Nullable Name of(String function) {
            return ALL.get(function);
        }
    }

    private static final int LATIN1 = 0;
    private static final int UTF8 = 1;
    private static final int UTF16 = 2;

    private OwnFunctions() {}

    /**
     * @param function its number
     * @param w the environment, five words more, and the address of those after them
     * @param x the first argument that is a double
     */
    static long call(Name name, Environment env, int function, long[] w, double x) {
        return switch (name) {
            case NAPI_GET_UNDEFINED -> handle(env, w[1], AddonMemory.UNDEFINED);
            case NAPI_GET_NULL -> handle(env, w[1], AddonMemory.NULL);
            case NAPI_GET_GLOBAL -> handle(env, w[1], AddonMemory.GLOBAL);
            case NAPI_GET_BOOLEAN -> handle(env, w[2], (w[1] & 0xff) != 0 ? AddonMemory.TRUE : AddonMemory.FALSE);
            case NAPI_CREATE_DOUBLE -> create(env, w[1], x);
            case NAPI_CREATE_INT32 -> create(env, w[2], (int) w[1]);
            case NAPI_CREATE_UINT32 -> create(env, w[2], (double) (w[1] & 0xffffffffL));
            case NAPI_CREATE_INT64 -> create(env, w[2], (double) w[1]);
            case NAPI_GET_VALUE_BOOL -> bool(env, w[1], w[2]);
            case NAPI_GET_VALUE_DOUBLE, NAPI_GET_VALUE_INT32, NAPI_GET_VALUE_UINT32, NAPI_GET_VALUE_INT64 ->
                number(name, env, w[1], w[2]);
            case NAPI_TYPEOF -> typeOf(env, function, w);
            case NAPI_GET_CB_INFO -> callbackInfo(env, w);
            case NAPI_GET_NEW_TARGET -> newTarget(env, w[1], w[2]);
            case NAPI_OPEN_HANDLE_SCOPE, NAPI_OPEN_ESCAPABLE_HANDLE_SCOPE -> openScope(name, env, w[1]);
            case NAPI_CLOSE_HANDLE_SCOPE, NAPI_CLOSE_ESCAPABLE_HANDLE_SCOPE -> closeScope(env, w[1]);
            case NAPI_ESCAPE_HANDLE -> escape(env, w);
            case NAPI_IS_EXCEPTION_PENDING -> fact(env, w[1], env.host.word(AddonMemory.PENDING) != 0 ? 1 : 0, 1);
            case NAPI_GET_VALUE_STRING_LATIN1 -> string(env, w, LATIN1);
            case NAPI_GET_VALUE_STRING_UTF8 -> string(env, w, UTF8);
            case NAPI_GET_VALUE_STRING_UTF16 -> string(env, w, UTF16);
            default -> callSeldom(name, env, function, w);
        };
    }

    private static long callSeldom(Name name, Environment env, int function, long[] w) {
        return switch (name) {
            case NAPI_GET_LAST_ERROR_INFO -> lastError(env, w[1]);
            case NAPI_GET_VERSION -> fact(env, w[1], NodeApi.VERSION, Integer.BYTES);
            case NAPI_GET_NODE_VERSION -> fact(env, w[1], env.address + Environment.VERSION_AT, Long.BYTES);
            case NAPI_GET_INSTANCE_DATA -> fact(env, w[1], env.instanceData, Long.BYTES);
            case NAPI_SET_INSTANCE_DATA -> setInstanceData(env, function, w);
            case NAPI_GET_UV_EVENT_LOOP -> fact(env, w[1], env.host.libuv().address(), Long.BYTES);
            case NAPI_ADJUST_EXTERNAL_MEMORY -> adjustMemory(env, w[1], w[2]);
            case NODE_API_GET_MODULE_FILE_NAME -> fact(env, w[1], env.fileUrl(), Long.BYTES);
            case NAPI_CREATE_BIGINT_WORDS -> createBigint(env, function, w);
            case NAPI_GET_VALUE_BIGINT_WORDS -> bigintWords(env, function, w);
            case NODE_API_CREATE_OBJECT_WITH_PROPERTIES -> objectWithProperties(env, function, w);
            case NODE_API_CREATE_EXTERNAL_STRING_LATIN1 -> externalString(env, function, w, 1);
            case NODE_API_CREATE_EXTERNAL_STRING_UTF16 -> externalString(env, function, w, 2);
            case NAPI_CREATE_THREADSAFE_FUNCTION -> createThreadsafe(env, function, w);
            case NAPI_ADD_ASYNC_CLEANUP_HOOK -> addAsyncHook(env, w);
            case NAPI_REF_THREADSAFE_FUNCTION -> reference(env, w[1], true);
            case NAPI_UNREF_THREADSAFE_FUNCTION -> reference(env, w[1], false);
            default -> throw new IllegalStateException("nothing answers " + name);
        };
    }

    /** A result that is known. */
    private static long fact(Environment env, long result, long value, int bytes) {
        return result == 0 ? invalid(env) : env.host.answer(env, result, value, bytes);
    }

    private static long invalid(Environment env) {
        return env.status(Status.INVALID_ARG);
    }

    // ---- values

    private static long bool(Environment env, long value, long result) {
        if (value == 0 || result == 0) {
            return invalid(env);
        }
        return env.host.kind(value) == AddonMemory.IS_BOOLEAN
                ? env.host.answer(env, result, (long) env.host.numberOf(value), 1)
                : env.status(Status.BOOLEAN_EXPECTED);
    }

    private static long typeOf(Environment env, int function, long[] w) {
        if (w[1] == 0 || w[2] == 0) {
            return invalid(env);
        }
        int kind = env.host.kind(w[1]);
        return kind == AddonMemory.IS_OBJECT || kind == AddonMemory.IS_ESCAPE
                ? env.host.cross(env, function, TYPE_OF, new long[] {w[0], w[1], w[2]}, 0)
                : env.host.answer(env, w[2], kind - 1L, Integer.BYTES);
    }

    private static long newTarget(Environment env, long frame, long result) {
        if (!env.host.isFrame(frame) || result == 0) {
            return invalid(env);
        }
        int target = env.host.base(frame) + 1;
        boolean isUndefined = env.host.kind(target) == AddonMemory.IS_UNDEFINED;
        return env.host.answer(env, result, isUndefined ? 0 : target, Long.BYTES);
    }

    private static final Shape TYPE_OF = new Shape("v>i"); // of an object: it may be an external value

    private static long handle(Environment env, long result, int handle) {
        return result == 0 ? invalid(env) : env.host.answer(env, result, handle, Long.BYTES);
    }

    private static long create(Environment env, long result, double value) {
        return result == 0 ? invalid(env) : handle(env, result, env.host.newNumber(env, value));
    }

    private static long callbackInfo(Environment env, long[] w) {
        AddonHost host = env.host;
        long frame = w[1];
        if (!host.isFrame(frame) || (w[3] != 0 && w[2] == 0)) {
            return invalid(env);
        }
        int given = host.argumentsOf(frame);
        int base = host.base(frame);
        if (w[3] != 0) {
            copyArguments(
                    host, w[3], (int) Math.min(host.copyIn(w[2], Long.BYTES).getLong(0), 1 << 20), base + 2, given);
        }
        host.noResults();
        if (w[2] != 0) {
            host.result(w[2], given, Long.BYTES);
        }
        if (w[4] != 0) {
            host.result(w[4], base, Long.BYTES);
        }
        if (w[5] != 0) {
            host.result(w[5], host.dataOf(frame), Long.BYTES);
        }
        return host.answer(env);
    }

    /** As many as there is room for; undefined for those that were not given. */
    private static void copyArguments(AddonHost host, long to, int room, int first, int given) {
        if (room <= 0) {
            return;
        }
        NativeMemory handles = host.scratch(room * Long.BYTES);
        for (int i = 0; i < room; i++) {
            handles.putLong(i * Long.BYTES, i < given ? first + i : AddonMemory.UNDEFINED);
        }
        AddonHost.copy(to, handles.address(), (long) room * Long.BYTES);
    }

    // ---- numbers

    private static long number(Name name, Environment env, long value, long result) {
        if (value == 0 || result == 0) {
            return invalid(env);
        }
        if (env.host.kind(value) != AddonMemory.IS_NUMBER) {
            return env.status(Status.NUMBER_EXPECTED);
        }
        double number = env.host.numberOf(value);
        return switch (name) {
            case NAPI_GET_VALUE_DOUBLE -> env.host.answer(env, result, Double.doubleToRawLongBits(number), Long.BYTES);
            case NAPI_GET_VALUE_INT64 -> env.host.answer(env, result, toInt64(number), Long.BYTES);
            default -> env.host.answer(env, result, toInt32(number), Integer.BYTES); // as V8: modulo 2^32 where finite
        };
    }

    private static final double TWO_TO_32 = 4294967296.0;

    static long toInt32(double value) {
        if (!Double.isFinite(value)) {
            return 0;
        }
        int exact = (int) value;
        return exact == value ? exact : (int) (long) ((value < 0 ? Math.ceil(value) : Math.floor(value)) % TWO_TO_32);
    }

    /** Too large ones become the largest there is; Java's conversion does that, but for infinity Node has 0. */
    static long toInt64(double value) {
        return Double.isFinite(value) ? (long) value : 0;
    }

    // ---- scopes

    private static long openScope(Name name, Environment env, long result) {
        if (result == 0) {
            return invalid(env);
        }
        env.openScopes(env.openScopes() + 1);
        if (name == Name.NAPI_OPEN_ESCAPABLE_HANDLE_SCOPE) {
            env.host.newHandle(env, AddonMemory.IS_ESCAPE, 0);
        }
        return env.host.answer(env, result, env.host.top(), Long.BYTES);
    }

    private static long closeScope(Environment env, long scope) {
        if (scope == 0) {
            return invalid(env);
        }
        if (env.openScopes() == 0) {
            return env.status(Status.HANDLE_SCOPE_MISMATCH);
        }
        env.openScopes(env.openScopes() - 1);
        env.host.top((int) scope);
        env.host.noResults();
        return env.host.answer(env);
    }

    private static long escape(Environment env, long[] w) {
        if (w[1] == 0 || w[2] == 0 || w[3] == 0) {
            return invalid(env);
        }
        AddonHost host = env.host;
        int place = (int) w[1] - 1;
        if (host.kind(place) != AddonMemory.IS_ESCAPE) {
            return env.status(Status.ESCAPE_CALLED_TWICE);
        }
        if (host.kind(w[2]) == AddonMemory.IS_NUMBER) {
            host.putHandle(place, AddonMemory.IS_NUMBER, host.numberOf(w[2]));
        } else {
            host.putNumber(AddonMemory.ARGS_AT, w[2]);
            host.putNumber(AddonMemory.ARGS_AT + 1, place);
            int status = host.enter(env, AddonMemory.COPY_HANDLE);
            if (status != Status.OK) {
                return env.status(status);
            }
        }
        return host.answer(env, w[3], place, Long.BYTES);
    }

    // ---- facts

    private static long lastError(Environment env, long result) {
        if (result == 0) {
            return invalid(env);
        }
        int status = env.lastStatus();
        env.host.noResults();
        env.host.result(result, env.lastError(), Long.BYTES);
        long answer = env.host.answer(env);
        env.status(status);
        return answer;
    }

    private static long setInstanceData(Environment env, int function, long[] w) {
        env.instanceData = w[1];
        for (int i = 0; i < 3; i++) {
            env.host.putNumber(AddonMemory.ARGS_AT + i, w[1 + i]);
        }
        return env.status(env.host.enter(env, function));
    }

    private static long adjustMemory(Environment env, long by, long result) {
        if (result == 0) {
            return invalid(env);
        }
        env.externalBytes += by;
        return env.host.answer(env, result, env.externalBytes, Long.BYTES);
    }

    private static long addAsyncHook(Environment env, long[] w) {
        if (w[1] == 0) {
            return invalid(env);
        }
        long id = AsyncHooks.add(env, w[1], w[2]);
        env.host.noResults();
        if (w[3] != 0) {
            env.host.result(w[3], id, Long.BYTES);
        }
        return env.host.answer(env);
    }

    // ---- strings

    private static long string(Environment env, long[] w, int encoding) {
        long to = w[2];
        long room = w[3];
        AddonHost host = env.host;
        if (w[1] == 0) {
            return invalid(env);
        }
        if (host.kind(w[1]) != AddonMemory.IS_STRING) {
            return env.status(Status.STRING_EXPECTED);
        }
        if (to == 0 && w[4] == 0) {
            return invalid(env);
        }
        host.noResults();
        long copied = 0;
        if (to == 0 || room != 0) {
            long length = host.encode(env, (int) w[1], encoding);
            if (length < 0) {
                return env.status((int) -length);
            }
            copied = to == 0 ? length : copyString(host, to, room, length, encoding);
        }
        host.noResults();
        if (w[4] != 0) {
            host.result(w[4], copied, Long.BYTES);
        }
        return host.answer(env);
    }

    /** With a zero at its end, and no character in UTF-8 that is not whole. */
    private static long copyString(AddonHost host, long to, long room, long length, int encoding) {
        int unitBytes = encoding == UTF16 ? 2 : 1;
        long copied = Long.compareUnsigned(length, room - 1) > 0 ? room - 1 : length;
        if (encoding == UTF8 && copied < length) {
            while (copied > 0 && (host.arena().get((int) copied) & 0xc0) == 0x80) {
                copied--;
            }
        }
        int end = (int) copied * unitBytes;
        var arena = host.arena();
        short behind = arena.getShort(end);
        if (unitBytes == 1) {
            arena.put(end, (byte) 0);
        } else {
            arena.putShort(end, (short) 0);
        }
        AddonHost.copy(to, host.arenaAddress(), end + unitBytes);
        arena.putShort(end, behind);
        return copied;
    }

    private static long externalString(Environment env, int function, long[] w, int unitBytes) {
        AddonHost host = env.host;
        NativeMemory more = host.copyIn(w[6], Long.BYTES);
        long copied = more.getLong(0);
        long[] words = {w[0], w[1], w[2], w[3], w[4], w[5]};
        host.putNumber(AddonMemory.ARGS_AT + 8, w[1]); // for the finalizer, behind what crosses
        long answer = host.cross(env, function, unitBytes == 1 ? EXTERNAL_LATIN1 : EXTERNAL_UTF16, words, 0);
        if ((int) answer == Status.OK && copied != 0) {
            host.result(copied, 0, 1); // the finalizer is called later, as for a string that was not copied
            return host.answer(env);
        }
        return answer;
    }

    private static final Shape EXTERNAL_LATIN1 = new Shape("tpp>v");
    private static final Shape EXTERNAL_UTF16 = new Shape("wpp>v");

    // ---- bigints

    private static long createBigint(Environment env, int function, long[] w) {
        AddonHost host = env.host;
        int status = host.mayRunCode(env);
        if (status != Status.OK) {
            return env.status(status);
        }
        if (w[3] == 0 || w[4] == 0 || w[2] < 0 || w[2] > Integer.MAX_VALUE) {
            return invalid(env);
        }
        long bytes = w[2] * Long.BYTES;
        int most = 1 << 24; // bits of V8's largest bigint, 2^30, would be 2^24 words
        if (w[2] <= most) {
            host.ensureArena(env, bytes);
            AddonHost.copy(host.arenaAddress(), w[3], bytes);
        }
        host.putNumber(AddonMemory.ARGS_AT, (double) (int) w[1]);
        host.putNumber(AddonMemory.ARGS_AT + 1, w[2]);
        status = host.enter(env, function);
        return status == Status.OK
                ? host.answer(env, w[4], (long) host.number(AddonMemory.RESULTS_AT), Long.BYTES)
                : env.status(status);
    }

    private static long bigintWords(Environment env, int function, long[] w) {
        AddonHost host = env.host;
        if (w[1] == 0 || w[3] == 0) {
            return invalid(env);
        }
        if (host.kind(w[1]) != AddonMemory.IS_BIGINT) {
            return env.status(Status.BIGINT_EXPECTED);
        }
        boolean wantsWords = w[2] != 0 || w[4] != 0;
        if (wantsWords && (w[2] == 0 || w[4] == 0)) {
            return invalid(env);
        }
        long room = host.copyIn(w[3], Long.BYTES).getLong(0);
        host.putNumber(AddonMemory.ARGS_AT, w[1]);
        int status = host.enter(env, function);
        if (status != Status.OK) {
            return env.status(status);
        }
        long count = (long) host.number(AddonMemory.RESULTS_AT);
        boolean isNegative = host.number(AddonMemory.RESULTS_AT + 1) != 0;
        host.noResults();
        if (wantsWords) {
            host.result(w[2], isNegative ? 1 : 0, Integer.BYTES);
            AddonHost.copy(w[4], host.arenaAddress(), Math.min(room, count) * Long.BYTES);
        }
        host.result(w[3], count, Long.BYTES);
        return host.answer(env);
    }

    // ---- objects

    /** (prototype, names, values, count, result): two arrays with one count. */
    private static long objectWithProperties(Environment env, int function, long[] w) {
        if (w[5] == 0 || (w[4] != 0 && (w[2] == 0 || w[3] == 0))) {
            return invalid(env);
        }
        long[] words = {w[0], w[1], w[4], w[2], w[4], w[3], w[5]};
        return env.host.cross(env, function, WITH_PROPERTIES, words, 0);
    }

    private static final Shape WITH_PROPERTIES = new Shape("Vaa>v");

    // ---- functions for all threads

    /**
     * (function, resource, name, queue size, threads | data of the finalizer, finalizer, context, caller, result): the first
     * five in registers.
     */
    private static long createThreadsafe(Environment env, int function, long[] w) {
        AddonHost host = env.host;
        NativeMemory others = host.copyIn(w[6], 5 * Long.BYTES);
        long data = others.getLong(0);
        long finalizer = others.getLong(8);
        long context = others.getLong(16);
        long caller = others.getLong(24);
        long result = others.getLong(32);
        if (w[3] == 0 || w[5] == 0 || result == 0 || (w[1] == 0 && caller == 0)) {
            return invalid(env);
        }
        var made = ThreadsafeFunction.create(env, w[4], w[5], context);
        long[] numbers = {w[1], w[2], w[3], made.id(), data, finalizer, context, caller};
        for (int i = 0; i < numbers.length; i++) {
            host.putNumber(AddonMemory.ARGS_AT + i, numbers[i]);
        }
        int status = host.enter(env, function);
        if (status != Status.OK) {
            made.forget();
            return env.status(status);
        }
        return host.answer(env, result, made.id(), Long.BYTES);
    }

    private static long reference(Environment env, long id, boolean isReferenced) {
        ThreadsafeFunction found = ThreadsafeFunction.of(id);
        if (found == null) {
            return invalid(env);
        }
        found.setReferenced(isReferenced);
        env.host.noResults();
        return env.host.answer(env);
    }
}
