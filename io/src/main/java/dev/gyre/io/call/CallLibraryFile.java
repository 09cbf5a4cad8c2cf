package dev.gyre.io.call;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the {@link CallLibrary}: a shared library in the ELF format for x86_64, so that neither the build nor a binary in the
 * repository needs a C compiler. It has two pages.
 *
 * <pre>
 *   page 0, readable and executable: ELF header, program headers, dynamic symbols, their names, their hash table,
 *           two relocations, machine code
 *   page 1, written by the dynamic linker and then read-only: dynamic section, addresses of the imported functions
 * </pre>
 */
public final class CallLibraryFile {
    private static final int PAGE = 4096;
    private static final int HEADER_BYTES = 64;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int PROGRAM_HEADERS = 5;
    private static final int SYMBOL_BYTES = 24;
    private static final int RELOCATION_BYTES = 24;
    private static final int DYNAMIC_ENTRIES = 11;

    private static final String JNI_NAME = "Java_dev_gyre_io_call_CallLibrary_";
    private static final List<String> IMPORTS = List.of("__errno_location", "dlsym");
    private static final List<String> EXPORTS =
            List.of(JNI_NAME + "six", JNI_NAME + "ten", JNI_NAME + "symbol", JNI_NAME + "buffer");
    private static final int SYMBOLS = 1 + 2 + 4; // the first is empty

    private static final int SYMBOLS_AT = HEADER_BYTES + PROGRAM_HEADERS * PROGRAM_HEADER_BYTES;
    private static final int HASH_AT = SYMBOLS_AT + SYMBOLS * SYMBOL_BYTES;
    private static final int RELOCATIONS_AT = HASH_AT + 48;
    private static final int NAMES_AT = RELOCATIONS_AT + 2 * RELOCATION_BYTES;
    private static final int CODE_AT = 1024;
    private static final int DYNAMIC_AT = PAGE;
    private static final int DYNAMIC_BYTES = DYNAMIC_ENTRIES * 16;
    private static final int ADDRESSES_AT = PAGE + 256;
    private static final int FILE_BYTES = ADDRESSES_AT + 2 * Long.BYTES;

    private static final int NEW_DIRECT_BYTE_BUFFER = 229; // its place in JNI's table of functions

    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int EXECUTE = 1;

