package dev.gyre.io.call;

import java.nio.ByteBuffer;

/**
 * A library of five functions in machine code, which call any C function: what the JVM's linker would generate in every
 * process, as a file of the image. {@link CallLibraryFile} writes it when the image is built; it knows x86_64 only.
 */
final class CallLibrary {
    static final String FILE = "libgyre-calls.so";

    /** Instead of a library's handle: all libraries that the process has loaded for everybody, such as the C library. */
    static final long EVERYWHERE = 0;

    private CallLibrary() {}

    static boolean isForThisMachine() {
        return "amd64".equals(System.getProperty("os.arch")) && "Linux".equals(System.getProperty("os.name"));
    }

    /** Calls {@code function} and stores its errno, an int, at {@code errno}. */
    static native long six(long function, long errno, long a, long b, long c, long d, long e, long f);

    static native long ten(
            long function, long errno, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j);

    /** Calls a function of two words and a double; all of a double's bits, here and in the result. */
    static native long real(long function, long a, long b, long bits);

    /** A buffer over memory that somebody else has and frees. */
    static native ByteBuffer buffer(long address, long bytes);

    /** {@code dlsym}: the address of a symbol, or 0. */
    static native long symbol(long library, long name);
}
