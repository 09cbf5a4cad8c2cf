package com.caoccao.javet.interop;

import com.caoccao.javet.enums.JSRuntimeType;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.monitoring.V8StatisticsFuture;
import com.caoccao.javet.interop.options.RuntimeOptions;
import java.io.File;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands in for Javet's class of this name, which the build leaves out of this module, with what the rest of Javet and
 * {@code dev.gyre.engine} ask of it. Javet's own costs a start 20 ms: through JMX it asks for the number of the
 * process and with it for the host's name, maybe of a name server; it reads classes from its jar for a class loader of
 * their own, so that the library can be unloaded; and it starts two threads, one of which wakes up every second.
 */
public final class V8Host {
    private static final Map<Long, V8StatisticsFuture<?>> WAITING = new HashMap<>();

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

    void closeV8Runtime(V8Runtime runtime) {
        v8Native.closeV8Runtime(runtime.getHandle());
    }

    /** V8 is asked for statistics and answers when it comes to it; the library keeps the question here until then. */
    @SuppressWarnings("UnusedMethod") // the native library calls it
    private static void registerV8StatisticsFuture(V8StatisticsFuture<?> future) {
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
