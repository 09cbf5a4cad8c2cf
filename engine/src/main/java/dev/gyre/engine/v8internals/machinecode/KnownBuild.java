package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import dev.gyre.engine.Engine;
import dev.gyre.engine.v8internals.Addresses;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The one build of V8 whose inner addresses are known, for capabilities that have V8 run machine code.
 *
 * <pre>
 *   Isolate of V8:   0x58     address of the first builtin; JSEntry, by which V8 itself calls JavaScript, stands 0xb000 behind
 *                    0x80     what JSEntry takes for the isolate
 *                    0x158    the current context
 *                    0x3b8    what JSEntry answers when the function has thrown
 * </pre>
 *
 * <p>JSEntry takes: isolate, {@code new.target}, function, receiver, number of arguments with the receiver, array of their
 * addresses.
 */
final class KnownBuild {
    static final int FIRST_BUILTIN = 0x58;
    static final int ROOT = 0x80;
    static final int CONTEXT = 0x158;
    static final int EXCEPTION_ANSWER = 0x3b8;

    /** Seen from the first builtin: where the builtin that sets variables of scripts goes on after it has called an interceptor. */
    static final int VARIABLE_SET = 0x67ebf;

    private static final int ISOLATE = 2; // a word of Javet's V8Runtime
    private static final int PAGE_BYTES = 4096;
    private static final int ENTRY = 0xb000;
    private static final int IMPORT_FUNCTION = 0x4988; // among the functions that compiled code calls
    private static final int FUNCTION_IN_PAGE = 0xa30;
    private static final int COMPARED_BYTES = ENTRY + 0x400;
    private static final long COMPARED_CRC = 0x3783192eL;

    private KnownBuild() {}

    /** The address of V8's isolate; 0 where V8 is another build, or Javet another version. */
    static long isolateOf(V8Runtime runtime) {
        long isolate = read(runtime.getHandle() + ISOLATE * (long) Long.BYTES);
        if (!Addresses.isPointer(isolate) || isolate % PAGE_BYTES != 0) {
            return 0;
        }
        long builtins = builtinsOf(isolate);
        return Addresses.isPointer(builtins) && crc(builtins) == COMPARED_CRC ? isolate : 0;
    }

    /** Whether a call ends at {@link #VARIABLE_SET}, and its answer is compared with 1 then. */
    static boolean setsVariables(long isolate) {
        ByteBuffer code = at(builtinsOf(isolate) + VARIABLE_SET - 5, 8);
        return code.get(0) == (byte) 0xe8 && (code.getInt(4) >>> 8) == 0x01f883;
    }

    /**
     * The address of V8's function for import(), by which other places in the library's code are found: the builtins may be a copy
     * that is far from it. 0 where it is not as expected.
     */
    static long importFunctionOf(long isolate) {
        long function = read(isolate + IMPORT_FUNCTION);
        return (function & PAGE_BYTES - 1) == FUNCTION_IN_PAGE ? function : 0;
    }

    /** The address of the first builtin. */
    private static long builtinsOf(long isolate) {
        return read(isolate + FIRST_BUILTIN);
    }

    /** The address of JSEntry. */
    static long entryOf(long isolate) {
        return builtinsOf(isolate) + ENTRY;
    }

    /** Whether these bytes are there. */
    static boolean isAt(long address, byte[] expected) {
        byte[] found = new byte[expected.length];
        at(address, found.length).get(0, found);
        return Arrays.equals(found, expected);
    }

    private static long crc(long address) {
        var crc = new CRC32();
        crc.update(at(address, COMPARED_BYTES));
        return crc.getValue();
    }

    // Every start comes here, and a segment over memory that is not the JVM's, or an access through one, has it
    // generate classes.

    static long read(long address) {
        return at(address, Long.BYTES).getLong(0);
    }

    static void write(long address, long value) {
        at(address, Long.BYTES).putLong(0, value);
    }

    static ByteBuffer at(long address, int bytes) {
        return Engine.access().memory(address, bytes);
    }
}
