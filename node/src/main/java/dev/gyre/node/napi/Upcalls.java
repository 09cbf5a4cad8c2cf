package dev.gyre.node.napi;

import dev.gyre.io.call.JumpLibrary;
import dev.gyre.io.libc.NativeMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the calls of all add-ons arrive. Whatever is thrown ends here: it must not reach native frames. Functions that only
 * the thread of their runtime may call fail on others; those without an environment are for any thread.
 */
final class Upcalls implements JumpLibrary.Target {
    private static final int REGISTER_WORDS = 6;

    private final List<String> names = NodeApi.names();
    private final @Nullable Function[] functions =
            new Function[names.size()]; // made at the first call: an add-on calls few

    /** Those of libuv, whose numbers follow. */
    private final LibuvFunctions.Name[] libuv = LibuvFunctions.Name.inOrder();

    record Function(Shape shape, OwnFunctions.@Nullable Name own, FreeFunctions.@Nullable Name free, boolean isBasic) {}

    private static final String IN_FINALIZER = """
            FATAL ERROR: Finalizer is calling a function that may affect GC state.
            The finalizers are run directly from GC and must not affect GC state.
            Use `node_api_post_finalizer` from inside of the finalizer to work around this issue.
            It schedules the call as a new task in the event loop.
            """;

    /** What finalizers of experimental add-ons may call. */
    private static final List<String> BASIC = List.of(
            "napi_get_last_error_info",
            "napi_delete_reference",
            "napi_get_version",
            "napi_adjust_external_memory",
            "node_api_post_finalizer",
            "napi_set_instance_data",
            "napi_get_instance_data",
            "napi_queue_async_work",
            "napi_cancel_async_work",
            "napi_get_node_version",
            "napi_get_uv_event_loop",
            "napi_add_env_cleanup_hook",
            "napi_remove_env_cleanup_hook",
            "napi_ref_threadsafe_function",
            "napi_unref_threadsafe_function",
            "napi_add_async_cleanup_hook",
            "node_api_get_module_file_name");

    Function function(int number) {
        Function found = functions[number];
        if (found == null) {
            String name = names.get(number);
            Shape shape = NodeApi.shape(number);
            found = new Function(shape, OwnFunctions.Name.of(name), FreeFunctions.Name.of(name), BASIC.contains(name));
            if (shape.isOwn && found.own == null && found.free == null) {
                throw new IllegalStateException("nothing answers " + name);
            }
            functions[number] = found; // a record: threads that make it at the same time make the same
        }
        return found;
    }

    @Override
    public long call(int function, long a, long b, long c, long d, long e, long f, long stack, double number) {
        try {
            if (function >= functions.length) {
                return LibuvFunctions.call(libuv[function - functions.length], a, b, c, d);
            }
            Function called = function(function);
            FreeFunctions.Name anyThread = called.free;
            if (anyThread != null) {
                return FreeFunctions.call(anyThread, a, b, c, d);
            }
            Environment environment = a == 0 ? null : Environment.at(a);
            if (environment == null) {
                return Status.INVALID_ARG;
            }
            if (!environment.host.isThisThread()) {
                return Status.GENERIC_FAILURE;
            }
            if (environment.host.isInFinalizer() && !called.isBasic) {
                return FreeFunctions.abort(IN_FINALIZER);
            }
            OwnFunctions.Name ofJava = called.own;
            if (ofJava != null) {
                return OwnFunctions.call(ofJava, environment, function, new long[] {a, b, c, d, e, f, stack}, number);
            }
            Shape shape = called.shape;
            return environment.host.cross(
                    environment, function, shape, words(environment, shape.words, a, b, c, d, e, f, stack), number);
        } catch (Throwable thrown) { // also errors: a stack that is exhausted, no memory
            return failed(function, thrown);
        }
    }

    private static long[] words(
            Environment environment, int count, long a, long b, long c, long d, long e, long f, long stack) {
        long[] six = {a, b, c, d, e, f};
        if (count == REGISTER_WORDS) {
            return six;
        }
        long[] words = new long[count];
        System.arraycopy(six, 0, words, 0, Math.min(count, REGISTER_WORDS));
        if (count > REGISTER_WORDS) {
            NativeMemory others = environment.host.copyIn(stack, (count - REGISTER_WORDS) * Long.BYTES);
            for (int i = REGISTER_WORDS; i < count; i++) {
                words[i] = others.getLong((i - REGISTER_WORDS) * Long.BYTES);
            }
        }
        return words;
    }

    private long failed(int function, Throwable thrown) {
        if (!(thrown instanceof StackOverflowError) && System.getenv("GYRE_DEV") != null) {
            System.err.println(names.get(function) + ": " + thrown);
            thrown.printStackTrace(System.err);
        }
        return Status.GENERIC_FAILURE;
    }
}
