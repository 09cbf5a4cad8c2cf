package dev.gyre.io.call;

import java.util.ArrayList;
import java.util.List;

/**
 * Functions of libuv that need no Java: those of the C library under other names (threads, locks, sleep), and some that read
 * or write one field of a handle. Its event loop is not among them.
 */
public final class ThreadFunctions {
    /**
     * @param callee a function of the C library
     * @param prelude machine code that arranges its arguments
     * @param isNegated whether an error, which the C library answers as it is, is negative with libuv
     */
    record ThreadFunction(String name, String callee, int[] prelude, boolean isNegated) {}

    /** @param code all of its machine code */
    record SmallFunction(String name, int[] code) {}

    private static final int[] NOTHING = {};
    private static final int[] SECOND_IS_NULL = {0x31, 0xf6}; // xor esi, esi
    private static final int[] THREAD = {
        0x48, 0x89, 0xd1, // mov rcx, rdx
        0x48, 0x89, 0xf2, // mov rdx, rsi
        0x31, 0xf6 // xor esi, esi
    };
    private static final int[] BY_ADDRESS = {0x48, 0x8b, 0x3f, 0x31, 0xf6}; // mov rdi, [rdi]; xor esi, esi
    private static final int[] KEY = {0x8b, 0x3f}; // mov edi, [rdi]
    private static final int[] SEMAPHORE = {0x89, 0xf2, 0x31, 0xf6}; // mov edx, esi; xor esi, esi
    private static final int[] THOUSAND = {0x69, 0xff, 0xe8, 0x03, 0, 0}; // imul edi, edi, 1000

    static final List<ThreadFunction> ALL = all();

    private static final int[] GET_FIRST = {0x48, 0x8b, 0x07, 0xc3}; // mov rax, [rdi]; ret
    private static final int[] SET_FIRST = {0x48, 0x89, 0x37, 0xc3}; // mov [rdi], rsi; ret

    static final List<SmallFunction> SMALL = List.of(
            new SmallFunction("uv_handle_get_data", GET_FIRST),
            new SmallFunction("uv_handle_set_data", SET_FIRST),
            new SmallFunction("uv_loop_get_data", GET_FIRST),
            new SmallFunction("uv_loop_set_data", SET_FIRST),
            new SmallFunction("uv_req_get_data", GET_FIRST),
            new SmallFunction("uv_req_set_data", SET_FIRST),
            new SmallFunction(
                    "uv_handle_get_loop", new int[] {0x48, 0x8b, 0x47, 0x08, 0xc3}), // mov rax, [rdi + 8]; ret
            new SmallFunction("uv_handle_get_type", new int[] {0x8b, 0x47, 0x10, 0xc3}), // mov eax, [rdi + 16]; ret
            new SmallFunction("uv_req_get_type", new int[] {0x8b, 0x47, 0x08, 0xc3}), // mov eax, [rdi + 8]; ret
            new SmallFunction("uv_thread_equal", new int[] {
                0x48, 0x8b, 0x07, // mov rax, [rdi]
                0x48, 0x3b, 0x06, // cmp rax, [rsi]
                0x0f, 0x94, 0xc0, // sete al
                0x0f, 0xb6, 0xc0, // movzx eax, al
                0xc3 // ret
            }));

    /** Which the library has besides: the time in nanoseconds. */
    static final String TIME = "uv_hrtime";

    private ThreadFunctions() {}

    /** Whether a function of libuv is one of these. */
    public static boolean has(String name) {
        for (ThreadFunction function : ALL) {
            if (function.name.equals(name)) {
                return true;
            }
        }
        for (SmallFunction function : SMALL) {
            if (function.name.equals(name)) {
                return true;
            }
        }
        return name.equals(TIME);
    }

    private static List<ThreadFunction> all() {
        List<ThreadFunction> all = new ArrayList<>();
        all.add(new ThreadFunction("uv_thread_create", "pthread_create", THREAD, true));
        all.add(new ThreadFunction("uv_thread_join", "pthread_join", BY_ADDRESS, true));
        all.add(new ThreadFunction("uv_thread_detach", "pthread_detach", BY_ADDRESS, true));
        all.add(new ThreadFunction("uv_thread_self", "pthread_self", NOTHING, false));
        all.add(new ThreadFunction("uv_os_getpid", "getpid", NOTHING, false));
        all.add(new ThreadFunction("uv_os_getppid", "getppid", NOTHING, false));
        all.add(new ThreadFunction("uv_sleep", "usleep", THOUSAND, false));
        all.add(new ThreadFunction("uv_once", "pthread_once", NOTHING, false));
        all.add(new ThreadFunction("uv_key_create", "pthread_key_create", SECOND_IS_NULL, true));
        all.add(new ThreadFunction("uv_key_delete", "pthread_key_delete", KEY, false));
        all.add(new ThreadFunction("uv_key_get", "pthread_getspecific", KEY, false));
        all.add(new ThreadFunction("uv_key_set", "pthread_setspecific", KEY, false));
        all.add(new ThreadFunction("uv_sem_init", "sem_init", SEMAPHORE, false));
        for (String verb : List.of("post", "wait", "destroy")) {
            all.add(new ThreadFunction("uv_sem_" + verb, "sem_" + verb, NOTHING, false));
        }
        all.add(new ThreadFunction("uv_mutex_init", "pthread_mutex_init", SECOND_IS_NULL, true));
        for (String verb : List.of("lock", "unlock", "destroy")) {
            all.add(new ThreadFunction("uv_mutex_" + verb, "pthread_mutex_" + verb, NOTHING, false));
        }
        all.add(new ThreadFunction("uv_mutex_trylock", "pthread_mutex_trylock", NOTHING, true));
        all.add(new ThreadFunction("uv_cond_init", "pthread_cond_init", SECOND_IS_NULL, true));
        for (String verb : List.of("signal", "broadcast", "wait", "destroy")) {
            all.add(new ThreadFunction("uv_cond_" + verb, "pthread_cond_" + verb, NOTHING, false));
        }
        all.add(new ThreadFunction("uv_barrier_init", "pthread_barrier_init", SEMAPHORE, true));
        all.add(new ThreadFunction("uv_barrier_wait", "pthread_barrier_wait", NOTHING, true)); // of one thread: not 0
        all.add(new ThreadFunction("uv_barrier_destroy", "pthread_barrier_destroy", NOTHING, false));
        all.add(new ThreadFunction("uv_rwlock_init", "pthread_rwlock_init", SECOND_IS_NULL, true));
        all.add(new ThreadFunction("uv_rwlock_destroy", "pthread_rwlock_destroy", NOTHING, false));
        for (String kind : List.of("rd", "wr")) {
            all.add(new ThreadFunction(
                    "uv_rwlock_" + kind + "lock", "pthread_rwlock_" + kind + "lock", NOTHING, false));
            all.add(new ThreadFunction(
                    "uv_rwlock_try" + kind + "lock", "pthread_rwlock_try" + kind + "lock", NOTHING, true));
            all.add(new ThreadFunction("uv_rwlock_" + kind + "unlock", "pthread_rwlock_unlock", NOTHING, false));
        }
        return List.copyOf(all);
    }
}
