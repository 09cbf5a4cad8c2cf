package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;

/**
 * Capability {@code loop-checks}: every loop that V8 compiles can be interrupted.
 *
 * <p>A loop asks for interrupts once a round; that is how a script is ended, by a time limit, a heap limit or
 * {@code terminate()}. V8's optimizing compiler leaves the question out of loops that it knows to end within 5,000 rounds. It
 * notes "leave out the next question" when such a loop begins. Where that loop has none, because it stands for a built-in or was
 * unrolled, the note is still there at the end of the loop around it, and {@code for (;;) new Array(1000).fill(1)} can't be
 * ended by anything.
 *
 * <p>Here the limit of 5,000 rounds becomes 0 in V8's function that looks at loops, so that no such note is made:
 *
 * <pre>
 *   cmp qword [rbp - 0x58], 5000      the number of rounds
 *   setb cl
 *   and cl, al                        and it is known
 *   cmp cl, 1
 * </pre>
 *
 * <p>V8 runs this function only while it unrolls loops, and before the first isolate has run anything it has not.
 */
public final class LoopChecks {
    /** Where the constant is, seen from V8's function for import(). */
    private static final long CONSTANT = 0xff3e95;

    private static final int INSTRUCTION = -4; // where its instruction begins, seen from the constant
    private static final long COMPARE = 0x00001388_a87d8148L;
    private static final long COMPARE_WITH_ZERO = 0x00000000_a87d8148L;
    private static final long BEHIND = 0x01f980c1_20c1920fL;

    private LoopChecks() {}

    /**
     * Has V8 keep the questions of all loops, in the whole process.
     *
     * @param runtime any isolate's
     * @return false where V8 is not as expected, or its code can't be changed; then nothing was changed
     */
    public static boolean keep(V8Runtime runtime) {
        long isolate = KnownBuild.isolateOf(runtime);
        long function = isolate == 0 ? 0 : KnownBuild.importFunctionOf(isolate);
        if (function == 0) {
            return false;
        }
        long constant = function + CONSTANT;
        ByteBuffer code = KnownBuild.at(constant + INSTRUCTION, 2 * Long.BYTES);
        if (code.getLong(Long.BYTES) != BEHIND) {
            return false;
        }
        if (code.getLong(0) == COMPARE) {
            writeZero(constant);
        }
        return code.getLong(0) == COMPARE_WITH_ZERO;
    }

    /** Through the file of the process's memory, which may write to code: a first native call would take longer. */
    private static void writeZero(long address) {
        try (var memory = new RandomAccessFile("/proc/self/mem", "rw")) {
            memory.seek(address);
            memory.write(new byte[Integer.BYTES]);
        } catch (IOException _) {
            // The system does not let it be written: the caller sees that nothing has changed.
        }
    }
}
