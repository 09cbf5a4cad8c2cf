package dev.gyre.node.napi;

import dev.gyre.io.libc.NativeMemory;
import dev.gyre.node.bridge.Layout.AddonMemory;
import java.util.function.BiConsumer;

/** What Java answers by itself: numbers, scopes, a callback's arguments, strings that JavaScript has written to the arena. */
final class OwnFunctions {
    /** One of them. */
    interface Body {
        /**
         * @param function its number
         * @param words the environment, five words more, and the address of those after them
         * @param number the first argument that is a double
         */
        long call(Environment environment, int function, long[] words, double number);
    }

    private static final int LATIN1 = 0;
    private static final int UTF8 = 1;
    private static final int UTF16 = 2;

    private OwnFunctions() {}

    static void forEach(BiConsumer<String, Body> add) {
        values(add);
        numbers(add);
        scopes(add);
        facts(add);
        add.accept("napi_get_value_string_latin1", (env, _, w, _) -> string(env, w, LATIN1));
        add.accept("napi_get_value_string_utf8", (env, _, w, _) -> string(env, w, UTF8));
        add.accept("napi_get_value_string_utf16", (env, _, w, _) -> string(env, w, UTF16));
        add.accept("napi_create_bigint_words", OwnFunctions::createBigint);
        add.accept("napi_get_value_bigint_words", OwnFunctions::bigintWords);
        add.accept("node_api_create_object_with_properties", OwnFunctions::objectWithProperties);
        add.accept("node_api_create_external_string_latin1", (env, f, w, _) -> externalString(env, f, w, 1));
        add.accept("node_api_create_external_string_utf16", (env, f, w, _) -> externalString(env, f, w, 2));
        add.accept("napi_create_threadsafe_function", OwnFunctions::createThreadsafe);
        add.accept("napi_add_async_cleanup_hook", (env, _, w, _) -> {
            if (w[1] == 0) {
                return invalid(env);
            }
            long id = AsyncHooks.add(env, w[1], w[2]);
            env.host.noResults();
            if (w[3] != 0) {
                env.host.result(w[3], id, Long.BYTES);
            }
            return env.host.answer(env);
        });
        add.accept("napi_ref_threadsafe_function", (env, _, w, _) -> reference(env, w[1], true));
        add.accept("napi_unref_threadsafe_function", (env, _, w, _) -> reference(env, w[1], false));
    }

    private static long invalid(Environment env) {
        return env.status(Status.INVALID_ARG);
    }

    // ---- values

    private static void values(BiConsumer<String, Body> add) {
        add.accept("napi_get_undefined", (env, _, w, _) -> handle(env, w[1], AddonMemory.UNDEFINED));
        add.accept("napi_get_null", (env, _, w, _) -> handle(env, w[1], AddonMemory.NULL));
        add.accept("napi_get_global", (env, _, w, _) -> handle(env, w[1], AddonMemory.GLOBAL));
        add.accept(
                "napi_get_boolean",
                (env, _, w, _) -> handle(env, w[2], (w[1] & 0xff) != 0 ? AddonMemory.TRUE : AddonMemory.FALSE));
        add.accept("napi_create_double", (env, _, w, x) -> create(env, w[1], x));
        add.accept("napi_create_int32", (env, _, w, _) -> create(env, w[2], (int) w[1]));
        add.accept("napi_create_uint32", (env, _, w, _) -> create(env, w[2], (double) (w[1] & 0xffffffffL)));
        add.accept("napi_create_int64", (env, _, w, _) -> create(env, w[2], (double) w[1]));
        add.accept("napi_get_value_bool", (env, _, w, _) -> {
            if (w[1] == 0 || w[2] == 0) {
                return invalid(env);
            }
            return env.host.kind(w[1]) == AddonMemory.IS_BOOLEAN
                    ? env.host.answer(env, w[2], (long) env.host.numberOf(w[1]), 1)
                    : env.status(Status.BOOLEAN_EXPECTED);
        });
        add.accept("napi_typeof", (env, function, w, _) -> {
            if (w[1] == 0 || w[2] == 0) {
                return invalid(env);
            }
            int kind = env.host.kind(w[1]);
            return kind == AddonMemory.IS_OBJECT || kind == AddonMemory.IS_ESCAPE
                    ? env.host.cross(env, function, TYPE_OF, new long[] {w[0], w[1], w[2]}, 0)
                    : env.host.answer(env, w[2], kind - 1L, Integer.BYTES);
        });
        add.accept("napi_get_cb_info", OwnFunctions::callbackInfo);
        add.accept("napi_get_new_target", (env, _, w, _) -> {
            if (!env.host.isFrame(w[1]) || w[2] == 0) {
                return invalid(env);
            }
            int target = env.host.base(w[1]) + 1;
            boolean isUndefined = env.host.kind(target) == AddonMemory.IS_UNDEFINED;
            return env.host.answer(env, w[2], isUndefined ? 0 : target, Long.BYTES);
        });
    }

    private static final Shape TYPE_OF = new Shape("v>i"); // of an object: it may be an external value

    private static long handle(Environment env, long result, int handle) {
        return result == 0 ? invalid(env) : env.host.answer(env, result, handle, Long.BYTES);
    }

