package dev.gyre.node.napi;

import dev.gyre.node.bridge.Layout.AddonMemory;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of Node-API that need nothing but the memory beside the table of handles: numbers, constants, kinds, scopes and a
 * callback's arguments. In the library they begin with machine code that answers by itself, in a few nanoseconds where a call of
 * Java takes two hundred. What is not the common case (an argument that is missing, another thread, a value that is no such
 * number, a full table) goes on to Java, where {@link OwnFunctions} has them whole.
 *
 * <p>The code finds what it needs from the address of the environment, in rdi: see {@link Environment}. Up to the point where
 * it is sure to answer, it changes no register with an argument: only rax, r10, r11, xmm1 and xmm2.
 */
public final class DirectFunctions {
    // Jumps by the state of the flags.
    private static final int IF_ZERO = 0x84;
    private static final int IF_NOT_ZERO = 0x85;
    private static final int IF_NOT_BELOW = 0x83;
    private static final int IF_ABOVE = 0x87;
    private static final int IF_NOT_A_NUMBER = 0x8a; // after ucomisd

    private static final int MOST_ARGUMENTS = 1024;

    private final ByteArrayOutputStream code = new ByteArrayOutputStream();
    private final List<Integer> jumpsToJava = new ArrayList<>();

    private DirectFunctions() {}

    /** Each one's code, by its name. */
    public static Map<String, byte[]> heads() {
        Map<String, byte[]> heads = new HashMap<>();
        heads.put("napi_get_undefined", begun().constant(AddonMemory.UNDEFINED));
        heads.put("napi_get_null", begun().constant(AddonMemory.NULL));
        heads.put("napi_get_global", begun().constant(AddonMemory.GLOBAL));
        heads.put("napi_get_boolean", begun().getBoolean());
        heads.put("napi_create_double", begun().createDouble());
        heads.put("napi_create_int32", begun().createWhole(0xf2, 0x0f, 0x2a, 0xce)); // cvtsi2sd xmm1, esi
        heads.put(
                "napi_create_uint32",
                begun().put(0x89, 0xf0).createWhole(0xf2, 0x48, 0x0f, 0x2a, 0xc8)); // mov eax, esi; … rax
        heads.put("napi_create_int64", begun().createWhole(0xf2, 0x48, 0x0f, 0x2a, 0xce)); // cvtsi2sd xmm1, rsi
        heads.put(
                "napi_get_value_double",
                begun().number(AddonMemory.IS_NUMBER).put(0x48, 0x89, 0x02).end()); // mov [rdx], rax
        heads.put("napi_get_value_int32", begun().whole().put(0x89, 0x02).end()); // mov [rdx], eax
        heads.put("napi_get_value_uint32", begun().whole().put(0x89, 0x02).end());
        heads.put("napi_get_value_int64", begun().whole().put(0x48, 0x89, 0x02).end()); // mov [rdx], rax
        heads.put("napi_get_value_bool", begun().getValueBool());
        heads.put("napi_typeof", begun().typeOf());
        heads.put("napi_open_handle_scope", begun().openScope());
        heads.put("napi_close_handle_scope", begun().closeScope());
        heads.put("napi_is_exception_pending", begun().isExceptionPending());
        heads.put("napi_get_cb_info", begun().callbackInfo());
        return heads;
    }

    /** The environment is one, and of this thread; no finalizer runs that may call few functions only. r10: the block. */
    private static DirectFunctions begun() {
        return new DirectFunctions()
                .put(0x48, 0x85, 0xff) // test rdi, rdi
                .toJava(IF_ZERO)
                .put(0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0) // mov rax, fs:[0]: the thread
                .put(0x48, 0x3b, 0x47, Environment.THREAD_AT) // cmp rax, [rdi + …]
                .toJava(IF_NOT_ZERO)
                .put(0x4c, 0x8b, 0x57, Environment.BLOCK_AT) // mov r10, [rdi + …]
                .put(0x41, 0x83, 0x7a, AddonMemory.IN_FINALIZER * Integer.BYTES, 0) // cmp dword [r10 + …], 0
                .toJava(IF_NOT_ZERO);
    }

    private byte[] constant(int handle) {
        return resultInRsi()
                .put(0x48, 0xc7, 0x06, handle, 0, 0, 0) // mov qword [rsi], …
                .end();
    }

    private byte[] getBoolean() {
        return resultInRdx()
                .put(0x31, 0xc0) // xor eax, eax
                .put(0x40, 0x84, 0xf6) // test sil, sil
                .put(0x0f, 0x95, 0xc0) // setne al
                .put(0x83, 0xc0, AddonMemory.FALSE) // add eax, …: true follows false
                .put(0x48, 0x89, 0x02) // mov [rdx], rax
                .end();
    }

    private byte[] createDouble() {
        return resultInRsi()
                .newNumber()
                .put(0xf2, 0x41, 0x0f, 0x11, 0x04, 0xc3) // movsd [r11 + 8 * rax], xmm0
                .put(0x48, 0x89, 0x06) // mov [rsi], rax
                .raiseTop()
                .end();
    }

