package com.caoccao.javet.interop;

import com.caoccao.javet.enums.JSRuntimeType;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.monitoring.V8HeapStatistics;
import com.caoccao.javet.interop.monitoring.V8StatisticsFuture;
import com.caoccao.javet.interop.options.RuntimeOptions;
import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Stands in for Javet's class of this name, which the build leaves out of this module, with what the rest of Javet and
 * {@code dev.gyre.engine} ask of it. Javet's own costs a start 20 ms: through JMX it asks for the number of the
 * process and with it for the host's name, maybe of a name server; it reads classes from its jar for a class loader of
 * their own, so that the library can be unloaded; and it starts two threads, one of which wakes up every second.
 */
public final class V8Host {
    private static final Map<Long, V8StatisticsFuture<?>> WAITING = new HashMap<>();

    /** What the calling thread wants done on the isolate's, when the question is answered that it is about to ask. */
    private static final ThreadLocal<Question> QUESTION = new ThreadLocal<>();

    /** Of runtimes that may not be asked by other threads at some moments. */
    private static final Map<V8Runtime, ReentrantLock> GUARDS = new ConcurrentHashMap<>();

    private final IV8Native v8Native;

    private V8Host() {
        System.load(libraryFile(new File(System.getProperty("javet.lib.loading.path"))));
        v8Native = new V8Native();
    }

    private static String libraryFile(File folder) {
        String[] names = folder.list((_, name) -> name.startsWith("libjavet-v8-"));
        if (names == null || names.length != 1) {
            throw new UnsatisfiedLinkError("V8's native library is not in " + folder + ": " + Arrays.toString(names));
        }
        return new File(folder, names[0]).getAbsolutePath();
    }

    private static final class Holder {
        static final V8Host INSTANCE = new V8Host();
    }

    public static V8Host getV8I18nInstance() {
        return Holder.INSTANCE;
    }

    /** The library asks when it is loaded: whether it is to be ready for being unloaded. */
    public static boolean isLibraryReloadable() {
        return false;
    }

    public V8Runtime createV8Runtime(RuntimeOptions<?> options) throws JavetException {
        long handle = v8Native.createV8Runtime(options);
        var runtime = new V8Runtime(this, handle, false, v8Native, JSRuntimeType.V8I18n, options);
        v8Native.registerV8Runtime(handle, runtime);
        return runtime;
    }

    /**
     * Interrupts the script that runs in the isolate, and has {@code onInterrupt} called on its thread. V8 is asked for
     * statistics for that. Who adds a callback to the future of an answer is too late if the answer came at once, and is
     * called on the wrong thread; so the callback is added before V8 is asked.
     *
     * @return completed after {@code onInterrupt}; to be cancelled where it is not to be called any more
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback sees the answer
    public static CompletableFuture<Void> interrupt(V8Runtime runtime, Consumer<V8HeapStatistics> onInterrupt) {
        var question = new Question(onInterrupt);
        ReentrantLock guard = GUARDS.get(runtime);
        if (guard != null) {
            guard.lock();
        }
        QUESTION.set(question);
        try {
            runtime.getV8HeapStatistics();
        } finally {
            QUESTION.remove();
            if (guard != null) {
                guard.unlock();
            }
        }
        return question.done;
    }

    /** The lock that {@link #interrupt} holds while it asks, from now on until {@link #unguard}. */
    public static ReentrantLock guard(V8Runtime runtime) {
        return GUARDS.computeIfAbsent(runtime, _ -> new ReentrantLock());
    }

    public static void unguard(V8Runtime runtime) {
        GUARDS.remove(runtime);
    }

    private static final class Question {
        private final Consumer<V8HeapStatistics> onAnswer;
        private CompletableFuture<Void> done = new CompletableFuture<>();

        Question(Consumer<V8HeapStatistics> onAnswer) {
            this.onAnswer = onAnswer;
        }
    }

    void closeV8Runtime(V8Runtime runtime) {
        v8Native.closeV8Runtime(runtime.getHandle());
    }

    /** V8 is asked for statistics and answers when it comes to it; the library keeps the question here until then. */
    @SuppressWarnings({"UnusedMethod", "FutureReturnValueIgnored"}) // the native library calls it
    private static void registerV8StatisticsFuture(V8StatisticsFuture<?> future) {
        Question question = QUESTION.get();
        if (question != null) {
            question.done = future.thenAccept(answer -> question.onAnswer.accept((V8HeapStatistics) answer));
        }
        synchronized (WAITING) {
            WAITING.put(future.getHandle(), future);
        }
    }

    @SuppressWarnings("UnusedMethod") // the native library calls it
    private static boolean requestV8StatisticsFuture(long handle) {
        synchronized (WAITING) {
            return WAITING.remove(handle) != null;
        }
    }

    void offerV8StatisticsFuture(V8StatisticsFuture<?> future) {
        // Javet gives a question up after a minute; here it waits as long as the isolate.
    }
}
