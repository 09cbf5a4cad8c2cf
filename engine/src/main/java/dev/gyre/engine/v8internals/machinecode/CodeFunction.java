package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A JavaScript function that has V8 run machine code.
 *
 * <p>A function of Javet's has V8 call a C++ function of Javet's, whose address stands in the function's template. Here that
 * address is replaced by the one of a few instructions, before the function is called for the first time:
 *
 * <pre>
 *   function:              0x20  the shared part of its description
 *   shared part:           0x10  the template
 *   template of a function: 0x48  the shared part
 *                          0x70  the C++ function
 * </pre>
 *
 * <p>The instructions get one argument, the address of V8's words about the call, by their index:
 *
 * <pre>
 *   5   the isolate    6   what the call answers, undefined at first    10 …  the arguments
 * </pre>
 *
 * <p>The garbage collector knows the places of the arguments. So the address of one is a handle, V8's name for a place that holds
 * an object.
 */
final class CodeFunction {
    static final int ISOLATE = 5 * Long.BYTES;
    static final int ANSWER = 6 * Long.BYTES;

    private static final int FIRST_ARGUMENT = 10 * Long.BYTES;

    /** Seen from V8's function for import(): the C++ function of Javet's functions. */
    private static final long CALLBACK = -0x75b350;

    // Of V8's objects; an address of one is 1 more than where it begins.
    private static final int SHARED_AT = 0x20 - 1;
    private static final int TEMPLATE_AT = 0x10 - 1;
    private static final int SHARED_OF_TEMPLATE_AT = 0x48 - 1;
    private static final int CALLBACK_AT = 0x70 - 1;
    private static final int CONTEXT_AT = 0x28 - 1;
    private static final int CONTEXT_SLOTS_AT = 0x0c - 1; // a small integer: the upper half of a word
    private static final int NATIVE_CONTEXT_SLOTS = 306;

    private final ForeignAccess access;
    private final long code;

    private CodeFunction(ForeignAccess access, long code) {
        this.access = access;
        this.code = code;
    }

    /**
     * Makes the function one that runs these instructions.
     *
     * @param function was made by Javet, and was not called yet
     * @param instructions of the address of V8's function for import(); null where that is not as expected
     * @return null where V8 or Javet are not as expected; the function is unchanged then
     */
    static @Nullable CodeFunction of(
            V8Runtime runtime,
            V8ValueFunction function,
            LongFunction<byte @Nullable []> instructions,
            ForeignAccess access) {
        long isolate = KnownBuild.isolateOf(runtime);
        long known = isolate == 0 ? 0 : KnownBuild.importFunctionOf(isolate);
        if (known == 0) {
            return null;
        }
        long template = templateOf(function);
        if (template == 0 || KnownBuild.read(template + CALLBACK_AT) != known + CALLBACK) {
            return null;
        }
        byte[] bytes = instructions.apply(known);
        long code = bytes == null ? 0 : access.code(bytes);
        if (code == 0) {
            return null;
        }
        KnownBuild.write(template + CALLBACK_AT, code); // nothing has moved it: no script has run since
        return new CodeFunction(access, code);
    }

    private static long templateOf(V8ValueFunction function) {
        long shared = KnownBuild.read(KnownBuild.read(KnownBuild.read(function.getHandle())) + SHARED_AT);
        if (!isObject(shared)) {
            return 0;
        }
        long template = KnownBuild.read(shared + TEMPLATE_AT);
        return isObject(template) && KnownBuild.read(template + SHARED_OF_TEMPLATE_AT) == shared ? template : 0;
    }

    private static boolean isObject(long word) {
        return (word & 3) == 1 && word >>> 47 == 0;
    }

    /** Where nobody calls the function any more. */
    void close() {
        access.freeCode(code);
    }

    /** Where an argument is, from the words about the call. */
    static int argument(int index) {
        return FIRST_ARGUMENT + index * Long.BYTES;
    }

    /** Where the value of an argument is that is a small integer. */
    static int integer(int index) {
        return argument(index) + Integer.BYTES;
    }

    /** Instructions one after the other, with short jumps between them. */
    static final class Instructions {
        private static final int MAX_BYTES = 512;

        private final ByteBuffer code = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        ByteBuffer put(int... bytes) {
            for (int one : bytes) {
                code.put((byte) one);
            }
            return code;
        }

        int position() {
            return code.position();
        }

        /** A jump to where {@link #land} will be called with what this answers. */
        int jump(int instruction) {
            put(instruction, 0);
            return code.position();
        }

        void land(int from) {
            int distance = code.position() - from;
            if (distance > Byte.MAX_VALUE) {
                throw new IllegalStateException("a short jump over " + distance + " bytes");
            }
            code.put(from - 1, (byte) distance);
        }

        /** A jump back, to {@link #position} of before. */
        void jumpTo(int instruction, int target) {
            int distance = target - (code.position() + 2);
            if (distance < Byte.MIN_VALUE) {
                throw new IllegalStateException("a short jump over " + distance + " bytes");
            }
            put(instruction, distance);
        }

        /**
         * Puts the context of a function in the function's place among the arguments. Takes the address of the words about the call
         * from rdi, and changes rax.
         *
         * @return what {@link #land} wants to know, for functions that are not at the top level of a context
         */
        int contextOf(int argument) {
            put(0x48, 0x8b, 0x47, CodeFunction.argument(argument)); // mov rax, [rdi + argument]
            put(0x48, 0x8b, 0x40, CONTEXT_AT); // mov rax, [rax + CONTEXT_AT]
            put(0x81, 0x78, CONTEXT_SLOTS_AT).putInt(NATIVE_CONTEXT_SLOTS); // cmp dword [rax + …], NATIVE_CONTEXT_SLOTS
            int notAtTop = jump(0x75); // jne
            put(0x48, 0x89, 0x47, CodeFunction.argument(argument)); // mov [rdi + argument], rax
            return notAtTop;
        }

        byte[] bytes() {
            byte[] bytes = new byte[code.position()];
            code.get(0, bytes);
            return bytes;
        }
    }
}