    private byte[] createWhole(int... toXmm1) {
        return put(toXmm1)
                .resultInRdx()
                .newNumber()
                .put(0xf2, 0x41, 0x0f, 0x11, 0x0c, 0xc3) // movsd [r11 + 8 * rax], xmm1
                .put(0x48, 0x89, 0x02) // mov [rdx], rax
                .raiseTop()
                .end();
    }

    /** Makes the next handle one of a number. rax: the handle; r11: the numbers. */
    private DirectFunctions newNumber() {
        return put(0x41, 0x8b, 0x42, AddonMemory.TOP * Integer.BYTES) // mov eax, [r10 + …]
                .put(0x48, 0x3b, 0x47, Environment.TABLE_SIZE_AT) // cmp rax, [rdi + …]
                .toJava(IF_NOT_BELOW)
                .put(0x4c, 0x8b, 0x5f, Environment.KINDS_AT) // mov r11, [rdi + …]
                .put(0x41, 0xc6, 0x04, 0x03, AddonMemory.IS_NUMBER) // mov byte [r11 + rax], …
                .put(0x4c, 0x8b, 0x5f, Environment.NUMBERS_AT); // mov r11, [rdi + …]
    }

    private DirectFunctions raiseTop() {
        return put(0x41, 0xff, 0x42, AddonMemory.TOP * Integer.BYTES); // inc dword [r10 + …]
    }

    /** The value in rsi is a handle of this kind, and the result in rdx is wanted. rax: the bits of the number. */
    private DirectFunctions number(int kind) {
        return kinds().put(0x41, 0x80, 0x3c, 0x33, kind) // cmp byte [r11 + rsi], …
                .toJava(IF_NOT_ZERO)
                .put(0x48, 0x8b, 0x47, Environment.NUMBERS_AT) // mov rax, [rdi + …]
                .put(0x48, 0x8b, 0x04, 0xf0); // mov rax, [rax + 8 * rsi]
    }

    /** The value in rsi is a handle, and the result in rdx is wanted. r11: the kinds. */
    private DirectFunctions kinds() {
        return put(0x48, 0x85, 0xf6) // test rsi, rsi
                .toJava(IF_ZERO)
                .resultInRdx()
                .put(0x48, 0x3b, 0x77, Environment.TABLE_SIZE_AT) // cmp rsi, [rdi + …]
                .toJava(IF_NOT_BELOW)
                .put(0x4c, 0x8b, 0x5f, Environment.KINDS_AT); // mov r11, [rdi + …]
    }

    /** The same of a whole number. rax: its 64 bits. */
    private DirectFunctions whole() {
        return number(AddonMemory.IS_NUMBER)
                .put(0x66, 0x48, 0x0f, 0x6e, 0xc8) // movq xmm1, rax
                .put(0xf2, 0x48, 0x0f, 0x2c, 0xc1) // cvttsd2si rax, xmm1
                .put(0xf2, 0x48, 0x0f, 0x2a, 0xd0) // cvtsi2sd xmm2, rax
                .put(0x66, 0x0f, 0x2e, 0xca) // ucomisd xmm1, xmm2
                .toJava(IF_NOT_A_NUMBER)
                .toJava(IF_NOT_ZERO);
    }

    private byte[] getValueBool() {
        return number(AddonMemory.IS_BOOLEAN)
                .put(0x48, 0x85, 0xc0) // test rax, rax
                .put(0x0f, 0x95, 0x02) // setne [rdx]
                .end();
    }

    private byte[] typeOf() {
        return kinds().put(0x41, 0x0f, 0xb6, 0x04, 0x33) // movzx eax, byte [r11 + rsi]
                .put(0x83, 0xf8, AddonMemory.IS_OBJECT) // cmp eax, …
                .toJava(IF_ZERO)
                .put(0x83, 0xf8, AddonMemory.IS_ESCAPE) // cmp eax, …
                .toJava(IF_ZERO)
                .put(0xff, 0xc8) // dec eax
                .put(0x89, 0x02) // mov [rdx], eax
                .end();
    }

    private byte[] openScope() {
        return resultInRsi()
                .put(0xff, 0x47, Environment.OPEN_SCOPES_AT) // inc dword [rdi + …]
                .put(0x41, 0x8b, 0x42, AddonMemory.TOP * Integer.BYTES) // mov eax, [r10 + …]
                .put(0x48, 0x89, 0x06) // mov [rsi], rax
                .end();
    }

    private byte[] closeScope() {
        return resultInRsi() // the scope
                .put(0x83, 0x7f, Environment.OPEN_SCOPES_AT, 0) // cmp dword [rdi + …], 0
                .toJava(IF_ZERO)
                .put(0xff, 0x4f, Environment.OPEN_SCOPES_AT) // dec dword [rdi + …]
                .put(0x41, 0x89, 0x72, AddonMemory.TOP * Integer.BYTES) // mov [r10 + …], esi
                .end();
    }

