package dev.gyre.io.call;

import dev.gyre.io.call.ThreadFunctions.SmallFunction;
import dev.gyre.io.call.ThreadFunctions.ThreadFunction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Writes the {@link JumpLibrary}: an {@link ElfLibrary} with a few bytes of code for each function, and common code. */
public final class JumpLibraryFile {
    private static final String BIND = "Java_dev_gyre_io_call_JumpLibrary_bind";
    private static final List<String> IMPORTS = imports();
    private static final int KEY_CREATE = IMPORTS.indexOf("pthread_key_create");
    private static final int SET_SPECIFIC = IMPORTS.indexOf("pthread_setspecific");
    private static final int CLOCK = IMPORTS.indexOf("clock_gettime");

    private static final int JUMP_BYTES = 16;
    private static final int COMMON_BYTES = 8192;
    private static final byte[] NO_HEAD = {};

    // The library's own memory, in words.
    private static final int MACHINE = 0; // the JavaVM
    private static final int CLASS = 1;
    private static final int METHOD = 2;
    private static final int KEY = 3;
    private static final int WRITABLE_BYTES = 4 * Long.BYTES;

    // Places in JNI's tables of functions: of a thread's, and of the machine's.
    private static final int NEW_GLOBAL_REF = 21;
    private static final int GET_STATIC_METHOD_ID = 113;
    private static final int CALL_STATIC_LONG_METHOD_A = 134;
    private static final int GET_JAVA_VM = 219;
    private static final int DETACH_CURRENT_THREAD = 5;
    private static final int GET_ENV = 6;
    private static final int ATTACH_CURRENT_THREAD_AS_DAEMON = 7;
    private static final int JNI_VERSION_10 = 0x000a0000;

    private final ElfLibrary library;
    private final ByteBuffer file;
    private final int functions;
    private final int withStores;
    private final byte[][] heads;

    private static List<String> imports() {
        var names = new LinkedHashSet<>(List.of("pthread_key_create", "pthread_setspecific", "clock_gettime"));
        ThreadFunctions.ALL.forEach(function -> names.add(function.callee()));
        return List.copyOf(names);
    }

    private JumpLibraryFile(List<String> names, List<String> plainNames, Map<String, byte[]> heads) {
        this.heads = new byte[names.size()][];
        int headBytes = 0;
        for (int i = 0; i < names.size(); i++) {
            this.heads[i] = heads.getOrDefault(names.get(i), NO_HEAD);
            headBytes += this.heads[i].length;
        }
        withStores = names.size();
        functions = withStores + plainNames.size();
        List<String> exports = new ArrayList<>(names);
        exports.addAll(plainNames);
        exports.add(BIND);
        ThreadFunctions.ALL.forEach(function -> exports.add(function.name()));
        ThreadFunctions.SMALL.forEach(function -> exports.add(function.name()));
        exports.add(ThreadFunctions.TIME);
        library = new ElfLibrary(
                "libc.so.6", IMPORTS, exports, functions * JUMP_BYTES + COMMON_BYTES + headBytes, WRITABLE_BYTES);
        file = library.code();
    }

    /**
     * @param names the functions, in the order of their numbers
     * @param plainNames functions whose numbers come after them: they store no results, so that an answer is a whole word
     * @param heads machine code for some of the functions, which runs first. It returns, or goes on behind its last byte, with
     *     the arguments where they were: then Java is called. It may be placed anywhere
     */
    public static void write(Path path, List<String> names, List<String> plainNames, Map<String, byte[]> heads)
            throws IOException {
        Files.write(path, bytes(names, plainNames, heads));
    }

    static byte[] bytes(List<String> names, List<String> plainNames, Map<String, byte[]> heads) {
        var file = new JumpLibraryFile(names, plainNames, heads);
        return file.library.bytes(file.putCode());
    }

    /** Where each exported function begins, and where the last one ends. */
    private int[] putCode() {
        int detach = file.position();
        putDetach();
        int storing = file.position();
        putCommon(true);
        int plain = file.position();
        putCommon(false);
        int[] starts = new int[functions + ThreadFunctions.ALL.size() + ThreadFunctions.SMALL.size() + 3];
        for (int i = 0; i < functions; i++) {
            starts[i] = file.position();
            put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
            if (i < withStores) {
                file.put(heads[i]);
            }
            put(0xb8).putInt(i); // mov eax, i
            int common = i < withStores ? storing : plain;
            put(0xe9).putInt(common - (file.position() + Integer.BYTES)); // jmp common
        }
        starts[functions] = file.position();
        putBind(detach);
        int next = functions + 1;
        for (ThreadFunction function : ThreadFunctions.ALL) {
            starts[next++] = file.position();
            putThreadFunction(function);
        }
        for (SmallFunction function : ThreadFunctions.SMALL) {
            starts[next++] = file.position();
            put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
            put(function.code());
        }
        starts[next++] = file.position();
        putTime();
        starts[next] = file.position();
        return starts;
    }

