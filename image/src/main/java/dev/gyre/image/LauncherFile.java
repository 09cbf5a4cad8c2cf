package dev.gyre.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the command of a packaged Gyre: a program of about 900 bytes of machine code, which replaces itself by the JVM beside
 * it. A shell script, which the source tree has, can't be that command: a shell drops variables whose names it can't write
 * ({@code npm_config_//host/:_authToken}), and takes a millisecond or two.
 *
 * <pre>
 *   1. open /dev/null in the place of standard descriptors that are closed
 *   2. find the folder: see LauncherSearch
 *   3. give all signals their default action; ignore SIGUSR1 until the JVM handles it
 *   4. arguments: those of the list below, then the program's
 *   5. environment: variables that a JVM obeys are renamed, three are added
 *   6. execve
 * </pre>
 *
 * In the texts, the characters 1 to 6 stand for what is known only when the program runs: see {@link #ROOT} and the others.
 */
public final class LauncherFile {
    static final String ROOT = "\1";
    static final String TEMPORARY = "\2";
    static final String ARGV0 = "\3";
    static final String VARIABLE = "\4";
    static final String COMMAND = "\5";
    static final String NUMBER = "\6";

    private static final int BASE = 0x40_0000;
    private static final int HEADER_BYTES = 64;
    private static final int PROGRAM_HEADER_BYTES = 56;
    private static final int CODE_AT = HEADER_BYTES + 3 * PROGRAM_HEADER_BYTES;

    // Memory, all zeros at the start. Only what is used takes room.
    private static final int MEMORY = 0x1000_0000;
    private static final int MEMORY_BYTES = 32 << 20;
    private static final int TABLE = MEMORY; // what the characters 1 to 6 stand for
    private static final int DEFAULT_ACTION = MEMORY + 64;
    private static final int IGNORE_ACTION = MEMORY + 128;
    private static final int STRINGS = MEMORY + 0x5000;
    private static final int POINTERS = MEMORY + (8 << 20);

    // System calls.
    private static final int WRITE = 1;
    private static final int OPEN = 2;
    private static final int SIGACTION = 13;
    private static final int ACCESS = 21;
    private static final int EXECVE = 59;
    private static final int EXIT = 60;
    private static final int FCNTL = 72;

    private static final int SIGUSR1 = 10;
    private static final int LAST_SIGNAL = 64;

    private static final String FAILURE =
            "gyre: the files of Gyre, lib/gyre beside the folder of this command, are missing\n";

    private final MachineCode code = new MachineCode(BASE + CODE_AT);
    private final LauncherSearch search = new LauncherSearch(code, MEMORY);
    private final List<String> jars;

    private LauncherFile(List<String> jars) {
        this.jars = jars;
    }

    /** Arguments: the file to write, then the names of the jars in {@code lib/gyre/lib}. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        Files.write(file, bytes(List.of(args).subList(1, args.length)));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static byte[] bytes(List<String> jars) {
        var launcher = new LauncherFile(jars);
        launcher.putStart();
        launcher.putArguments();
        launcher.putEnvironment();
        launcher.putSubroutines();
        launcher.putTexts();
        return launcher.file(launcher.code.toBytes());
    }

    // ---- texts

    private void putTexts() {
        String home = ROOT + "/lib/gyre";
        String path =
                String.join(":", jars.stream().map(jar -> home + "/lib/" + jar).toList());
        var arguments = new ArrayList<>(List.of(
                home + "/jvm/bin/java",
                "@" + home + "/start.options",
                "-Xbootclasspath/a:" + path,
                "-cp",
                home + "/lib/" + jars.getFirst(),
                "-XX:AOTCache=" + home + "/gyre.aot",
                "-XX:ErrorFile=" + TEMPORARY + "/gyre-crash-%p.log",
                "-Dgyre.home=" + home,
                "-Dgyre.command=" + COMMAND,
                "-Dgyre.argv0=" + ARGV0,
                "dev.gyre.cli.Main"));
        code.texts("arguments", arguments);
        code.texts("variables", List.of("GYRE_LAUNCHED=1", "ICU_DATA=" + home + "/native", "_JAVA_SR_SIGNUM=63"));
        code.texts(
                "of the JVM",
                List.of(
                        "JAVA_TOOL_OPTIONS=",
                        "JDK_JAVA_OPTIONS=",
                        "_JAVA_OPTIONS=",
                        "JDK_ALTERNATE_VM=",
                        "_JAVA_LAUNCHER_DEBUG=",
                        "_JAVA_SR_SIGNUM=",
                        "ICU_DATA="));
        code.texts("kept", List.of("GYRE_KEPT_" + VARIABLE));
        search.putTexts(home);
        code.texts("null device", List.of("/dev/null"));
        code.texts("temporary", List.of("/tmp"));
        code.texts("temporary variable", List.of("TMPDIR="));
        code.texts("name", List.of("gyre"));
        code.texts("failure", List.of(FAILURE));
    }

    // ---- code. r13: the arguments, r14: the environment, r15: where the next text is written, rbx: the next pointer

    private void putStart() {
        code.put(0x48, 0x8b, 0x04, 0x24); // mov rax, [rsp]: the number of arguments
        code.put(0x4c, 0x8d, 0x6c, 0x24, 0x08); // lea r13, [rsp + 8]
        code.put(0x4d, 0x8d, 0x74, 0xc5, 0x08); // lea r14, [r13 + rax * 8 + 8]
        putDescriptors();
        search.put();
        putTemporary();
        code.put(0x49, 0x8b, 0x45, 0x00); // mov rax, [r13]
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        code.jump("named", 0x0f, 0x85); // jnz named
        code.put(0xb8).addressOf("name"); // mov eax, name
        code.label("named");
        code.put(0x48, 0x89, 0x04, 0x25).word(entry(ARGV0)); // mov [table + …], rax
        putSignals();
    }

    private void putDescriptors() {
        code.put(0x31, 0xed); // xor ebp, ebp
        code.label("descriptor");
        code.put(0x89, 0xef); // mov edi, ebp
        code.put(0xbe).word(1); // mov esi, F_GETFD
        putSystemCall(FCNTL);
        code.put(0x83, 0xf8, -9); // cmp eax, -EBADF
        code.jump("open", 0x0f, 0x85); // jne open
        code.put(0xbf).addressOf("null device"); // mov edi, …
        code.put(0xbe).word(2); // mov esi, O_RDWR
        putSystemCall(OPEN); // takes the lowest number, which is this one
        code.label("open");
        code.put(0xff, 0xc5); // inc ebp
        code.put(0x83, 0xfd, 0x03); // cmp ebp, 3
        code.jump("descriptor", 0x0f, 0x82); // jb descriptor
    }

    /** TMPDIR if one can write there, otherwise /tmp. */
    private void putTemporary() {
        putEntry(TEMPORARY).addressOf("temporary");
        code.put(0xba).addressOf("temporary variable"); // mov edx, …
        code.jump("value", 0xe8); // call value
        code.put(0x48, 0x85, 0xff); // test rdi, rdi
        code.jump("no temporary", 0x0f, 0x84); // jz
        code.put(0x80, 0x3f, 0x00); // cmp byte [rdi], 0
        code.jump("no temporary", 0x0f, 0x84); // je
        code.put(0x48, 0x89, 0xfb); // mov rbx, rdi
        code.put(0xbe).word(3); // mov esi, W_OK | X_OK
        putSystemCall(ACCESS);
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("no temporary", 0x0f, 0x85); // jnz
        code.put(0x48, 0x89, 0x1c, 0x25).word(entry(TEMPORARY)); // mov [table + …], rbx
        code.label("no temporary");
    }

    private void putSignals() {
        code.put(0xbd).word(1); // mov ebp, 1
        code.label("signal");
        code.put(0xbe).word(DEFAULT_ACTION); // mov esi, …
        putSignalCall();
        code.put(0xff, 0xc5); // inc ebp
        code.put(0x83, 0xfd, LAST_SIGNAL); // cmp ebp, …
        code.jump("signal", 0x0f, 0x86); // jbe signal
        code.put(0x48, 0xc7, 0x04, 0x25).word(IGNORE_ACTION).word(1); // mov qword [ignore action], SIG_IGN
        code.put(0xbd).word(SIGUSR1); // mov ebp, …
        code.put(0xbe).word(IGNORE_ACTION); // mov esi, …
        putSignalCall();
    }

    private void putSignalCall() {
        code.put(0x89, 0xef); // mov edi, ebp
        code.put(0x31, 0xd2); // xor edx, edx
        code.put(0x41, 0xba).word(Long.BYTES); // mov r10d, 8: the size of a set of signals
        putSystemCall(SIGACTION);
    }

    private void putArguments() {
        code.put(0x41, 0xbf).word(STRINGS); // mov r15d, …
        code.put(0xbb).word(POINTERS); // mov ebx, …
        code.put(0xbe).addressOf("arguments"); // mov esi, …
        code.jump("expand all", 0xe8); // call
        code.put(0x49, 0x83, 0x7d, 0x00, 0x00); // cmp qword [r13], 0
        code.jump("arguments end", 0x0f, 0x84); // je
        code.label("argument");
        code.put(0x49, 0x83, 0xc5, 0x08); // add r13, 8
        code.put(0x49, 0x8b, 0x45, 0x00); // mov rax, [r13]
        code.put(0x48, 0x89, 0x03); // mov [rbx], rax
        code.put(0x48, 0x83, 0xc3, 0x08); // add rbx, 8
        code.put(0x48, 0x85, 0xc0); // test rax, rax
        code.jump("argument", 0x0f, 0x85); // jnz
        code.label("arguments end");
        code.put(0x48, 0x83, 0xc3, 0x08); // add rbx, 8
    }

    private void putEnvironment() {
        code.put(0x49, 0x89, 0xdc); // mov r12, rbx: the new environment
        code.put(0xbe).addressOf("variables"); // mov esi, …
        code.jump("expand all", 0xe8); // call
        code.label("variable");
        code.put(0x49, 0x8b, 0x2e); // mov rbp, [r14]
        code.put(0x49, 0x83, 0xc6, 0x08); // add r14, 8
        code.put(0x48, 0x89, 0x2b); // mov [rbx], rbp
        code.put(0x48, 0x85, 0xed); // test rbp, rbp
        code.jump("execute", 0x0f, 0x84); // jz
        code.put(0x48, 0x83, 0xc3, 0x08); // add rbx, 8
        code.put(0xba).addressOf("of the JVM"); // mov edx, …
        code.label("name of the JVM");
        code.put(0x80, 0x3a, 0x00); // cmp byte [rdx], 0
        code.jump("variable", 0x0f, 0x84); // je
        code.put(0x48, 0x89, 0xd6); // mov rsi, rdx
        code.put(0x48, 0x89, 0xef); // mov rdi, rbp
        code.jump("begins", 0xe8); // call
        code.jump("keep", 0x0f, 0x84); // je
        code.label("skip");
        code.put(0x48, 0xff, 0xc2); // inc rdx
        code.put(0x80, 0x7a, -1, 0x00); // cmp byte [rdx - 1], 0
        code.jump("skip", 0x0f, 0x85); // jne
        code.jump("name of the JVM", 0xe9); // jmp
        code.label("keep");
        code.put(0x4c, 0x89, 0x7b, -8); // mov [rbx - 8], r15
        code.put(0x48, 0x89, 0x2c, 0x25).word(entry(VARIABLE)); // mov [table + …], rbp
        code.put(0xbe).addressOf("kept"); // mov esi, …
        code.jump("expand", 0xe8); // call
        code.jump("variable", 0xe9); // jmp
        code.label("execute");
        code.put(0x48, 0x8b, 0x3c, 0x25).word(POINTERS); // mov rdi, [pointers]
        code.put(0xbe).word(POINTERS); // mov esi, …
        code.put(0x4c, 0x89, 0xe2); // mov rdx, r12
        putSystemCall(EXECVE);
        code.label("fail");
        code.put(0xbf).word(2); // mov edi, 2
        code.put(0xbe).addressOf("failure"); // mov esi, …
        code.put(0xba).word(FAILURE.length()); // mov edx, …
        putSystemCall(WRITE);
        code.put(0xbf).word(127); // mov edi, 127
        putSystemCall(EXIT);
    }

    private void putSubroutines() {
        search.putSubroutines();

        // Does the text in rdi begin with that in rsi? Zero flag; rdi is then behind it.
        code.label("begins");
        code.put(0xac); // lodsb
        code.put(0x84, 0xc0); // test al, al
        code.jump("compared", 0x0f, 0x84); // jz
        code.put(0x3a, 0x07); // cmp al, [rdi]
        code.jump("compared", 0x0f, 0x85); // jne
        code.put(0x48, 0xff, 0xc7); // inc rdi
        code.jump("begins", 0xe9); // jmp
        code.label("compared");
        code.put(0xc3); // ret

        // Writes the texts of the list in rsi to r15, and pointers to them to rbx.
        code.label("expand all");
        code.put(0x80, 0x3e, 0x00); // cmp byte [rsi], 0
        code.jump("compared", 0x0f, 0x84); // je
        code.put(0x4c, 0x89, 0x3b); // mov [rbx], r15
        code.put(0x48, 0x83, 0xc3, 0x08); // add rbx, 8
        code.jump("expand", 0xe8); // call
        code.jump("expand all", 0xe9); // jmp

        // Writes the text in rsi to r15, with what its characters 1 to 6 stand for.
        code.label("expand");
        code.put(0xac); // lodsb
        code.put(0x84, 0xc0); // test al, al
        code.jump("expanded", 0x0f, 0x84); // jz
        code.put(0x3c, 0x06); // cmp al, 6
        code.jump("plain", 0x0f, 0x87); // ja
        code.put(0x0f, 0xb6, 0xc0); // movzx eax, al
        code.put(0x48, 0x8b, 0x14, 0xc5).word(TABLE); // mov rdx, [rax * 8 + table]
        code.label("copy");
        code.put(0x8a, 0x02); // mov al, [rdx]
        code.put(0x84, 0xc0); // test al, al
        code.jump("expand", 0x0f, 0x84); // jz
        code.put(0x41, 0x88, 0x07); // mov [r15], al
        code.put(0x49, 0xff, 0xc7); // inc r15
        code.put(0x48, 0xff, 0xc2); // inc rdx
        code.jump("copy", 0xe9); // jmp
        code.label("plain");
        code.put(0x41, 0x88, 0x07); // mov [r15], al
        code.put(0x49, 0xff, 0xc7); // inc r15
        code.jump("expand", 0xe9); // jmp
        code.label("expanded");
        code.put(0x41, 0xc6, 0x07, 0x00); // mov byte [r15], 0
        code.put(0x49, 0xff, 0xc7); // inc r15
        code.put(0xc3); // ret
    }

    private void putSystemCall(int number) {
        code.put(0xb8).word(number); // mov eax, …
        code.put(0x0f, 0x05); // syscall
    }

    static int entry(String character) {
        return TABLE + character.charAt(0) * Long.BYTES;
    }

    /** An instruction that lacks the four bytes of what it stores. */
    private MachineCode putEntry(String character) {
        return code.put(0x48, 0xc7, 0x04, 0x25).word(entry(character)); // mov qword [table + …], …
    }

    // ---- the file: the code with its texts, and memory

    private byte[] file(byte[] contents) {
        int bytes = CODE_AT + contents.length;
        ByteBuffer file = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0); // 64 bits, little-endian
        file.putShort((short) 2).putShort((short) 62).putInt(1); // an executable for x86_64
        file.putLong(BASE + CODE_AT).putLong(HEADER_BYTES).putLong(0).putInt(0); // entry, program headers
        file.putShort((short) HEADER_BYTES)
                .putShort((short) PROGRAM_HEADER_BYTES)
                .putShort((short) 3);
        file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
        putSegment(file, 1, 5, BASE, bytes, bytes); // PT_LOAD, readable and executable
        putSegment(file, 1, 6, MEMORY, 0, MEMORY_BYTES); // PT_LOAD, readable and writable
        putSegment(file, 0x6474e551, 6, 0, 0, 0); // PT_GNU_STACK: not executable
        return file.put(contents).array();
    }

    private static void putSegment(ByteBuffer file, int type, int flags, int at, int bytes, int memoryBytes) {
        file.putInt(type).putInt(flags).putLong(0).putLong(at).putLong(at);
        file.putLong(bytes).putLong(memoryBytes).putLong(type == 1 ? 4096 : 16);
    }
}
