package dev.gyre.node.napi;

import dev.gyre.io.call.DynamicSymbols;
import dev.gyre.io.call.ErrnoMemory;
import dev.gyre.io.call.ForeignCalls;
import dev.gyre.io.call.JumpLibrary;
import dev.gyre.io.call.ThreadFunctions;
import dev.gyre.io.libc.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads the file of an add-on, and finds where it begins. */
final class AddonFile {
    private static final String INITIALIZE = "napi_register_module_v1";
    private static final String VERSION = "node_api_module_get_api_version_v1";
    private static final int DEFAULT_VERSION = 8;

    /** Instead of an address: nothing has registered itself. */
    private static final long NONE = -1;

    /** What a library that was loaded before has registered when its constructors ran, by its handle. */
    private static final Map<Long, Long> REGISTERED = new HashMap<>();

    private static @Nullable Boolean isOpen;
    private static long lastRegistered = NONE;

    /**
     * @param initialize the address of its first function, {@code napi_value (napi_env, napi_value exports)}; 0 where it has
     *     registered none, -1 where it has registered nothing
     * @param version the version of Node-API that it asks for
     */
    record Loaded(long initialize, int version) {}

    private AddonFile() {}

    /** The file can't be loaded; the message says why. */
    static final class LoadException extends Exception {
        private static final long serialVersionUID = 1L;

        LoadException(String message) {
            super(message);
        }
    }

    /** Called by constructors of an add-on that is being loaded. */
    static void registered(long initialize) {
        lastRegistered = initialize; // under the lock of load
    }

    /** @param flags of dlopen */
    static synchronized Loaded load(String file, int flags) throws LoadException {
        if (!isOpen()) {
            throw new LoadException("native add-ons run on Linux on x86_64 only, from the image that a build makes");
        }
        String foreign = foreignName(file);
        if (foreign != null) {
            throw new LoadException(foreign);
        }
        lastRegistered = NONE;
        long library = open(file, flags);
        if (lastRegistered != NONE) {
            REGISTERED.put(library, lastRegistered);
        }
        long initialize = ForeignCalls.addressIn(library, INITIALIZE);
        if (initialize == 0) {
            initialize = REGISTERED.getOrDefault(library, NONE);
        }
        long version = ForeignCalls.addressIn(library, VERSION);
        return new Loaded(
                initialize,
                version == 0
                        ? DEFAULT_VERSION
                        : (int) ForeignCalls.six(version, ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0));
    }

    /** Loads the library with the functions of Node-API, once. */
    private static boolean isOpen() {
        if (isOpen == null) {
            Path folder = ForeignCalls.libraryFolder();
            Path file = folder == null ? null : folder.resolve(NodeApi.LIBRARY);
            isOpen = file != null && Files.exists(file) && JumpLibrary.open(file, new Upcalls());
        }
        return isOpen;
    }

    private static long open(String file, int flags) throws LoadException {
        ErrnoMemory errno = ErrnoMemory.ofThread();
        long lastError = ForeignCalls.addressInLibc("dlerror"); // before: to look a name up ends the last error
        try (Arena arena = Arena.ofConfined()) {
            long name = NativeMemory.string(arena, file).address();
            long library = ForeignCalls.six(ForeignCalls.addressInLibc("dlopen"), errno, name, flags, 0, 0, 0, 0);
            if (library != 0) {
                return library;
            }
        }
        long text = ForeignCalls.six(lastError, errno, 0, 0, 0, 0, 0, 0);
        int length = text == 0 ? 0 : (int) AddonHost.stringLength(text);
        throw new LoadException(
                length == 0
                        ? "it can't be loaded"
                        : new String(NativeMemory.at(text, length).bytes(0, length), StandardCharsets.UTF_8));
    }

    /**
     * Why the file can't work here: V8's C++ functions and libuv's are part of Node's executable, and add-ons that use those
     * which are missing here would end the process when they call one. Null where it uses neither, and for what is no library at all.
     */
    private static @Nullable String foreignName(String file) {
        List<String> names;
        try {
            names = DynamicSymbols.undefined(Path.of(file));
        } catch (IOException | RuntimeException e) {
            return null; // dlopen will say what is wrong
        }
        for (String name : names) {
            if (name.startsWith("_ZN2v8") || name.startsWith("_ZNK2v8") || name.startsWith("_ZN4node")) {
                return "v8:" + name;
            }
        }
        for (String name : names) {
            if (name.startsWith("uv_") && !ThreadFunctions.has(name) && !LibuvFunctions.has(name)) {
                return "uv:" + name;
            }
        }
        return null;
    }
}
