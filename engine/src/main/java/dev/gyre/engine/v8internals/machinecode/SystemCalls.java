package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code system-calls}: a JavaScript function that makes a system call, without a way through Java.
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
 * <p>The function takes its arguments from a block of memory and leaves the result there, in words of 64 bits:
 *
 * <pre>
 *   0   number of the call    8 … 48  six arguments    56  its result, or a negative errno
 * </pre>
 *
 * <p>{@link #READ_FILE} in place of a number reads a whole file, so that nothing can end the script between opening and closing
 * it: (path, memory, room) gives how many bytes were read; as many as there is room for may not be all.
 *
 * <p>A call that was interrupted answers EINTR, and is not made again: what waits for long is for Java, where another thread can
 * end it.
 */
public final class SystemCalls {
    /** Offsets in the block. */
    public static final int NUMBER_AT = 0;

    public static final int ARGUMENTS_AT = 8;
    public static final int RESULT_AT = 56;
    public static final int BLOCK_BYTES = 64;

    /** Any negative number. */
    public static final int READ_FILE = -1;

    /** Seen from V8's function for import(): the C++ function of Javet's functions. */
    private static final long CALLBACK = -0x75b350;

    private static final int MAX_CODE_BYTES = 256;

    // Of V8's objects; an address of one is 1 more than where it begins.
    private static final int SHARED_AT = 0x20 - 1;
    private static final int TEMPLATE_AT = 0x10 - 1;
    private static final int SHARED_OF_TEMPLATE_AT = 0x48 - 1;
    private static final int CALLBACK_AT = 0x70 - 1;

    private static final int SYS_OPEN = 2;
    private static final int SYS_CLOSE = 3;
    private static final int O_CLOEXEC = 0x80000;

    private final ForeignAccess access;
    private final long code;

    private SystemCalls(ForeignAccess access, long code) {
        this.access = access;
        this.code = code;
    }

    /**
     * Makes the function one that makes system calls.
     *
     * @param function was made by Javet, and was not called yet
     * @param block address of the memory described above
     * @return null where V8 or Javet are not as expected; the function is unchanged then
     */
    public static @Nullable SystemCalls open(
            V8Runtime runtime, V8ValueFunction function, long block, ForeignAccess access) {
        long isolate = KnownBuild.isolateOf(runtime);
        long known = isolate == 0 ? 0 : KnownBuild.importFunctionOf(isolate);
        if (known == 0) {
            return null;
        }
        long template = templateOf(function);
        if (template == 0 || KnownBuild.read(template + CALLBACK_AT) != known + CALLBACK) {
            return null;
        }
        long code = access.code(instructions(block));
        if (code == 0) {
            return null;
        }
        KnownBuild.write(template + CALLBACK_AT, code); // nothing has moved it: no script has run since
        return new SystemCalls(access, code);
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
    public void close() {
        access.freeCode(code);
    }

    /** A C++ function that V8 calls with information about the call, which it does not look at. */
    private static byte[] instructions(long block) {
        var code = new Instructions();
        code.put(0x53); // push rbx
        code.put(0x41, 0x54); // push r12
        code.put(0x41, 0x55); // push r13
        code.put(0x48, 0xbb).putLong(block); // mov rbx, block
        code.put(0x48, 0x8b, 0x03); // mov rax, [rbx]: the number
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        int toFile = code.jump(0x78); // js file
        code.put(0x48, 0x8b, 0x7b, 8); // mov rdi, [rbx + 8]
        code.put(0x48, 0x8b, 0x73, 16); // mov rsi, [rbx + 16]
        code.put(0x48, 0x8b, 0x53, 24); // mov rdx, [rbx + 24]
        code.put(0x4c, 0x8b, 0x53, 32); // mov r10, [rbx + 32]
        code.put(0x4c, 0x8b, 0x43, 40); // mov r8, [rbx + 40]
        code.put(0x4c, 0x8b, 0x4b, 48); // mov r9, [rbx + 48]
        code.put(0x0f, 0x05); // syscall
        code.put(0x49, 0x89, 0xc5); // mov r13, rax
        int toAnswer = code.jump(0xeb); // jmp answer

        code.land(toFile);
        code.put(0x48, 0x8b, 0x7b, 8); // mov rdi, [rbx + 8]: the path
        code.put(0xbe).putInt(O_CLOEXEC); // mov esi, O_RDONLY | O_CLOEXEC
        code.put(0x31, 0xd2); // xor edx, edx
        code.put(0xb8).putInt(SYS_OPEN); // mov eax, SYS_OPEN
        code.put(0x0f, 0x05); // syscall
        code.put(0x49, 0x89, 0xc5); // mov r13, rax
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        int notOpened = code.jump(0x78); // js answer
        code.put(0x49, 0x89, 0xc4); // mov r12, rax: the descriptor
        code.put(0x45, 0x31, 0xed); // xor r13d, r13d: how many bytes were read

        int again = code.position();
        code.put(0x4c, 0x89, 0xe7); // mov rdi, r12
        code.put(0x48, 0x8b, 0x73, 16); // mov rsi, [rbx + 16]: the memory
        code.put(0x4c, 0x01, 0xee); // add rsi, r13
        code.put(0x48, 0x8b, 0x53, 24); // mov rdx, [rbx + 24]: the room
        code.put(0x4c, 0x29, 0xea); // sub rdx, r13
        int isFull = code.jump(0x74); // jz close
        code.put(0x31, 0xc0); // xor eax, eax: SYS_READ
        code.put(0x0f, 0x05); // syscall
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        int isRead = code.jump(0x74); // jz close
        int failed = code.jump(0x78); // js failed
        code.put(0x49, 0x01, 0xc5); // add r13, rax
        code.jumpTo(again); // jmp again
        code.land(failed);
        code.put(0x49, 0x89, 0xc5); // mov r13, rax
        code.land(isFull);
        code.land(isRead);
        code.put(0x4c, 0x89, 0xe7); // mov rdi, r12
        code.put(0xb8).putInt(SYS_CLOSE); // mov eax, SYS_CLOSE
        code.put(0x0f, 0x05); // syscall

        code.land(toAnswer);
        code.land(notOpened);
        code.put(0x4c, 0x89, 0x6b, RESULT_AT); // mov [rbx + RESULT_AT], r13
        code.put(0x41, 0x5d, 0x41, 0x5c, 0x5b, 0xc3); // pop r13; pop r12; pop rbx; ret
        return code.bytes();
    }

    /** Instructions one after the other, with short jumps between them. */
    private static final class Instructions {
        private final ByteBuffer code = ByteBuffer.allocate(MAX_CODE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

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
            code.put(from - 1, (byte) (code.position() - from));
        }

        void jumpTo(int target) {
            put(0xeb, target - (code.position() + 2));
        }

        byte[] bytes() {
            byte[] bytes = new byte[code.position()];
            code.get(0, bytes);
            return bytes;
        }
    }
}
