package dev.gyre.engine.v8internals.machinecode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The machine code of {@link Interceptors}: a C++ function of V8's form for each kind of access, which calls the JavaScript
 * function for that kind.
 *
 * <p>V8 passes the key (the address of a name, or an index), for writing accesses what is written, and last the address of a
 * block on its stack:
 *
 * <pre>
 *   0x20  where the builtin goes on that calls      0x28  isolate      0x30  result, with V8's default in it      0x40  the global object
 * </pre>
 *
 * <p>The collector knows this block. So the current context, which the call changes and V8 needs afterwards, is kept in the
 * place of the result meanwhile. V8's defaults never move.
 *
 * <p>By the isolate's last word of embedder data the code finds a table: JSEntry, and the handle of each function. Where there is
 * no table, nothing is intercepted. All isolates of the process run the same code.
 */
final class InterceptorCode {
    /** The kinds of access, in the order of V8's fields for their functions. */
    enum Kind {
        GET(0),
        SET(1),
        QUERY(0),
        DESCRIBE(0),
        DELETE(0),
        ENUMERATE(-1),
        DEFINE(1);

        /** How many arguments stand between the key and the block; -1 where there is no key, either. */
        private final int more;

        Kind(int more) {
            this.more = more;
        }

        boolean isWriting() {
            return this == SET || this == DEFINE;
        }
    }

    static final int TABLE_WORDS = 1 + Kind.values().length;

    /** The last of four words that V8 has for its embedder, and Javet does not use. */
    static final int TABLE = 0x260;

    private static final int PAGE_BYTES = 4096;

    // The block.
    private static final int CALLER = 0x20;
    private static final int ISOLATE = 0x28;
    private static final int RESULT = 0x30;
    private static final int HOLDER = 0x40;

    // Of the isolate: the C++ function that JavaScript called last.
    private static final int C_FUNCTION = 0x150;

    // The code's own frame: small integers, then the addresses of the arguments.
    private static final int FRAME_BYTES = 0x80;
    private static final int NUMBER = 0x00;
    private static final int FLAGS = 0x08;
    private static final int ABSENT = 0x10;
    private static final int SETTER = 0x18;
    private static final int ARGUMENTS = 0x20;

    private final ByteBuffer code = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final int[] places = new int[2 * Kind.values().length];

    /** All functions: that for names and that for indexes of each kind. */
    InterceptorCode() {
        for (Kind kind : Kind.values()) {
            add(kind, false);
            add(kind, true);
        }
    }

    byte[] bytes() {
        return Arrays.copyOf(code.array(), code.position());
    }

    int placeOf(Kind kind, boolean isIndexed) {
        return places[2 * kind.ordinal() + (isIndexed ? 1 : 0)];
    }

