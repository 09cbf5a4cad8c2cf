package dev.gyre.node.napi;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** The functions that are given no environment. Any thread may call those of thread-safe functions. */
final class FreeFunctions {
    /** One of them. */
    interface Body {
        long call(long a, long b, long c, long d);
    }

    private static final int REGISTER_FUNCTION_AT = 16; // in a napi_module
    private static final long AUTO_LENGTH = -1;

    private FreeFunctions() {}

    static void forEach(BiConsumer<String, Body> add) {
        add.accept("napi_module_register", (module, _, _, _) -> {
            AddonFile.registered(
                    NativeMemory.at(module + REGISTER_FUNCTION_AT, Long.BYTES).getLong(0));
            return Status.OK;
        });
        add.accept("napi_fatal_error", FreeFunctions::fatalError);
        add.accept("napi_get_threadsafe_function_context", (id, result, _, _) -> {
            ThreadsafeFunction found = ThreadsafeFunction.of(id);
            if (found == null || result == 0) {
                return Status.INVALID_ARG;
            }
            NativeMemory.at(result, Long.BYTES).putLong(0, found.context());
            return Status.OK;
        });
        add.accept("napi_call_threadsafe_function", (id, data, mode, _) -> {
            ThreadsafeFunction found = ThreadsafeFunction.of(id);
            return found == null ? Status.INVALID_ARG : found.call(data, (int) mode != 0);
        });
        add.accept("napi_acquire_threadsafe_function", (id, _, _, _) -> {
            ThreadsafeFunction found = ThreadsafeFunction.of(id);
            return found == null ? Status.INVALID_ARG : found.acquire();
        });
        add.accept("napi_release_threadsafe_function", (id, mode, _, _) -> {
            ThreadsafeFunction found = ThreadsafeFunction.of(id);
            return found == null ? Status.INVALID_ARG : found.release((int) mode != 0);
        });
        add.accept(
                "napi_remove_async_cleanup_hook",
                (id, _, _, _) -> AsyncHooks.remove(id) ? Status.OK : Status.INVALID_ARG);
    }

    private static long fatalError(long location, long locationLength, long message, long messageLength) {
        return abort("FATAL ERROR: " + text(location, locationLength) + " " + text(message, messageLength) + "\n");
    }

    /** Ends the process with a message, as Node does: by SIGABRT. */
    static long abort(String message) {
        System.err.print(message);
        System.err.flush();
        return ForeignCalls.six(ForeignCalls.addressInLibc("abort"), ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0);
    }

    private static String text(long address, long length) {
        if (address == 0) {
            return "";
        }
        int bytes = (int) (length == AUTO_LENGTH ? AddonHost.stringLength(address) : length);
        return bytes == 0 ? "" : new String(NativeMemory.at(address, bytes).bytes(0, bytes), StandardCharsets.UTF_8);
    }
}
