package dev.gyre.io.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the {@link CallLibrary}: an {@link ElfLibrary} with five functions. */
public final class CallLibraryFile {
    private static final String JNI_NAME = "Java_dev_gyre_io_call_CallLibrary_";
    private static final List<String> IMPORTS = List.of("__errno_location", "dlsym");
    private static final List<String> EXPORTS =
            List.of(JNI_NAME + "six", JNI_NAME + "ten", JNI_NAME + "symbol", JNI_NAME + "buffer", JNI_NAME + "real");
    private static final int MAX_CODE_BYTES = 1024;
    private static final int NEW_DIRECT_BYTE_BUFFER = 229; // its place in JNI's table of functions

    private final ElfLibrary library = new ElfLibrary("libc.so.6", IMPORTS, EXPORTS, MAX_CODE_BYTES);
    private final ByteBuffer file = library.code();

    private CallLibraryFile() {}

    /** Writes the library into the folder that {@link ForeignCalls#useLibrary} is given. */
    public static void write(Path folder) throws IOException {
        Files.write(folder.resolve(CallLibrary.FILE), bytes());
    }

    static byte[] bytes() {
        var file = new CallLibraryFile();
        return file.library.bytes(file.putCode());
    }

    // ---- machine code. The JVM passes (environment, class, words …): the first six in rdi, rsi, rdx, rcx, r8 and r9,
    // the
    // others on the stack.

    /** Where each exported function begins, and where the last one ends. */
    private int[] putCode() {
        int six = file.position();
        putCall(6);
        int ten = file.position();
        putCall(10);
        int symbol = file.position();
        putSymbolLookup();
        int buffer = file.position();
        putBuffer();
        int real = file.position();
        putRealCall();
        return new int[] {six, ten, symbol, buffer, real, file.position()};
    }

    private void putCall(int words) {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x55); // push rbp
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x53); // push rbx
        put(0x48, 0x83, 0xec, 0x08); // sub rsp, 8: room for the result; the stack is aligned to 16 again
        put(0x48, 0x89, 0xcb); // mov rbx, rcx: where errno goes
        put(0x49, 0x89, 0xd3); // mov r11, rdx: the function
        for (int i = words - 1; i >= 6; i--) { // an even number of words keeps the stack aligned
            put(0xff, 0x75, onStack(i)); // push qword [rbp + …]
        }
        put(0x4c, 0x89, 0xc7); // mov rdi, r8
        put(0x4c, 0x89, 0xce); // mov rsi, r9
        put(0x48, 0x8b, 0x55, onStack(2)); // mov rdx, [rbp + …]
        put(0x48, 0x8b, 0x4d, onStack(3)); // mov rcx, [rbp + …]
        put(0x4c, 0x8b, 0x45, onStack(4)); // mov r8, [rbp + …]
        put(0x4c, 0x8b, 0x4d, onStack(5)); // mov r9, [rbp + …]
        put(0x31, 0xc0); // xor eax, eax: a variadic function gets no vector registers
        put(0x41, 0xff, 0xd3); // call r11
        put(0x48, 0x89, 0x45, -16); // mov [rbp - 16], rax
        putImportedCall(0); // __errno_location
        put(0x8b, 0x00); // mov eax, [rax]
        put(0x89, 0x03); // mov [rbx], eax
        put(0x48, 0x8b, 0x45, -16); // mov rax, [rbp - 16]
        put(0x48, 0x8b, 0x5d, -8); // mov rbx, [rbp - 8]
        put(0xc9); // leave
        put(0xc3); // ret
    }

    /** Where word {@code i}, from 2 on, lies from rbp: above the caller's rbp and the return address. */
    private static int onStack(int i) {
        return 16 + (i - 2) * Long.BYTES;
    }

    private void putSymbolLookup() {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x55); // push rbp
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x48, 0x89, 0xd7); // mov rdi, rdx
        put(0x48, 0x89, 0xce); // mov rsi, rcx
        putImportedCall(1); // dlsym
        put(0x5d); // pop rbp
        put(0xc3); // ret
    }

    private void putBuffer() {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x48, 0x89, 0xd6); // mov rsi, rdx
        put(0x48, 0x89, 0xca); // mov rdx, rcx
        put(0x48, 0x8b, 0x07); // mov rax, [rdi]: the table of JNI's functions
        put(0xff, 0xa0).putInt(NEW_DIRECT_BYTE_BUFFER * Long.BYTES); // jmp [rax + …]
    }

    private void putRealCall() {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x55); // push rbp: the stack is aligned to 16 again
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x49, 0x89, 0xd3); // mov r11, rdx: the function
        put(0x48, 0x89, 0xcf); // mov rdi, rcx
        put(0x4c, 0x89, 0xc6); // mov rsi, r8
        put(0x66, 0x49, 0x0f, 0x6e, 0xc1); // movq xmm0, r9
        put(0x41, 0xff, 0xd3); // call r11
        put(0x66, 0x48, 0x0f, 0x7e, 0xc0); // movq rax, xmm0
        put(0x5d); // pop rbp
        put(0xc3); // ret
    }

    private void putImportedCall(int imported) {
        put(0xff, 0x15); // call [rip + …]
        file.putInt(library.addressAt(imported) - (file.position() + Integer.BYTES));
    }

    private ByteBuffer put(int... bytes) {
        for (int b : bytes) {
            file.put((byte) b);
        }
        return file;
    }
}
