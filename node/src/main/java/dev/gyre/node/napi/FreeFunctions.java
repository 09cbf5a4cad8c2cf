package dev.gyre.node.napi;

import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.libc.NativeMemory;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The functions that are given no environment. Any thread may call those of thread-safe functions. */
final class FreeFunctions {
    /** Their names: see {@link OwnFunctions.Name}. */
    enum Name {
        NAPI_MODULE_REGISTER,
        NAPI_FATAL_ERROR,
        NAPI_GET_THREADSAFE_FUNCTION_CONTEXT,
        NAPI_CALL_THREADSAFE_FUNCTION,
        NAPI_ACQUIRE_THREADSAFE_FUNCTION,
        NAPI_RELEASE_THREADSAFE_FUNCTION,
        NAPI_REMOVE_ASYNC_CLEANUP_HOOK;

        /** Null for a function that is given an environment. */
        static @Nullable Name of(String function) {
            for (Name name : values()) {
                if (name.name().equalsIgnoreCase(function)) {
                    return name;
                }
            }
            return null;
        }
    }

    private static final int REGISTER_FUNCTION_AT = 16; // in a napi_module
    private static final long AUTO_LENGTH = -1;

    private FreeFunctions() {}

    static long call(Name name, long a, long b, long c, long d) {
        return switch (name) {
            case NAPI_MODULE_REGISTER -> {
                AddonFile.registered(
                        NativeMemory.at(a + REGISTER_FUNCTION_AT, Long.BYTES).getLong(0));
                yield Status.OK;
            }
            case NAPI_FATAL_ERROR -> fatalError(a, b, c, d);
            case NAPI_REMOVE_ASYNC_CLEANUP_HOOK -> AsyncHooks.remove(a) ? Status.OK : Status.INVALID_ARG;
            default -> {
                ThreadsafeFunction found = ThreadsafeFunction.of(a);
                yield found == null ? Status.INVALID_ARG : ofThreads(name, found, b, c);
            }
        };
    }

    private static long ofThreads(Name name, ThreadsafeFunction function, long b, long c) {
        return switch (name) {
            case NAPI_CALL_THREADSAFE_FUNCTION -> function.call(b, (int) c != 0);
            case NAPI_ACQUIRE_THREADSAFE_FUNCTION -> function.acquire();
            case NAPI_RELEASE_THREADSAFE_FUNCTION -> function.release((int) b != 0);
            default -> {
                if (b == 0) {
                    yield Status.INVALID_ARG;
                }
                NativeMemory.at(b, Long.BYTES).putLong(0, function.context());
                yield Status.OK;
            }
        };
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
