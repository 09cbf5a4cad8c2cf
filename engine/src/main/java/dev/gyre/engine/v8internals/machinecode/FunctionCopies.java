package dev.gyre.engine.v8internals.machinecode;

import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.V8ValueFunction;
import dev.gyre.engine.ForeignAccess;
import org.jspecify.annotations.Nullable;

/**
 * Capability {@code function-copies}: a JavaScript function that makes another one anew in a further context.
 *
 * <p>The function, {@code copy(function, ofContext)}, answers what V8's compiler answers for a source that it has compiled before: a
 * new function with the same code, in the context of {@code ofContext}. It answers undefined where that one is not at the top level
 * of a context. V8 makes functions by a C++ object, which is filled in here and then asked:
 *
 * <pre>
 *   the builder:   0x00  isolate            0x08  handle of the shared part     0x10  handle of the context
 *                  0x18  code, 0x20 feedback: none given      0x28  0: in the young generation
 *
 *   function:      0x20  shared part
 * </pre>
 *
 * <p>The shared part and the context take the place of the functions among the arguments, whose addresses are handles.
 */
public final class FunctionCopies {
    // Seen from V8's function for import().
    private static final long CONSTRUCTOR = -0x4ac610;
    private static final long BUILD = -0x4ba860;

    /** In the runtime function NewClosure, where it makes a builder, fills it in and asks it. */
    private static final long USE = 0x13990;

    private static final byte[] EXPECTED_USE = bytes(
            0x4c, 0x8d, 0x75, 0xa8, // lea r14, [rbp - 0x58]
            0x4c, 0x89, 0xf7, // mov rdi, r14
            0x48, 0x89, 0xde, // mov rsi, rbx
            0xe8, 0x51, 0x00, 0xb4, 0xff, // call CONSTRUCTOR
            0x4c, 0x89, 0x6d, 0xc8, // mov [rbp - 0x38], r13: the feedback
            0xc6, 0x45, 0xd0, 0x00, // mov byte [rbp - 0x30], 0
            0x4c, 0x89, 0xf7, // mov rdi, r14
            0xe8, 0xf1, 0x1d, 0xb3, 0xff, // call BUILD
            0x4c, 0x8b, 0x30); // mov r14, [rax]

    private static final int GENERATION_AT = 0x28; // in the builder
    private static final int BUILDER_BYTES = 0x30;
    private static final int SHARED_AT = 0x20 - 1;

    // The arguments.
    private static final int FUNCTION = 0;
    private static final int OF_CONTEXT = 1;

    private final CodeFunction function;

    private FunctionCopies(CodeFunction function) {
        this.function = function;
    }

    /**
     * Makes the function one that copies functions.
     *
     * @param function was made by Javet, and was not called yet
     * @return null where V8 or Javet are not as expected; the function is unchanged then
     */
    public static @Nullable FunctionCopies open(V8Runtime runtime, V8ValueFunction function, ForeignAccess access) {
        CodeFunction code = CodeFunction.of(runtime, function, FunctionCopies::instructions, access);
        return code == null ? null : new FunctionCopies(code);
    }

    /** Where nobody calls the function any more. */
    public void close() {
        function.close();
    }

    private static byte @Nullable [] instructions(long known) {
        if (!KnownBuild.isAt(known + USE, EXPECTED_USE)) {
            return null;
        }
        var code = new CodeFunction.Instructions();
        code.put(0x53); // push rbx
        code.put(0x48, 0x83, 0xec, BUILDER_BYTES); // sub rsp, BUILDER_BYTES: aligned to 16
        code.put(0x48, 0x89, 0xfb); // mov rbx, rdi
        int notAtTop = code.contextOf(OF_CONTEXT);
        code.put(0x48, 0x8b, 0x43, CodeFunction.argument(FUNCTION)); // mov rax, [rbx + FUNCTION]
        code.put(0x48, 0x8b, 0x40, SHARED_AT); // mov rax, [rax + SHARED_AT]
        code.put(0x48, 0x89, 0x43, CodeFunction.argument(FUNCTION)); // mov [rbx + FUNCTION], rax
        code.put(0x48, 0x89, 0xe7); // mov rdi, rsp: the builder
        code.put(0x48, 0x8b, 0x73, CodeFunction.ISOLATE); // mov rsi, [rbx + ISOLATE]
        code.put(0x48, 0x8d, 0x53, CodeFunction.argument(FUNCTION)); // lea rdx, [rbx + FUNCTION]
        code.put(0x48, 0x8d, 0x4b, CodeFunction.argument(OF_CONTEXT)); // lea rcx, [rbx + OF_CONTEXT]
        code.put(0x48, 0xb8).putLong(known + CONSTRUCTOR); // mov rax, CONSTRUCTOR
        code.put(0xff, 0xd0); // call rax
        code.put(0xc6, 0x44, 0x24, GENERATION_AT, 0); // mov byte [rsp + GENERATION_AT], 0
        code.put(0x48, 0x89, 0xe7); // mov rdi, rsp
        code.put(0x48, 0xb8).putLong(known + BUILD); // mov rax, BUILD
        code.put(0xff, 0xd0); // call rax
        code.put(0x48, 0x8b, 0x00); // mov rax, [rax]
        code.put(0x48, 0x89, 0x43, CodeFunction.ANSWER); // mov [rbx + ANSWER], rax
        code.land(notAtTop);
        code.put(0x48, 0x83, 0xc4, BUILDER_BYTES); // add rsp, BUILDER_BYTES
        code.put(0x5b, 0xc3); // pop rbx; ret
        return code.bytes();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