    private final ByteBuffer file = ByteBuffer.allocate(FILE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final StringBuilder names = new StringBuilder("\0");

    private CallLibraryFile() {}

    /** Writes the library into the folder that {@link NativeCalls#useLibrary} is given. */
    public static void write(Path folder) throws IOException {
        Files.write(folder.resolve(CallLibrary.FILE), bytes());
    }

    static byte[] bytes() {
        return new CallLibraryFile().build();
    }

    private byte[] build() {
        putHeader();
        putProgramHeaders();
        int[] code = putCode();
        putSymbols(code);
        putHash();
        putRelocations();
        int library = name("libc.so.6");
        byte[] text = names.toString().getBytes(StandardCharsets.US_ASCII);
        if (NAMES_AT + text.length > CODE_AT) {
            throw new IllegalStateException("the names reach into the code");
        }
        file.put(NAMES_AT, text);
        putDynamicSection(library, text.length);
        return file.array();
    }

    private void putHeader() {
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}); // 64 bits, little-endian
        file.putShort((short) 3).putShort((short) 62).putInt(1); // a shared object for x86_64
        file.putLong(0).putLong(HEADER_BYTES).putLong(0).putInt(0); // entry, program headers, section headers, flags
        file.putShort((short) HEADER_BYTES)
                .putShort((short) PROGRAM_HEADER_BYTES)
                .putShort((short) PROGRAM_HEADERS);
        file.putShort((short) 0).putShort((short) 0).putShort((short) 0); // no sections
    }

    private void putProgramHeaders() {
        int dataBytes = FILE_BYTES - PAGE;
        putProgramHeader(1, READ | EXECUTE, 0, PAGE, PAGE); // PT_LOAD
        putProgramHeader(1, READ | WRITE, PAGE, dataBytes, PAGE);
        putProgramHeader(2, READ | WRITE, DYNAMIC_AT, DYNAMIC_BYTES, Long.BYTES); // PT_DYNAMIC
        putProgramHeader(0x6474e551, READ | WRITE, 0, 0, 16); // PT_GNU_STACK: stacks need not be executable
        putProgramHeader(0x6474e552, READ, PAGE, dataBytes, 1); // PT_GNU_RELRO: read-only after relocation
    }

    private void putProgramHeader(int type, int flags, int at, int bytes, int alignment) {
        // Where the file has it, and where it lies in memory (virtual, physical); its size in both.
        file.putInt(type).putInt(flags).putLong(at).putLong(at).putLong(at);
        file.putLong(bytes).putLong(bytes).putLong(alignment);
    }

    private int name(String text) {
        int at = names.length();
        names.append(text).append('\0');
        return at;
    }

    private void putSymbols(int[] code) {
        file.position(SYMBOLS_AT + SYMBOL_BYTES);
        for (String name : IMPORTS) {
            putSymbol(name, 0, 0, 0);
        }
        for (int i = 0; i < code.length - 1; i++) {
            putSymbol(EXPORTS.get(i), 1, code[i], code[i + 1] - code[i]);
        }
    }

    private void putSymbol(String name, int section, int address, int bytes) {
        int globalFunction = 0x12;
        file.putInt(name(name)).put((byte) globalFunction).put((byte) 0).putShort((short) section);
        file.putLong(address).putLong(bytes);
    }

    /** One bucket: a list of all symbols, from the last to the first. */
    private void putHash() {
        file.position(HASH_AT);
        file.putInt(1).putInt(SYMBOLS).putInt(SYMBOLS - 1);
        file.putInt(0);
        for (int i = 1; i < SYMBOLS; i++) {
            file.putInt(i - 1);
        }
    }

    /** The dynamic linker stores the addresses of the imported functions. */
    private void putRelocations() {
        file.position(RELOCATIONS_AT);
        for (int i = 0; i < IMPORTS.size(); i++) {
            long globalData = 6;
            file.putLong(addressAt(i)).putLong((i + 1L) << 32 | globalData).putLong(0);
        }
    }

    private static int addressAt(int imported) {
        return ADDRESSES_AT + imported * Long.BYTES;
    }

    private void putDynamicSection(int library, int nameBytes) {
        file.position(DYNAMIC_AT);
        file.putLong(1).putLong(library); // DT_NEEDED
        file.putLong(4).putLong(HASH_AT); // DT_HASH
        file.putLong(5).putLong(NAMES_AT); // DT_STRTAB
        file.putLong(10).putLong(nameBytes); // DT_STRSZ
        file.putLong(6).putLong(SYMBOLS_AT); // DT_SYMTAB
        file.putLong(11).putLong(SYMBOL_BYTES); // DT_SYMENT
        file.putLong(7).putLong(RELOCATIONS_AT); // DT_RELA
        file.putLong(8).putLong((long) IMPORTS.size() * RELOCATION_BYTES); // DT_RELASZ
        file.putLong(9).putLong(RELOCATION_BYTES); // DT_RELAENT
        file.putLong(30).putLong(8); // DT_FLAGS: DF_BIND_NOW
        file.putLong(0).putLong(0);
    }

    // ---- machine code. The JVM passes (environment, class, words …): the first six in rdi, rsi, rdx, rcx, r8 and r9,
    // the
    // others on the stack.

    /** Where each exported function begins, and where the last one ends. */
    private int[] putCode() {
        file.position(CODE_AT);
        int six = CODE_AT;
        putCall(6);
        int ten = file.position();
        putCall(10);
        int symbol = file.position();
        putSymbolLookup();
        int buffer = file.position();
        putBuffer();
        return new int[] {six, ten, symbol, buffer, file.position()};
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

    private void putImportedCall(int imported) {
        put(0xff, 0x15); // call [rip + …]
        file.putInt(addressAt(imported) - (file.position() + Integer.BYTES));
    }

    private ByteBuffer put(int... bytes) {
        for (int b : bytes) {
            file.put((byte) b);
        }
        return file;
    }
}