    private static long create(Environment env, long result, double value) {
        return result == 0 ? invalid(env) : handle(env, result, env.host.newNumber(env, value));
    }

    private static long callbackInfo(Environment env, int function, long[] w, double x) {
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

    private interface Conversion {
        long of(double value);
    }

    private static void numbers(BiConsumer<String, Body> add) {
        number(add, "napi_get_value_double", Long.BYTES, Double::doubleToRawLongBits);
        // As V8 converts: modulo 2^32 where the number is finite.
        number(add, "napi_get_value_int32", Integer.BYTES, OwnFunctions::toInt32);
        number(add, "napi_get_value_uint32", Integer.BYTES, OwnFunctions::toInt32);
        number(add, "napi_get_value_int64", Long.BYTES, OwnFunctions::toInt64);
    }

    private static void number(BiConsumer<String, Body> add, String name, int bytes, Conversion conversion) {
        add.accept(name, (env, _, w, _) -> {
            if (w[1] == 0 || w[2] == 0) {
                return invalid(env);
            }
            return env.host.kind(w[1]) == AddonMemory.IS_NUMBER
                    ? env.host.answer(env, w[2], conversion.of(env.host.numberOf(w[1])), bytes)
                    : env.status(Status.NUMBER_EXPECTED);
        });
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

    private static void scopes(BiConsumer<String, Body> add) {
        add.accept("napi_open_handle_scope", (env, _, w, _) -> {
            if (w[1] == 0) {
                return invalid(env);
            }
            env.openScopes++;
            return env.host.answer(env, w[1], env.host.top(), Long.BYTES);
        });
        add.accept("napi_close_handle_scope", OwnFunctions::closeScope);
        add.accept("napi_open_escapable_handle_scope", (env, _, w, _) -> {
            if (w[1] == 0) {
                return invalid(env);
            }
            env.openScopes++;
            env.host.newHandle(env, AddonMemory.IS_ESCAPE, 0);
            return env.host.answer(env, w[1], env.host.top(), Long.BYTES);
        });
        add.accept("napi_close_escapable_handle_scope", OwnFunctions::closeScope);
        add.accept("napi_escape_handle", OwnFunctions::escape);
        add.accept(
                "napi_is_exception_pending",
                (env, _, w, _) ->
                        w[1] == 0 ? invalid(env) : env.host.answer(env, w[1], env.host.word(AddonMemory.PENDING), 1));
    }

    private static long closeScope(Environment env, int function, long[] w, double x) {
        if (w[1] == 0) {
            return invalid(env);
        }
        if (env.openScopes == 0) {
            return env.status(Status.HANDLE_SCOPE_MISMATCH);
        }
        env.openScopes--;
        env.host.top((int) w[1]);
        env.host.noResults();
        return env.host.answer(env);
    }

    private static long escape(Environment env, int function, long[] w, double x) {
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

    private static void facts(BiConsumer<String, Body> add) {
        add.accept("napi_get_last_error_info", (env, _, w, _) -> {
            if (w[1] == 0) {
                return invalid(env);
            }
            int status = env.lastStatus;
            env.host.noResults();
            env.host.result(w[1], env.lastError(), Long.BYTES);
            long answer = env.host.answer(env);
            env.lastStatus = status;
            return answer;
        });
        add.accept(
                "napi_get_version",
                (env, _, w, _) ->
                        w[1] == 0 ? invalid(env) : env.host.answer(env, w[1], NodeApi.VERSION, Integer.BYTES));
        add.accept(
                "napi_get_node_version",
                (env, _, w, _) -> w[1] == 0
                        ? invalid(env)
                        : env.host.answer(env, w[1], env.address + Environment.VERSION_AT, Long.BYTES));
        add.accept(
                "napi_get_instance_data",
                (env, _, w, _) -> w[1] == 0 ? invalid(env) : env.host.answer(env, w[1], env.instanceData, Long.BYTES));
        add.accept("napi_set_instance_data", (env, f, w, _) -> {
            env.instanceData = w[1];
            for (int i = 0; i < 3; i++) {
                env.host.putNumber(AddonMemory.ARGS_AT + i, w[1 + i]);
            }
            return env.status(env.host.enter(env, f));
        });
        // There is no libuv. An add-on that asks for its loop wants to use it.
        add.accept("napi_get_uv_event_loop", (env, _, w, _) -> env.status(Status.GENERIC_FAILURE));
        add.accept("napi_adjust_external_memory", (env, _, w, _) -> {
            if (w[2] == 0) {
                return invalid(env);
            }
            env.externalBytes += w[1];
            return env.host.answer(env, w[2], env.externalBytes, Long.BYTES);
        });
        add.accept("node_api_get_module_file_name", (env, _, w, _) -> {
            if (w[1] == 0) {
                return invalid(env);
            }
            if (env.fileUrl == 0) {
                env.fileUrl = Environment.text(env.file);
            }
            return env.host.answer(env, w[1], env.fileUrl, Long.BYTES);
        });
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

    private static long createBigint(Environment env, int function, long[] w, double x) {
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

    private static long bigintWords(Environment env, int function, long[] w, double x) {
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
    private static long objectWithProperties(Environment env, int function, long[] w, double x) {
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
    private static long createThreadsafe(Environment env, int function, long[] w, double x) {
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
