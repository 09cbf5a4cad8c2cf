package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code promise-hooks}: V8 tells a JavaScript function when a promise is made, resolved, and before and after one
 * of its reactions runs.
 *
 * <p>V8 tells that to a C++ function, the isolate's promise hook, which no API of Javet's sets. Here it is a few instructions of
 * machine code that call the JavaScript function as V8 itself does, by its builtin {@code JSEntry}:
 *
 * <pre>
 *   Isolate of V8:   0x10250  the promise hook
 *                    0x11490  flags: 2 where there is a hook, 4 for an observer of async calls, 8 for a debugger
 *
 *   the hook:        function(kind, promise, other, context)    kind: 0 made, 1 resolved, 2 before, 3 after
 *                                                               other: the parent of one that was made,
 *                                                                      what one is resolved with
 * </pre>
 *
 * <p>V8 goes on with the context that is the current one when the hook returns, and the call changes it. It can't be kept in a
 * register or on the machine's stack, because the garbage collector may move it. So the JavaScript function gets it as its last
 * argument, and has to return it: where JavaScript has values, the collector finds them.
 *
 * <p>V8 does not tell what a promise is resolved with, but it tells of it in the midst of a function that has the address of
 * that in a register. The code behind the call tells whether it is this function.
 *
 * <p>Compiled code makes promises without a look at the hook, until V8 is told that there may be one. An API call would do that,
 * or a debugger: one is attached and detached when the hook is made. V8 then changes the flags, which shows that they are where
 * they are expected.
 *
 * <p>All of this belongs to one build of V8. {@link #open} compares it ({@link KnownBuild}), and changes nothing where V8
 * differs.
 */
public final class PromiseHooks {
    private static final int PAGE_BYTES = 4096;

    private static final int HOOK = 0x10250;
    private static final int FLAGS = 0x11490;

    private static final int HAS_HOOK = 2;
    private static final int HAS_DEBUGGER = 8;
    private static final int KNOWN_FLAGS = 4 | HAS_DEBUGGER;

    /** What follows the call in V8's function: {@code cmp rbx, r12; je …; mov rax, [r12]}. The address is in r12. */
    private static final long RESOLVING = 0x048b491374e3394cL;

    private final long isolate;
    private final V8ValueFunction function;
    private final ForeignAccess access;
    private final long code;

    private PromiseHooks(long isolate, V8ValueFunction function, ForeignAccess access, long code) {
        this.isolate = isolate;
        this.function = function;
        this.access = access;
        this.code = code;
    }

    /**
     * Prepares the hook; {@link #start} sets it.
     *
     * @param function is called as described above; it belongs to the hook from now on, and has to be a plain function in strict
     *     mode
     * @param debugger attaches a debugger to the isolate, runs what it is given, and detaches the debugger
     * @return null where V8 or Javet are not as expected
     */
    public static @Nullable PromiseHooks open(
            V8Runtime runtime, V8ValueFunction function, ForeignAccess access, Debugger debugger) {
        long isolate = KnownBuild.isolateOf(runtime);
        if (isolate == 0 || KnownBuild.read(isolate + HOOK) != 0) {
            return null;
        }
        ByteBuffer flags = KnownBuild.at(isolate + FLAGS, Integer.BYTES);
        int before = flags.getInt(0);
        int[] during = new int[1];
        debugger.attachFor(() -> during[0] = flags.getInt(0));
        if ((before & ~KNOWN_FLAGS) != 0 || during[0] != (before | HAS_DEBUGGER) || flags.getInt(0) != before) {
            return null;
        }
        long handle = KnownBuild.read(function.getHandle());
        long code = access.code(instructions(isolate, handle, KnownBuild.entryOf(isolate)));
        return code == 0 ? null : new PromiseHooks(isolate, function, access, code);
    }

    /** Attaches a debugger for as long as something runs. */
    @FunctionalInterface
    public interface Debugger {
        void attachFor(Runnable body);
    }

    /** The function is called from now on. */
    public void start() {
        KnownBuild.at(isolate + HOOK, Long.BYTES).putLong(0, code);
        ByteBuffer flags = KnownBuild.at(isolate + FLAGS, Integer.BYTES);
        flags.putInt(0, flags.getInt(0) | HAS_HOOK);
    }

    /** The function is not called any more. */
    public void stop() {
        ByteBuffer flags = KnownBuild.at(isolate + FLAGS, Integer.BYTES);
        flags.putInt(0, flags.getInt(0) & ~HAS_HOOK);
        KnownBuild.at(isolate + HOOK, Long.BYTES).putLong(0, 0);
    }

    /** Before the isolate is closed, where no JavaScript runs. */
    public void close() throws JavetException {
        stop();
        access.freeCode(code);
        function.close();
    }

    /**
     * The hook: edi is the kind, rsi and rdx are the addresses of the promise and of its parent, or of undefined. JSEntry takes: isolate,
     * {@code new.target}, function, receiver, number of arguments with the receiver, array of their addresses.
     */
    private static byte[] instructions(long isolate, long functionHandle, long entry) {
        ByteBuffer code = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        put(code, 0x83, 0xff, 0x01); // cmp edi, 1
        put(code, 0x75, 0x16); // jne 22 bytes on
        put(code, 0x48, 0x8b, 0x04, 0x24); // mov rax, [rsp]
        put(code, 0x48, 0xb9).putLong(RESOLVING); // mov rcx, RESOLVING
        put(code, 0x48, 0x3b, 0x08); // cmp rcx, [rax]
        put(code, 0x75, 0x03); // jne 3 bytes on
        put(code, 0x4c, 0x89, 0xe2); // mov rdx, r12
        put(code, 0x55); // push rbp
        put(code, 0x48, 0x89, 0xe5); // mov rbp, rsp
        put(code, 0x53); // push rbx
        put(code, 0x48, 0x83, 0xec, 0x38); // sub rsp, 56: aligned to 16
        put(code, 0x48, 0xbb).putLong(isolate); // mov rbx, isolate
        put(code, 0x89, 0xf8); // mov eax, edi
        put(code, 0x48, 0xc1, 0xe0, 0x20); // shl rax, 32: a small integer
        put(code, 0x48, 0x89, 0x04, 0x24); // mov [rsp], rax
        put(code, 0x48, 0x89, 0x64, 0x24, 0x08); // mov [rsp + 8], rsp: the first argument's address
        put(code, 0x48, 0x89, 0x74, 0x24, 0x10); // mov [rsp + 16], rsi
        put(code, 0x48, 0x89, 0x54, 0x24, 0x18); // mov [rsp + 24], rdx
        put(code, 0x48, 0x8d, 0x83).putInt(KnownBuild.CONTEXT); // lea rax, [rbx + CONTEXT]
        put(code, 0x48, 0x89, 0x44, 0x24, 0x20); // mov [rsp + 32], rax
        put(code, 0x48, 0x8d, 0xbb).putInt(KnownBuild.ROOT); // lea rdi, [rbx + ROOT]
        put(code, 0x31, 0xf6); // xor esi, esi: new.target, which the function does not look at, is the small integer 0
        put(code, 0x48, 0xb8).putLong(functionHandle); // mov rax, functionHandle
        put(code, 0x48, 0x8b, 0x10); // mov rdx, [rax]
        put(code, 0x31, 0xc9); // xor ecx, ecx: so is the receiver
        put(code, 0x41, 0xb8).putInt(5); // mov r8d, 5
        put(code, 0x4c, 0x8d, 0x4c, 0x24, 0x08); // lea r9, [rsp + 8]
        put(code, 0x48, 0xb8).putLong(entry); // mov rax, entry
        put(code, 0xff, 0xd0); // call rax
        put(code, 0x48, 0x3b, 0x83).putInt(KnownBuild.EXCEPTION_ANSWER); // cmp rax, [rbx + EXCEPTION_ANSWER]
        put(code, 0x74, 0x07); // je end: V8 finds the handler of the exception, and that has a context
        put(code, 0x48, 0x89, 0x83).putInt(KnownBuild.CONTEXT); // mov [rbx + CONTEXT], rax
        put(code, 0x48, 0x83, 0xc4, 0x38); // end: add rsp, 56
        put(code, 0x5b, 0x5d, 0xc3); // pop rbx; pop rbp; ret
        byte[] bytes = new byte[code.position()];
        code.get(0, bytes);
        return bytes;
    }

    private static ByteBuffer put(ByteBuffer code, int... bytes) {
        for (int one : bytes) {
            code.put((byte) one);
        }
        return code;
    }
}
