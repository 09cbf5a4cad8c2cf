package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code compile-calls}: a JavaScript function that has V8 compile a function, without a way through Java.
 *
 * <p>It takes (source, name, ofContext, count, ...parameters): texts, a function at the top level of the context to compile in,
 * and how many names of parameters follow, at most {@link #MAX_PARAMETERS}. It answers the function; undefined where {@code
 * ofContext} is inside of another function or a parameter is no name. Where the source has a syntax error, it throws that. V8 gets
 * from a block of memory what Javet has on its stack in such a call:
 *
 * <pre>
 *   0     v8::ScriptCompiler::Source    0  source  8  name  16  line, column  24  options  32  URL of a source map
 *                                       40  options of the host  48  what was compiled  56 … zeros  88  -1, -1
 *   112   what was compiled             0  its address  8  length (int)  12  whether V8 rejected it  16  its owner
 *   136   whether to use what was compiled (1 or 0)
 *   144   addresses of the names of parameters
 * </pre>
 */
public final class CompileCalls {
    public static final int MAX_PARAMETERS = 16;

    /** Offsets in the block. */
    public static final int CODE_ADDRESS_AT = 112;

    public static final int CODE_LENGTH_AT = 120;
    public static final int CODE_IS_REJECTED_AT = 124;
    public static final int USES_CODE_AT = 136;
    private static final int PARAMETERS_AT = 144;
    public static final int BLOCK_BYTES = PARAMETERS_AT + MAX_PARAMETERS * Long.BYTES;

    private static final int NAME_AT = 8;
    private static final int CODE_OF_SOURCE_AT = 48;
    private static final int DETAILS_AT = 88;
    private static final int DETAILS_BYTES = 16;

    /** Seen from V8's function for import(): v8::ScriptCompiler::CompileFunction, and how it begins. */
    private static final long COMPILE_FUNCTION = -0x6fd570;

    private static final byte[] EXPECTED = HexFormat.of()
            .parseHex(
                    "554889e54157415641554154534881ecb80000004c898d68ffffff4c8945c848898d60ffffff4989d4488975d04989fee8"
                            + "dbe417004989c7488b8030020000498b8fb802000049898f");

    // The arguments.
    private static final int SOURCE = 0;
    private static final int NAME = 1;
    private static final int OF_CONTEXT = 2;
    private static final int COUNT = 3;
    private static final int PARAMETERS = 4;

    private final CodeFunction function;

    private CompileCalls(CodeFunction function) {
        this.function = function;
    }

    /**
     * Makes the function one that compiles.
     *
     * @param function was made by Javet, and was not called yet
     * @param block address of the memory described above, which this fills
     * @return null where V8 or Javet are not as expected; the function is unchanged then
     */
    public static @Nullable CompileCalls open(
            V8Runtime runtime, V8ValueFunction function, long block, ForeignAccess access) {
        CodeFunction code = CodeFunction.of(runtime, function, known -> instructions(known, block), access);
        if (code == null) {
            return null;
        }
        ByteBuffer memory = access.memory(block, BLOCK_BYTES);
        for (int at = 0; at < BLOCK_BYTES; at += Long.BYTES) {
            memory.putLong(at, 0);
        }
        for (int at = DETAILS_AT; at < DETAILS_AT + DETAILS_BYTES; at += Long.BYTES) {
            memory.putLong(at, -1);
        }
        memory.putLong(CODE_OF_SOURCE_AT, block + CODE_ADDRESS_AT);
        return new CompileCalls(code);
    }

    /** Where nobody calls the function any more. */
    public void close() {
        function.close();
    }

    private static byte @Nullable [] instructions(long known, long block) {
        long compile = known + COMPILE_FUNCTION;
        if (!KnownBuild.isAt(compile, EXPECTED)) {
            return null;
        }
        var code = new CodeFunction.Instructions();
        code.put(0x53); // push rbx
        code.put(0x41, 0x54); // push r12
        code.put(0x48, 0x83, 0xec, 8); // sub rsp, 8
        code.put(0x48, 0xbb).putLong(block); // mov rbx, block
        code.put(0x49, 0x89, 0xfc); // mov r12, rdi
        int notAtTop = code.contextOf(OF_CONTEXT);
        pass(code, SOURCE, 0);
        pass(code, NAME, NAME_AT);
        code.put(0x8b, 0x57, CodeFunction.integer(COUNT)); // mov edx, [rdi + COUNT]
        code.put(0x48, 0x8d, 0x47, CodeFunction.argument(PARAMETERS)); // lea rax, [rdi + PARAMETERS]
        code.put(0x31, 0xc9); // xor ecx, ecx
        int next = code.position();
        code.put(0x39, 0xd1); // cmp ecx, edx
        int isLast = code.jump(0x73); // jae compile
        code.put(0x48, 0x89, 0x84, 0xcb).putInt(PARAMETERS_AT); // mov [rbx + 8 * rcx + PARAMETERS_AT], rax
        code.put(0x48, 0x83, 0xc0, Long.BYTES); // add rax, 8
        code.put(0xff, 0xc1); // inc ecx
        code.jumpTo(0xeb, next); // jmp next
        code.land(isLast); // edx: how many parameters
        code.put(0x48, 0x8d, 0x7f, CodeFunction.argument(OF_CONTEXT)); // lea rdi, [rdi + OF_CONTEXT]
        code.put(0x48, 0x89, 0xde); // mov rsi, rbx: the source
        code.put(0x48, 0x8d, 0x8b).putInt(PARAMETERS_AT); // lea rcx, [rbx + PARAMETERS_AT]
        code.put(0x45, 0x31, 0xc0); // xor r8d, r8d: no objects around it
        code.put(0x45, 0x31, 0xc9); // xor r9d, r9d
        code.put(0x6a, 0); // push 0: no reason
        code.put(0xff, 0xb3).putInt(USES_CODE_AT); // push [rbx + USES_CODE_AT]
        code.put(0x48, 0xb8).putLong(compile); // mov rax, compile
        code.put(0xff, 0xd0); // call rax
        code.put(0x48, 0x83, 0xc4, 16); // add rsp, 16
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        int hasThrown = code.jump(0x74); // jz end
        code.put(0x48, 0x8b, 0x00); // mov rax, [rax]
        code.put(0x49, 0x89, 0x44, 0x24, CodeFunction.ANSWER); // mov [r12 + ANSWER], rax
        code.land(hasThrown);
        code.land(notAtTop);
        code.put(0x48, 0x83, 0xc4, 8); // add rsp, 8
        code.put(0x41, 0x5c, 0x5b, 0xc3); // pop r12; pop rbx; ret
        return code.bytes();
    }

    /** Writes the address of an argument into the block. */
    private static void pass(CodeFunction.Instructions code, int argument, int at) {
        code.put(0x48, 0x8d, 0x47, CodeFunction.argument(argument)); // lea rax, [rdi + argument]
        code.put(0x48, 0x89, 0x83).putInt(at); // mov [rbx + at], rax
    }
}
