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
 * <p>The function takes its arguments from a block of memory and leaves the result there, in words of 64 bits:
 *
 * <pre>
 *   0   number of the call    8 … 48  six arguments    56  its result, or a negative errno
 * </pre>
 *
 * <p>{@link #READ_FILE} in place of a number reads a whole file, so that nothing can end the script between opening and closing
 * it: (path, memory, room) gives how many bytes were read; as many as there is room for may not be all. {@link #HASH} makes a
 * number of memory: (memory, length in words, seed).
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

    public static final int READ_FILE = -1;
    public static final int HASH = -2;

    private static final long HASH_FACTOR = 0x9fb21c651e98df25L;
    private static final int HASH_SHIFT = 32;

    private static final int SYS_OPEN = 2;
    private static final int SYS_CLOSE = 3;
    private static final int O_CLOEXEC = 0x80000;

    private final CodeFunction function;

    private SystemCalls(CodeFunction function) {
        this.function = function;
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
        CodeFunction code = CodeFunction.of(runtime, function, _ -> instructions(block), access);
        return code == null ? null : new SystemCalls(code);
    }

    /** Where nobody calls the function any more. */
    public void close() {
        function.close();
    }

    /** What {@link #HASH} makes of these bytes, with zeros up to a whole word behind them. */
    public static long hash(byte[] bytes, int from, int length, long seed) {
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = from + length;
        int at = from;
        long hash = seed;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = mix(hash, words.getLong(at));
        }
        if (at < end) {
            long last = 0;
            for (int i = end - 1; i >= at; i--) {
                last = (last << Byte.SIZE) | (bytes[i] & 0xff);
            }
            hash = mix(hash, last);
        }
        return hash;
    }

    private static long mix(long hash, long word) {
        long mixed = (hash ^ word) * HASH_FACTOR;
        return mixed ^ (mixed >>> HASH_SHIFT);
    }

    /** A C++ function that V8 calls with words about the call, which it does not look at. */
    private static byte[] instructions(long block) {
        var code = new CodeFunction.Instructions();
        code.put(0x53); // push rbx
        code.put(0x41, 0x54); // push r12
        code.put(0x41, 0x55); // push r13
        code.put(0x48, 0xbb).putLong(block); // mov rbx, block
        code.put(0x48, 0x8b, 0x03); // mov rax, [rbx]: the number
        code.put(0x48, 0x8b, 0x7b, 8); // mov rdi, [rbx + 8]
        code.put(0x48, 0x8b, 0x73, 16); // mov rsi, [rbx + 16]
        code.put(0x48, 0x8b, 0x53, 24); // mov rdx, [rbx + 24]
        code.put(0x48, 0x83, 0xf8, READ_FILE); // cmp rax, READ_FILE
        int toFile = code.jump(0x74); // je file
        code.put(0x48, 0x83, 0xf8, HASH); // cmp rax, HASH
        int toHash = code.jump(0x74); // je hash
        code.put(0x4c, 0x8b, 0x53, 32); // mov r10, [rbx + 32]
        code.put(0x4c, 0x8b, 0x43, 40); // mov r8, [rbx + 40]
        code.put(0x4c, 0x8b, 0x4b, 48); // mov r9, [rbx + 48]
        code.put(0x0f, 0x05); // syscall
        code.put(0x49, 0x89, 0xc5); // mov r13, rax
        int toAnswer = code.jump(0xeb); // jmp answer

        code.land(toFile); // rdi: the path
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
        code.jumpTo(0xeb, again); // jmp again
        code.land(failed);
        code.put(0x49, 0x89, 0xc5); // mov r13, rax
        code.land(isFull);
        code.land(isRead);
        code.put(0x4c, 0x89, 0xe7); // mov rdi, r12
        code.put(0xb8).putInt(SYS_CLOSE); // mov eax, SYS_CLOSE
        code.put(0x0f, 0x05); // syscall

        code.land(toAnswer);
        code.land(notOpened);
        int answer = code.position();
        code.put(0x4c, 0x89, 0x6b, RESULT_AT); // mov [rbx + RESULT_AT], r13
        code.put(0x41, 0x5d, 0x41, 0x5c, 0x5b, 0xc3); // pop r13; pop r12; pop rbx; ret

        code.land(toHash); // rdi: the memory, rsi: how many words, rdx: the seed
        code.put(0x49, 0x89, 0xd5); // mov r13, rdx
        code.put(0x48, 0xb9).putLong(HASH_FACTOR); // mov rcx, HASH_FACTOR
        code.put(0x48, 0x85, 0xf6); // test rsi, rsi
        code.jumpTo(0x74, answer); // jz answer
        int word = code.position();
        code.put(0x4c, 0x33, 0x2f); // xor r13, [rdi]
        code.put(0x4c, 0x0f, 0xaf, 0xe9); // imul r13, rcx
        code.put(0x4c, 0x89, 0xe8); // mov rax, r13
        code.put(0x48, 0xc1, 0xe8, HASH_SHIFT); // shr rax, HASH_SHIFT
        code.put(0x49, 0x31, 0xc5); // xor r13, rax
        code.put(0x48, 0x83, 0xc7, Long.BYTES); // add rdi, 8
        code.put(0x48, 0xff, 0xce); // dec rsi
        code.jumpTo(0x75, word); // jnz word
        code.jumpTo(0xeb, answer); // jmp answer
        return code.bytes();
    }
}
