package dev.gyre.io.call;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A library that other native libraries find functions in, all of which are Java: each loads its number and jumps to common
 * code, which calls {@link #called} through JNI with the words that the function was given. So there is one way in for any
 * number of functions, and nothing is generated when the process runs. {@link JumpLibraryFile} writes the file.
 *
 * <p>A function that is to store results returns their number in the high half of its answer. Then its first word has to be
 * the address of memory whose second word is the address of a list: of each result its address, its value and its size in
 * bytes (1, 4 or 8). The common code stores them: Java itself has no cheap way to write to any address.
 *
 * <p>Threads that Java does not know are made known when they first call, as daemons, and forgotten when they end.
 */
public final class JumpLibrary {
    /** In bytes: one result of the list. */
    public static final int RESULT_BYTES = 24;

    /** What the functions do. Nothing may be thrown. */
    public interface Target {
        /**
         * @param function its number
         * @param stack where the words after the sixth lie
         * @param number the first argument that is a double
         * @return the answer, in the low half
         */
        long call(int function, long a, long b, long c, long d, long e, long f, long stack, double number);
    }

    private static volatile @Nullable Target target;

    private JumpLibrary() {}

    /**
     * Loads the file for everybody. Once in a process.
     *
     * @return false where it can't be loaded
     */
    public static boolean open(Path file, Target functions) {
        if (!CallLibrary.isForThisMachine()) {
            return false;
        }
        target = functions;
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            return false;
        }
        ByteBuffer name = text("called");
        ByteBuffer signature = text("(JJJJJJJJD)J");
        try {
            bind(ForeignCalls.address(name), ForeignCalls.address(signature));
        } finally {
            Reference.reachabilityFence(name);
            Reference.reachabilityFence(signature);
        }
        return ForeignCalls.openLibraryForOthers(file.toString()) != 0; // the same one, from now on for all
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.allocateDirect(text.length() + 1).put(0, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Has the library find {@link #called}: addresses of its name and its signature. */
    private static native void bind(long name, long signature);

    @SuppressWarnings("unused") // by the library
    private static long called(
            long a, long b, long c, long d, long e, long f, long function, long stack, double number) {
        Target functions = target;
        return functions == null ? 0 : functions.call((int) function, a, b, c, d, e, f, stack, number);
    }
}
