package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code import-callback}: a JavaScript function answers each {@code import()} that V8 runs.
 *
 * <p>V8 asks a C++ function, the isolate's callback for {@code import()}, which no API of Javet's sets. Here it is a few
 * instructions of machine code that call a JavaScript function by V8's builtin {@code JSEntry}, as {@link PromiseHooks} does:
 *
 * <pre>
 *   Isolate of V8:   0x4988   the address of V8's function for import(), among those that compiled code calls
 *                    0x10258  the callback without a phase; Javet sets neither
 *                    0x10260  the callback with one
 *
 *   the function:    function(name, specifier, phase, global, count, key, value, key, value …)
 * </pre>
 *
 * <p>{@code name} is the name of the script that has the call, or has made the code with the call by {@code eval}; {@code phase}
 * is 0 for the source of a module, 2 for the module; {@code global} is the global object of the context in which the call is;
 * {@code count} is the length of the list of import attributes, of which only the first {@link #MAX_ATTRIBUTES} keys and values
 * are passed. The function has to return a promise of V8's or to throw.
 *
 * <p>V8 goes on with the context that is the current one when the callback returns, and the call changes it. The callback's
 * first argument is a handle that V8 has made for this call and does not use afterwards: it keeps the context meanwhile, because
 * the garbage collector finds it there, and takes the answer at the end.
 *
 * <p>All of this belongs to one build of V8. {@link #open} compares it ({@link KnownBuild}), and both places where V8 reads the
 * callback and calls it; it changes nothing where V8 differs.
 */
public final class ImportCallback {
    /** How many keys and values of import attributes the function is passed at most. */
    public static final int MAX_ATTRIBUTES = 16;

    private static final int PAGE_BYTES = 4096;

    private static final int PLAIN_CALLBACK = 0x10258;
    private static final int CALLBACK = 0x10260;

    // Seen from V8's function for import(): where V8 calls the callback for the phases 0 and 1, and for phase 2.
    private static final long FIRST_CALL = -0x56bcf5;
    private static final long SECOND_CALL = -0x56bb83;

    // mov rax, [r14 + CALLBACK]; test rax, rax; jz …; mov rcx, r15; mov r8d, r12d; call rax
    private static final long[] FIRST_CODE = {0x4800010260868b49L, 0x000001d9840fc085L, 0xd0ffe08945f9894cL};

    // mov rax, [r14 + CALLBACK]; mov rcx, r15; test rax, rax; jz …; mov r8d, 2; call rax; test …
    private static final long[] SECOND_CODE = {0x4c00010260868b49L, 0x411274c08548f989L, 0x48d0ff00000002b8L};

    // Of V8's objects.
    private static final int GLOBAL_SLOT = 16 + 3 * 8 - 1; // in a native context
    private static final int LENGTH_AT = 8 - 1; // in an array
    private static final int ELEMENTS_AT = 16 - 1;

    // The code's own frame: a small integer, then the addresses of the arguments.
    private static final int FRAME_BYTES = 0xc0;
    private static final int PHASE = 0x00;
    private static final int ARGUMENTS = 0x08;
    private static final int FIXED_ARGUMENTS = 5;

    private final long isolate;
    private final V8ValueFunction function;
    private final ForeignAccess access;
    private final long code;

    private ImportCallback(long isolate, V8ValueFunction function, ForeignAccess access, long code) {
        this.isolate = isolate;
        this.function = function;
        this.access = access;
        this.code = code;
    }

    /**
     * V8 calls the function from now on.
     *
     * @param function is called as described above; it belongs to this from now on, and has to be a function in strict mode that
     *     returns nothing but promises
     * @return null where V8 or Javet are not as expected
     */
    public static @Nullable ImportCallback open(V8Runtime runtime, V8ValueFunction function, ForeignAccess access) {
        long isolate = KnownBuild.isolateOf(runtime);
        if (isolate == 0
                || !isAsExpected(KnownBuild.importFunctionOf(isolate))
                || KnownBuild.read(isolate + PLAIN_CALLBACK) != 0
                || KnownBuild.read(isolate + CALLBACK) != 0) {
            return null;
        }
        long handle = KnownBuild.read(function.getHandle());
        long code = access.code(instructions(isolate, handle, KnownBuild.entryOf(isolate)));
        if (code == 0) {
            return null;
        }
        KnownBuild.write(isolate + CALLBACK, code);
        return new ImportCallback(isolate, function, access, code);
    }

    private static boolean isAsExpected(long function) {
        return function != 0
                && isThere(function + FIRST_CALL, FIRST_CODE)
                && isThere(function + SECOND_CALL, SECOND_CODE);
    }

    private static boolean isThere(long place, long[] expected) {
        ByteBuffer code = KnownBuild.at(place, expected.length * Long.BYTES);
        for (int i = 0; i < expected.length; i++) {
            if (code.getLong(i * Long.BYTES) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Before the isolate is closed, where no JavaScript runs. */
    public void close() throws JavetException {
        KnownBuild.write(isolate + CALLBACK, 0);
        access.freeCode(code);
        function.close();
    }

    /**
     * The callback: rdi is the handle of the native context, rdx that of the name, rcx that of the specifier, r8d the phase, r9 the
     * handle of the attributes. It answers the address of a handle, or 0 where the function has thrown.
     */
    private static byte[] instructions(long isolate, long functionHandle, long entry) {
        ByteBuffer code = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        put(code, 0x55); // push rbp
        put(code, 0x48, 0x89, 0xe5); // mov rbp, rsp
        put(code, 0x53); // push rbx
        put(code, 0x41, 0x54); // push r12
        put(code, 0x48, 0x81, 0xec).putInt(FRAME_BYTES); // sub rsp, FRAME_BYTES: aligned to 16
        put(code, 0x49, 0x89, 0xfc); // mov r12, rdi
        put(code, 0x48, 0xbb).putLong(isolate); // mov rbx, isolate
        put(code, 0x48, 0x89, 0x54, 0x24, argument(0)); // mov [rsp + …], rdx: the name
        put(code, 0x48, 0x89, 0x4c, 0x24, argument(1)); // mov [rsp + …], rcx: the specifier
        put(code, 0x44, 0x89, 0xc0); // mov eax, r8d
        put(code, 0x48, 0xc1, 0xe0, 0x20); // shl rax, 32: a small integer
        put(code, 0x48, 0x89, 0x44, 0x24, PHASE); // mov [rsp + PHASE], rax
        put(code, 0x48, 0x8d, 0x44, 0x24, PHASE); // lea rax, [rsp + PHASE]
        put(code, 0x48, 0x89, 0x44, 0x24, argument(2)); // mov [rsp + …], rax
        put(code, 0x48, 0x8b, 0x07); // mov rax, [rdi]
        put(
                code,
                0x48,
                0x83,
                0xc0,
                GLOBAL_SLOT); // add rax, GLOBAL_SLOT: JSEntry reads all arguments before anything moves
        put(code, 0x48, 0x89, 0x44, 0x24, argument(3)); // mov [rsp + …], rax
        put(code, 0x49, 0x8b, 0x01); // mov rax, [r9]: the array
        put(code, 0x48, 0x83, 0xc0, LENGTH_AT); // add rax, LENGTH_AT
        put(code, 0x48, 0x89, 0x44, 0x24, argument(4)); // mov [rsp + …], rax: its length, a small integer
        put(code, 0x44, 0x8b, 0x40, 0x04); // mov r8d, [rax + 4]: the same as a number
        put(code, 0xb9).putInt(MAX_ATTRIBUTES); // mov ecx, MAX_ATTRIBUTES
        put(code, 0x41, 0x39, 0xc8); // cmp r8d, ecx
        put(code, 0x44, 0x0f, 0x47, 0xc1); // cmova r8d, ecx
        for (int i = 0; i < MAX_ATTRIBUTES; i++) {
            int step = i == 0 ? ELEMENTS_AT - LENGTH_AT : Long.BYTES;
            put(code, 0x48, 0x83, 0xc0, step); // add rax, step: an address behind the last element is not read
            put(code, 0x48, 0x89, 0x84, 0x24).putInt(argument(FIXED_ARGUMENTS + i)); // mov [rsp + …], rax
        }
        put(code, 0x41, 0x83, 0xc0, FIXED_ARGUMENTS + 1); // add r8d, FIXED_ARGUMENTS + 1: with the receiver
        put(code, 0x48, 0x8b, 0x83).putInt(KnownBuild.CONTEXT); // mov rax, [rbx + CONTEXT]
        put(code, 0x49, 0x89, 0x04, 0x24); // mov [r12], rax
        put(code, 0x48, 0x8d, 0xbb).putInt(KnownBuild.ROOT); // lea rdi, [rbx + ROOT]
        put(code, 0x31, 0xf6); // xor esi, esi: new.target, which the function does not look at, is the small integer 0
        put(code, 0x48, 0xb8).putLong(functionHandle); // mov rax, functionHandle
        put(code, 0x48, 0x8b, 0x10); // mov rdx, [rax]
        put(code, 0x31, 0xc9); // xor ecx, ecx: so is the receiver
        put(code, 0x4c, 0x8d, 0x4c, 0x24, argument(0)); // lea r9, [rsp + …]
        put(code, 0x48, 0xb8).putLong(entry); // mov rax, entry
        put(code, 0xff, 0xd0); // call rax
        put(code, 0x49, 0x8b, 0x0c, 0x24); // mov rcx, [r12]
        put(code, 0x48, 0x89, 0x8b).putInt(KnownBuild.CONTEXT); // mov [rbx + CONTEXT], rcx
        put(code, 0x31, 0xc9); // xor ecx, ecx
        put(code, 0x48, 0x3b, 0x83).putInt(KnownBuild.EXCEPTION_ANSWER); // cmp rax, [rbx + EXCEPTION_ANSWER]
        put(code, 0x74, 0x07); // je 7 bytes on: V8 sees the exception
        put(code, 0x49, 0x89, 0x04, 0x24); // mov [r12], rax
        put(code, 0x4c, 0x89, 0xe1); // mov rcx, r12
        put(code, 0x48, 0x89, 0xc8); // mov rax, rcx
        put(code, 0x48, 0x81, 0xc4).putInt(FRAME_BYTES); // add rsp, FRAME_BYTES
        put(code, 0x41, 0x5c, 0x5b, 0x5d, 0xc3); // pop r12; pop rbx; pop rbp; ret
        byte[] bytes = new byte[code.position()];
        code.get(0, bytes);
        return bytes;
    }

    private static int argument(int i) {
        return ARGUMENTS + i * Long.BYTES;
    }

    private static ByteBuffer put(ByteBuffer code, int... bytes) {
        for (int one : bytes) {
            code.put((byte) one);
        }
        return code;
    }
}