    private byte[] isExceptionPending() {
        return resultInRsi()
                .put(0x41, 0x83, 0x7a, AddonMemory.PENDING * Integer.BYTES, 0) // cmp dword [r10 + …], 0
                .put(0x0f, 0x95, 0x06) // setne [rsi]
                .end();
    }

    /** (environment, frame, number of arguments, arguments, this, data). */
    private byte[] callbackInfo() {
        put(0x49, 0x3b, 0x72, AddonMemory.FRAME * Integer.BYTES); // cmp rsi, [r10 + …]
        toJava(IF_NOT_ZERO);
        put(0x4d, 0x8b, 0x5a, AddonMemory.FRAME_ARGUMENTS * Integer.BYTES); // mov r11, [r10 + …]
        put(0x48, 0x85, 0xc9); // test rcx, rcx
        int noArguments = shortJump(0x74); // jz
        put(0x48, 0x85, 0xd2); // test rdx, rdx
        toJava(IF_ZERO);
        put(0x48, 0x8b, 0x02); // mov rax, [rdx]: room for so many
        put(0x48, 0x3d).putInt(MOST_ARGUMENTS); // cmp rax, …
        toJava(IF_ABOVE);
        putOk();
        put(0x49, 0x8b, 0x7a, AddonMemory.FRAME_BASE * Integer.BYTES); // mov rdi, [r10 + …]
        put(0x48, 0x83, 0xc7, 0x02); // add rdi, 2: the first argument's handle
        put(0x31, 0xf6); // xor esi, esi
        int next = code.size();
        put(0x48, 0x39, 0xc6); // cmp rsi, rax
        int filled = shortJump(0x73); // jae
        put(0x4c, 0x39, 0xde); // cmp rsi, r11
        int notGiven = shortJump(0x73); // jae
        put(0x48, 0x89, 0x3c, 0xf1); // mov [rcx + 8 * rsi], rdi
        put(0x48, 0xff, 0xc7); // inc rdi
        int stored = shortJump(0xeb); // jmp
        lands(notGiven);
        put(0x48, 0xc7, 0x04, 0xf1, AddonMemory.UNDEFINED, 0, 0, 0); // mov qword [rcx + 8 * rsi], undefined
        lands(stored);
        put(0x48, 0xff, 0xc6); // inc rsi
        put(0xeb, next - (code.size() + 2)); // jmp next
        lands(noArguments);
        putOk();
        lands(filled);
        put(0x48, 0x85, 0xd2, 0x74, 0x03); // test rdx, rdx; jz over
        put(0x4c, 0x89, 0x1a); // mov [rdx], r11
        put(0x4d, 0x85, 0xc0, 0x74, 0x07); // test r8, r8; jz over
        put(0x49, 0x8b, 0x42, AddonMemory.FRAME_BASE * Integer.BYTES); // mov rax, [r10 + …]
        put(0x49, 0x89, 0x00); // mov [r8], rax
        put(0x4d, 0x85, 0xc9, 0x74, 0x07); // test r9, r9; jz over
        put(0x49, 0x8b, 0x42, AddonMemory.FRAME_DATA * Integer.BYTES); // mov rax, [r10 + …]
        put(0x49, 0x89, 0x01); // mov [r9], rax
        put(0x31, 0xc0, 0xc3); // xor eax, eax; ret
        return finished();
    }

    // ---- pieces

    private DirectFunctions resultInRsi() {
        return put(0x48, 0x85, 0xf6).toJava(IF_ZERO); // test rsi, rsi
    }

    private DirectFunctions resultInRdx() {
        return put(0x48, 0x85, 0xd2).toJava(IF_ZERO); // test rdx, rdx
    }

    private void putOk() {
        put(0xc7, 0x47, Environment.LAST_STATUS_AT).putInt(Status.OK); // mov dword [rdi + …], 0
    }

    private byte[] end() {
        putOk();
        put(0x31, 0xc0, 0xc3); // xor eax, eax; ret
        return finished();
    }

    private byte[] finished() {
        byte[] bytes = code.toByteArray();
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int place : jumpsToJava) {
            words.putInt(place, bytes.length - (place + Integer.BYTES));
        }
        for (int i = 0; i < landings.size(); i += 2) {
            bytes[landings.get(i)] = (byte) (landings.get(i + 1) - landings.get(i) - 1);
        }
        return bytes;
    }

    private final List<Integer> landings = new ArrayList<>(); // place of a short jump's distance, where it lands

    private int shortJump(int jump) {
        put(jump, 0);
        return code.size() - 1;
    }

    private void lands(int jump) {
        landings.add(jump);
        landings.add(code.size());
    }

    /** A jump behind the last byte. */
    private DirectFunctions toJava(int condition) {
        put(0x0f, condition);
        jumpsToJava.add(code.size());
        return putInt(0);
    }

    private DirectFunctions put(int... bytes) {
        for (int b : bytes) {
            code.write(b);
        }
        return this;
    }

    private DirectFunctions putInt(int value) {
        return put(value, value >> 8, value >> 16, value >> 24);
    }
}