    private void add(Kind kind, boolean isIndexed) {
        places[2 * kind.ordinal() + (isIndexed ? 1 : 0)] = code.position();
        put(0x55); // push rbp
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x53); // push rbx
        put(0x41, 0x54, 0x41, 0x55, 0x41, 0x56); // push r12; push r13; push r14
        put(0x48, 0x81, 0xec).putInt(FRAME_BYTES); // sub rsp, FRAME_BYTES: aligned to 16
        switch (kind.more) {
            case -1 -> put(0x48, 0x89, 0xfb); // mov rbx, rdi: the block
            case 0 -> put(0x48, 0x89, 0xf3); // mov rbx, rsi
            default -> put(0x48, 0x89, 0xd3); // mov rbx, rdx
        }
        put(0x4c, 0x8b, 0x63, ISOLATE); // mov r12, [rbx + ISOLATE]
        put(0x4d, 0x8b, 0xac, 0x24).putInt(TABLE); // mov r13, [r12 + TABLE]
        put(0x4d, 0x85, 0xed); // test r13, r13
        int noTable = jump(0x0f, 0x84); // jz no
        put(0x4c, 0x8b, 0x73, RESULT); // mov r14, [rbx + RESULT]
        int count = arguments(kind, isIndexed);
        put(0x49, 0x8b, 0x84, 0x24).putInt(KnownBuild.CONTEXT); // mov rax, [r12 + CONTEXT]
        put(0x48, 0x89, 0x43, RESULT); // mov [rbx + RESULT], rax
        put(0x49, 0x8d, 0xbc, 0x24).putInt(KnownBuild.ROOT); // lea rdi, [r12 + ROOT]
        put(0x31, 0xf6); // xor esi, esi: new.target, which the function does not look at, is the small integer 0
        put(0x49, 0x8b, 0x45, entry(kind)); // mov rax, [r13 + entry]
        put(0x48, 0x8b, 0x10); // mov rdx, [rax]: the function
        put(0x31, 0xc9); // xor ecx, ecx: the receiver is 0, too
        put(0x41, 0xb8).putInt(count + 1); // mov r8d, count with the receiver
        put(0x4c, 0x8d, 0x4c, 0x24, ARGUMENTS); // lea r9, [rsp + ARGUMENTS]
        put(0x41, 0xff, 0x55, 0x00); // call [r13]
        put(0x48, 0x8b, 0x4b, RESULT); // mov rcx, [rbx + RESULT]
        put(0x49, 0x89, 0x8c, 0x24).putInt(KnownBuild.CONTEXT); // mov [r12 + CONTEXT], rcx
        put(0x4c, 0x89, 0x73, RESULT); // mov [rbx + RESULT], r14
        put(0x49, 0x3b, 0x84, 0x24).putInt(KnownBuild.EXCEPTION_ANSWER); // cmp rax, [r12 + EXCEPTION_ANSWER]
        int hasThrown = jump(0x0f, 0x84); // je yes: V8 sees the exception
        put(0x49, 0x8b, 0x4d, entry(kind)); // mov rcx, [r13 + entry]
        put(0x48, 0x3b, 0x01); // cmp rax, [rcx]: the function answers itself where it does not intercept
        int notIntercepted = jump(0x0f, 0x84); // je no
        if (!kind.isWriting()) {
            put(0x48, 0x89, 0x43, RESULT); // mov [rbx + RESULT], rax
        }
        land(hasThrown);
        put(0x31, 0xc0); // yes: xor eax, eax
        int end = jump(0xe9); // jmp end
        land(noTable);
        land(notIntercepted);
        put(0xb8).putInt(1); // no: mov eax, 1
        land(end);
        put(0x48, 0x81, 0xc4).putInt(FRAME_BYTES); // end: add rsp, FRAME_BYTES
        put(0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c); // pop r14; pop r13; pop r12
        put(0x5b, 0x5d, 0xc3); // pop rbx; pop rbp; ret
    }

    /** Global object, key, and what the kind has besides; for an enumeration whether it is one of indexes in place of the key. */
    private int arguments(Kind kind, boolean isIndexed) {
        put(0x48, 0x8d, 0x43, HOLDER); // lea rax, [rbx + HOLDER]
        argument(0);
        if (kind == Kind.ENUMERATE) {
            put(0x48, 0xb8).putLong(isIndexed ? 1L << 32 : 0); // mov rax, the small integer
            number(NUMBER);
            argument(1);
            return 2;
        }
        if (isIndexed) {
            put(0x89, 0xf8); // mov eax, edi
            put(0x48, 0xc1, 0xe0, 0x20); // shl rax, 32: a small integer, from 2^31 on a negative one
            number(NUMBER);
        } else {
            put(0x48, 0x89, 0xf8); // mov rax, rdi
        }
        argument(1);
        if (kind == Kind.SET) {
            put(0x48, 0x89, 0xf0); // mov rax, rsi
            argument(2);
            return storing();
        }
        return kind == Kind.DEFINE ? descriptor() : 2;
    }

    /**
     * Who sets a property: the lower half of the address of V8's function for that, or 0 where it is the builtin that sets
     * variables of scripts. Builtins make the block on their own stack, with the place where they go on in it.
     */
    private int storing() {
        put(0x41, 0x8b, 0x84, 0x24).putInt(C_FUNCTION); // mov eax, [r12 + C_FUNCTION]
        put(0x31, 0xd2); // xor edx, edx
        put(0x49, 0x8b, 0x4c, 0x24, KnownBuild.FIRST_BUILTIN); // mov rcx, [r12 + FIRST_BUILTIN]
        put(0x48, 0x81, 0xc1).putInt(KnownBuild.VARIABLE_SET); // add rcx, VARIABLE_SET
        put(0x48, 0x3b, 0x4b, CALLER); // cmp rcx, [rbx + CALLER]
        put(0x0f, 0x44, 0xc2); // cmove eax, edx
        put(0x48, 0xc1, 0xe0, 0x20); // shl rax, 32
        number(SETTER);
        argument(3);
        return 4;
    }

    /**
     * Flags and three values of a property descriptor, whose address is in rsi. V8 has six flags, each value and whether it is
     * there; here a bit of the flags for each value says that.
     */
    private int descriptor() {
        put(0x4c, 0x8b, 0x16); // mov r10, [rsi]
        put(0x45, 0x0f, 0xb6, 0x1a); // movzx r11d, byte [r10]
        put(0x41, 0x83, 0xe3, 0x3f); // and r11d, 0x3f
        put(0x48, 0xc7, 0x44, 0x24, ABSENT).putInt(0); // mov qword [rsp + ABSENT], 0
        put(0x48, 0x8d, 0x4c, 0x24, ABSENT); // lea rcx, [rsp + ABSENT]
        for (int i = 0; i < 3; i++) {
            put(0x31, 0xd2); // xor edx, edx
            put(0x49, 0x8b, 0x42, 8 * (i + 1)); // mov rax, [r10 + …]: value, get, set
            put(0x48, 0x85, 0xc0); // test rax, rax
            put(0x0f, 0x95, 0xc2); // setnz dl
            put(0x48, 0x0f, 0x44, 0xc1); // cmovz rax, rcx
            put(0xc1, 0xe2, 6 + i); // shl edx, 6 + i
            put(0x41, 0x09, 0xd3); // or r11d, edx
            argument(3 + i);
        }
        put(0x44, 0x89, 0xd8); // mov eax, r11d
        put(0x48, 0xc1, 0xe0, 0x20); // shl rax, 32
        number(FLAGS);
        argument(2);
        return 6;
    }

    /** Stores rax, a small integer, in the frame, and makes rax its address. */
    private void number(int at) {
        put(0x48, 0x89, 0x44, 0x24, at); // mov [rsp + at], rax
        put(0x48, 0x8d, 0x44, 0x24, at); // lea rax, [rsp + at]
    }

    private void argument(int i) {
        put(0x48, 0x89, 0x44, 0x24, ARGUMENTS + 8 * i); // mov [rsp + …], rax
    }

    private static int entry(Kind kind) {
        return 8 * (1 + kind.ordinal());
    }

    /** A jump to where {@link #land} is called with the answer. */
    private int jump(int... opcode) {
        put(opcode).putInt(0);
        return code.position();
    }

    private void land(int jump) {
        code.putInt(jump - Integer.BYTES, code.position() - jump);
    }

    private ByteBuffer put(int... bytes) {
        Arrays.stream(bytes).forEach(one -> code.put((byte) one));
        return code;
    }
}