    private void putThreadFunction(ThreadFunction function) {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(function.prelude());
        int callee = IMPORTS.indexOf(function.callee());
        if (function.isNegated()) {
            put(0x48, 0x83, 0xec, 0x08); // sub rsp, 8
            putImportedCall(callee);
            put(0xf7, 0xd8); // neg eax
            put(0x48, 0x83, 0xc4, 0x08); // add rsp, 8
            put(0xc3); // ret
        } else {
            put(0xff, 0x25); // jmp [rip + …]
            file.putInt(library.addressAt(callee) - (file.position() + Integer.BYTES));
        }
    }

    private void putTime() {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x48, 0x83, 0xec, 0x18); // sub rsp, 24
        put(0xbf).putInt(1); // mov edi, CLOCK_MONOTONIC
        put(0x48, 0x89, 0xe6); // mov rsi, rsp
        putImportedCall(CLOCK);
        put(0x48, 0x69, 0x04, 0x24).putInt(1_000_000_000); // imul rax, [rsp], 1000000000
        put(0x48, 0x03, 0x44, 0x24, 0x08); // add rax, [rsp + 8]
        put(0x48, 0x83, 0xc4, 0x18); // add rsp, 24
        put(0xc3); // ret
    }

    /** Runs when a thread ends that {@link #putCommon} has made known. */
    private void putDetach() {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        putOwn(0x48, 0x8b, 0x3d, MACHINE); // mov rdi, [machine]
        put(0x48, 0x8b, 0x07); // mov rax, [rdi]
        put(0xff, 0x60, DETACH_CURRENT_THREAD * Long.BYTES); // jmp [rax + …]
    }

    /** The words in registers, the function's number in eax. On the stack they become the array that JNI takes arguments in. */
    private void putCommon(boolean storesResults) {
        put(0x55); // push rbp
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x48, 0x83, 0xec, 0x60); // sub rsp, 96
        put(0x48, 0x89, 0x3c, 0x24); // mov [rsp], rdi
        put(0x48, 0x89, 0x74, 0x24, 0x08); // mov [rsp + 8], rsi
        put(0x48, 0x89, 0x54, 0x24, 0x10); // mov [rsp + 16], rdx
        put(0x48, 0x89, 0x4c, 0x24, 0x18); // mov [rsp + 24], rcx
        put(0x4c, 0x89, 0x44, 0x24, 0x20); // mov [rsp + 32], r8
        put(0x4c, 0x89, 0x4c, 0x24, 0x28); // mov [rsp + 40], r9
        put(0x48, 0x89, 0x44, 0x24, 0x30); // mov [rsp + 48], rax
        put(0x4c, 0x8d, 0x55, 0x10); // lea r10, [rbp + 16]: above the caller's rbp and the return address
        put(0x4c, 0x89, 0x54, 0x24, 0x38); // mov [rsp + 56], r10
        put(0xf2, 0x0f, 0x11, 0x44, 0x24, 0x40); // movsd [rsp + 64], xmm0
        putMachineCall(GET_ENV);
        put(0x85, 0xc0); // test eax, eax
        put(0x74); // jz known
        int toKnown = file.position();
        put(0);
        putMachineCall(ATTACH_CURRENT_THREAD_AS_DAEMON);
        putOwn(0x8b, 0x3d, KEY); // mov edi, [key]
        put(0x48, 0x8b, 0x74, 0x24, 0x48); // mov rsi, [rsp + 72]: anything but null
        putImportedCall(SET_SPECIFIC);
        file.put(toKnown, (byte) (file.position() - toKnown - 1)); // known:
        put(0x48, 0x8b, 0x7c, 0x24, 0x48); // mov rdi, [rsp + 72]: the thread's JNIEnv
        putOwn(0x48, 0x8b, 0x35, CLASS); // mov rsi, [class]
        putOwn(0x48, 0x8b, 0x15, METHOD); // mov rdx, [method]
        put(0x48, 0x89, 0xe1); // mov rcx, rsp
        put(0x48, 0x8b, 0x07); // mov rax, [rdi]
        put(0xff, 0x90).putInt(CALL_STATIC_LONG_METHOD_A * Long.BYTES); // call [rax + …]
        if (storesResults) {
            putStores();
        }
        put(0xc9); // leave
        put(0xc3); // ret
    }

    /** Asks the machine for the thread's JNIEnv, which it stores at [rsp + 72]. */
    private void putMachineCall(int function) {
        putOwn(0x48, 0x8b, 0x3d, MACHINE); // mov rdi, [machine]
        put(0x48, 0x8d, 0x74, 0x24, 0x48); // lea rsi, [rsp + 72]
        // The version that is asked for; or no arguments for a new thread.
        put(0xba).putInt(function == GET_ENV ? JNI_VERSION_10 : 0); // mov edx, …
        put(0x48, 0x8b, 0x07); // mov rax, [rdi]
        put(0xff, 0x50, function * Long.BYTES); // call [rax + …]
    }

    private void putStores() {
        put(0x48, 0x89, 0xc1); // mov rcx, rax
        put(0x48, 0xc1, 0xe9, 0x20); // shr rcx, 32
        put(0x74); // jz done
        int toDone = file.position();
        put(0);
        put(0x48, 0x8b, 0x14, 0x24); // mov rdx, [rsp]: the first word
        put(0x48, 0x8b, 0x52, 0x08); // mov rdx, [rdx + 8]: the list
        int next = file.position();
        put(0x48, 0x8b, 0x32); // mov rsi, [rdx]: where to
        put(0x4c, 0x8b, 0x42, 0x08); // mov r8, [rdx + 8]: what
        put(0x4c, 0x8b, 0x4a, 0x10); // mov r9, [rdx + 16]: how many bytes
        put(0x41, 0x83, 0xf9, 0x08); // cmp r9d, 8
        put(0x75, 0x05); // jne + 5
        put(0x4c, 0x89, 0x06); // mov [rsi], r8
        put(0xeb, 0x0e); // jmp over the others
        put(0x41, 0x83, 0xf9, 0x04); // cmp r9d, 4
        put(0x75, 0x05); // jne + 5
        put(0x44, 0x89, 0x06); // mov [rsi], r8d
        put(0xeb, 0x03); // jmp over the other
        put(0x44, 0x88, 0x06); // mov [rsi], r8b
        put(0x48, 0x83, 0xc2, RESULT_BYTES); // add rdx, 24
        put(0xff, 0xc9); // dec ecx
        put(0x75, next - (file.position() + 2)); // jnz next
        file.put(toDone, (byte) (file.position() - toDone - 1)); // done:
    }

    private static final int RESULT_BYTES = JumpLibrary.RESULT_BYTES;

    /** Called by the JVM with (environment, class, name, signature). */
    private void putBind(int detach) {
        put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
        put(0x55); // push rbp
        put(0x48, 0x89, 0xe5); // mov rbp, rsp
        put(0x53); // push rbx
        put(0x48, 0x83, 0xec, 0x28); // sub rsp, 40
        put(0x48, 0x89, 0xfb); // mov rbx, rdi
        put(0x48, 0x89, 0x14, 0x24); // mov [rsp], rdx
        put(0x48, 0x89, 0x4c, 0x24, 0x08); // mov [rsp + 8], rcx
        put(0x48, 0x89, 0x74, 0x24, 0x10); // mov [rsp + 16], rsi
        put(0x48, 0x8b, 0x03); // mov rax, [rbx]
        put(0xff, 0x90).putInt(NEW_GLOBAL_REF * Long.BYTES); // call [rax + …]
        putOwn(0x48, 0x89, 0x05, CLASS); // mov [class], rax
        put(0x48, 0x89, 0xdf); // mov rdi, rbx
        put(0x48, 0x8b, 0x74, 0x24, 0x10); // mov rsi, [rsp + 16]
        put(0x48, 0x8b, 0x14, 0x24); // mov rdx, [rsp]
        put(0x48, 0x8b, 0x4c, 0x24, 0x08); // mov rcx, [rsp + 8]
        put(0x48, 0x8b, 0x03); // mov rax, [rbx]
        put(0xff, 0x90).putInt(GET_STATIC_METHOD_ID * Long.BYTES); // call [rax + …]
        putOwn(0x48, 0x89, 0x05, METHOD); // mov [method], rax
        put(0x48, 0x89, 0xdf); // mov rdi, rbx
        putOwn(0x48, 0x8d, 0x35, MACHINE); // lea rsi, [machine]
        put(0x48, 0x8b, 0x03); // mov rax, [rbx]
        put(0xff, 0x90).putInt(GET_JAVA_VM * Long.BYTES); // call [rax + …]
        putOwn(0x48, 0x8d, 0x3d, KEY); // lea rdi, [key]
        put(0x48, 0x8d, 0x35).putInt(detach - (file.position() + Integer.BYTES)); // lea rsi, [detach]
        putImportedCall(KEY_CREATE);
        put(0x48, 0x8b, 0x5d, -8); // mov rbx, [rbp - 8]
        put(0xc9); // leave
        put(0xc3); // ret
    }

    /** An instruction whose operand is a word of the library's own memory: its first bytes, and the word. */
    private void putOwn(int... bytesAndWord) {
        for (int i = 0; i < bytesAndWord.length - 1; i++) {
            put(bytesAndWord[i]);
        }
        int at = library.writableAt() + bytesAndWord[bytesAndWord.length - 1] * Long.BYTES;
        file.putInt(at - (file.position() + Integer.BYTES));
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
