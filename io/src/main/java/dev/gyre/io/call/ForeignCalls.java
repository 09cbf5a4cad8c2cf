package dev.gyre.io.call;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Calls a C function by its address. Every argument and the result is a machine word: under the calling conventions of Linux
 * on x86_64 and aarch64 an {@code int} argument is the low half of its word, a variadic function takes its integers in the
 * same registers, a function with fewer parameters ignores the other words, and of an {@code int} result only the low half
 * counts.
 *
 * <p>There are two ways to make a call, chosen once for the process:
 *
 * <ul>
 *   <li>by the {@link CallLibrary}, if {@link #useLibrary} named its folder before the first call and it can be loaded. The
 *       first call of a process then takes less than a millisecond;
 *   <li>by the JVM's linker otherwise ({@link LinkerCalls}). That takes 20 to 50 ms for the first call of a process and 10 ms
 *       for the first with more than six words: the JVM generates classes for them.
 * </ul>
 *
 * <p>Any thread may call.
 */
public final class ForeignCalls {
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_GLOBAL = 0x100;

    private static volatile @Nullable Path libraryFolder;

    /** Set by {@link LinkerCalls}. Here, because to ask must not initialise that class. */
    static volatile boolean isLinked;

    private ForeignCalls() {}

    /** Where the {@link CallLibrary} is. Has no effect after the first call. */
    public static void useLibrary(Path folder) {
        libraryFolder = folder;
    }

    /** The folder of the image's libraries, or null where a program has none. */
    public static @Nullable Path libraryFolder() {
        return libraryFolder;
    }

    /** The choice is made when this class is initialised, which the first call does. */
    private static final class Way {
        static final boolean IS_LIBRARY = isLibraryLoaded();

        private static boolean isLibraryLoaded() {
            Path folder = libraryFolder;
            if (folder == null || !CallLibrary.isForThisMachine()) {
                return false;
            }
            Path file = folder.resolve(CallLibrary.FILE);
            if (!Files.exists(file)) {
                return false;
            }
            try {
                System.load(file.toString());
                return true;
            } catch (UnsatisfiedLinkError e) {
                return false; // no descriptor is left, or another class loader has loaded the file
            }
        }
    }

    /** Whether a call costs little now. Where the linker makes them, the first one does not. */
    public static boolean areCheap() {
        return Way.IS_LIBRARY || isLinked;
    }

    /** Calls a function of up to six words, and leaves its errno in {@code errno}. */
    public static long six(long function, ErrnoMemory errno, long a, long b, long c, long d, long e, long f) {
        return Way.IS_LIBRARY
                ? CallLibrary.six(function, errno.address, a, b, c, d, e, f)
                : LinkerCalls.six(function, errno.segment, a, b, c, d, e, f);
    }

    /** As {@link #six}, for a function of up to ten words. */
    public static long ten(
            long function,
            ErrnoMemory errno,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j) {
        return Way.IS_LIBRARY
                ? CallLibrary.ten(function, errno.address, a, b, c, d, e, f, g, h, i, j)
                : LinkerCalls.ten(function, errno.segment, a, b, c, d, e, f, g, h, i, j);
    }

    /** Calls a function of up to two words and then a double; the result is one, if the function has one. */
    public static double real(long function, long a, long b, double c) {
        return Way.IS_LIBRARY
                ? Double.longBitsToDouble(CallLibrary.real(function, a, b, Double.doubleToRawLongBits(c)))
                : LinkerCalls.real(function, a, b, c);
    }

    /**
     * A buffer over memory that somebody else has and frees. The other way, {@link MemorySegment#reinterpret}, makes the JVM
     * generate classes when a process first uses it.
     */
    public static ByteBuffer memory(long address, int bytes) {
        ByteBuffer buffer = Way.IS_LIBRARY
                ? CallLibrary.buffer(address, bytes)
                : MemorySegment.ofAddress(address).reinterpret(bytes).asByteBuffer();
        return buffer.order(ByteOrder.nativeOrder());
    }

    /** The address of a function of the C library. */
    public static long addressInLibc(String name) {
        long address = Way.IS_LIBRARY ? addressIn(CallLibrary.EVERYWHERE, name) : LinkerCalls.addressInLibc(name);
        if (address == 0) {
            throw new UnsatisfiedLinkError("the C library has no function " + name);
        }
        return address;
    }

    /** Loads a library, for as long as the process lives: its handle, or 0 where it can't be loaded. */
    public static long openLibrary(String file) {
        return openLibrary(file, RTLD_LAZY);
    }

    /** As {@link #openLibrary}; libraries that are loaded later find its functions. */
    public static long openLibraryForOthers(String file) {
        return openLibrary(file, RTLD_LAZY | RTLD_GLOBAL);
    }

    private static long openLibrary(String file, int flags) {
        ByteBuffer text = text(file);
        try {
            return six(addressInLibc("dlopen"), ErrnoMemory.ofThread(), address(text), flags, 0, 0, 0, 0);
        } finally {
            Reference.reachabilityFence(text);
        }
    }

    /** The address of a function of a library that {@link #openLibrary} has loaded, or 0 where it has none. */
    public static long addressIn(long library, String name) {
        ByteBuffer text = text(name);
        try {
            return Way.IS_LIBRARY
                    ? CallLibrary.symbol(library, address(text))
                    : six(addressInLibc("dlsym"), ErrnoMemory.ofThread(), library, address(text), 0, 0, 0, 0);
        } finally {
            Reference.reachabilityFence(text);
        }
    }

    private static ByteBuffer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length + 1).put(0, bytes); // all zeros before, so one ends the text
    }

    static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }
}
