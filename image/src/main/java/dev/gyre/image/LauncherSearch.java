package dev.gyre.image;

import static dev.gyre.image.LauncherFile.COMMAND;
import static dev.gyre.image.LauncherFile.NUMBER;
import static dev.gyre.image.LauncherFile.ROOT;
import static dev.gyre.image.LauncherFile.entry;

import java.util.List;

/**
 * The part of the {@link LauncherFile launcher} that finds the files of Gyre. They are beside the folder of the command, unless
 * that is a copy, as programs make of {@code process.execPath}. A copy looks in this order:
 *
 * <pre>
 *   1. among the processes that it descends from, for one whose program is a Gyre's JVM
 *   2. in the folders of PATH, for a command node that has Gyre beside it, also through links
 *   3. at the place of the Debian package
 * </pre>
 */
final class LauncherSearch {
    private static final int MAX_PATH = 4095;
    private static final int MAX_STATUS = 0xc00;

    private static final int READ = 0;
    private static final int OPEN = 2;
    private static final int CLOSE = 3;
    private static final int ACCESS = 21;
    private static final int READLINK = 89;
    private static final int O_PATH_CLOEXEC = 0x28_0000;

    private static final int JVM_LEVELS = 5; // lib/gyre/jvm/bin/java
    private static final int COMMAND_LEVELS = 2; // bin/node

    private final MachineCode code;
    private final int exe;
    private final int folder;
    private final int strings;
    private final int status;

    /** @param memory where the launcher's memory begins, of which this uses the first five pages and what follows them */
    LauncherSearch(MachineCode code, int memory) {
        this.code = code;
        status = memory + 0x200;
        exe = memory + 0x1000;
        folder = memory + 0x3000;
        strings = memory + 0x5000;
    }

    void putTexts(String home) {
        code.texts("options", List.of(home + "/start.options"));
        code.texts("self", List.of("/proc/self/exe"));
        code.texts("this process", List.of("self"));
        code.texts("status of process", List.of("/proc/" + NUMBER + "/stat"));
        code.texts("program of process", List.of("/proc/" + NUMBER + "/exe"));
        code.texts("file of descriptor", List.of("/proc/self/fd/" + NUMBER));
        code.texts("path variable", List.of("PATH="));
        code.texts("installed", List.of("/usr/lib/gyre"));
        code.texts("installed command", List.of("/usr/lib/gyre/bin/node"));
    }

    /** Leaves what {@link LauncherFile#ROOT} and {@link LauncherFile#COMMAND} stand for, or goes to "fail". */
    void put() {
        putEntry(COMMAND).addressOf("installed command");
        code.put(0xbf).addressOf("self"); // mov edi, …
        putReadLink(exe);
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("is a copy", 0x0f, 0x8e); // jle
        putEntry(COMMAND).word(exe);
        code.put(0xbf).addressOf("self"); // mov edi, …
        putReadLink(folder);
        putLook(COMMAND_LEVELS);
        code.label("is a copy");
        putAncestors();
        putPath();
        putEntry(ROOT).addressOf("installed");
        code.jump("look", 0xe8); // call look
        code.jump("fail", 0x0f, 0x85); // jnz fail
        code.label("found");
    }

    private void putAncestors() {
        putEntry(NUMBER).addressOf("this process");
        code.label("ancestor");
        putExpand("status of process");
        code.put(0xbf).word(strings); // mov edi, …
        code.put(0x31, 0xf6); // xor esi, esi: O_RDONLY
        putSystemCall(OPEN);
        code.put(0x89, 0xc5); // mov ebp, eax
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("no ancestor", 0x0f, 0x88); // js
        code.put(0x89, 0xef); // mov edi, ebp
        code.put(0xbe).word(status); // mov esi, …
        code.put(0xba).word(MAX_STATUS); // mov edx, …
        putSystemCall(READ);
        putClose();
        code.jump("no ancestor", 0x0f, 0x8e); // jle
        // 42 (name) S 17 …: the number of the parent follows the last parenthesis
        code.put(0x48, 0x8d, 0xb8).word(status); // lea rdi, [rax + status]
        code.label("back to name");
        code.put(0x48, 0xff, 0xcf); // dec rdi
        code.put(0x80, 0x3f, ')'); // cmp byte [rdi], ')'
        code.jump("back to name", 0x0f, 0x85); // jne
        code.put(0x48, 0x83, 0xc7, 0x04); // add rdi, 4
        code.put(0x48, 0x89, 0xfe); // mov rsi, rdi
        code.label("number");
        code.put(0x48, 0xff, 0xc6); // inc rsi
        code.put(0x80, 0x3e, ' '); // cmp byte [rsi], ' '
        code.jump("number", 0x0f, 0x85); // jne
        code.put(0xc6, 0x06, 0x00); // mov byte [rsi], 0
        code.put(0x48, 0x89, 0x3c, 0x25).word(entry(NUMBER)); // mov [table + …], rdi
        code.put(0x80, 0x3f, '0'); // cmp byte [rdi], '0': who has no parent
        code.jump("no ancestor", 0x0f, 0x84); // je
        putExpand("program of process");
        code.put(0xbf).word(strings); // mov edi, …
        putReadLink(folder);
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("ancestor", 0x0f, 0x8e); // jle: a process of somebody else
        putLook(JVM_LEVELS);
        code.jump("ancestor", 0xe9); // jmp
        code.label("no ancestor");
    }

    private void putPath() {
        code.put(0xba).addressOf("path variable"); // mov edx, …
        code.jump("value", 0xe8); // call value
        code.put(0x48, 0x89, 0xfb); // mov rbx, rdi
        code.put(0x48, 0x85, 0xff); // test rdi, rdi
        code.jump("no folder", 0x0f, 0x84); // jz
        code.label("folder");
        code.put(0x80, 0x3b, 0x00); // cmp byte [rbx], 0
        code.jump("no folder", 0x0f, 0x84); // je
        code.put(0xbf).word(strings); // mov edi, …
        code.label("of folder");
        code.put(0x8a, 0x03); // mov al, [rbx]
        code.put(0x84, 0xc0); // test al, al
        code.jump("folder ends", 0x0f, 0x84); // jz
        code.put(0x48, 0xff, 0xc3); // inc rbx
        code.put(0x3c, ':'); // cmp al, ':'
        code.jump("folder ends", 0x0f, 0x84); // je
        code.put(0xaa); // stosb
        code.jump("of folder", 0xe9); // jmp
        code.label("folder ends");
        code.put(0x48, 0xb8, '/', 'n', 'o', 'd', 'e', 0, 0, 0); // mov rax, "/node"
        code.put(0x48, 0x89, 0x07); // mov [rdi], rax
        code.put(0x80, 0x3c, 0x25).word(strings).put('/'); // cmp byte [strings], '/'
        code.jump("folder", 0x0f, 0x85); // jne: relative
        code.put(0xbf).word(strings); // mov edi, …
        code.put(0xbe).word(O_PATH_CLOEXEC); // mov esi, …
        putSystemCall(OPEN);
        code.put(0x89, 0xc5); // mov ebp, eax
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("folder", 0x0f, 0x88); // js
        putDigits();
        putExpand("file of descriptor");
        code.put(0xbf).word(strings); // mov edi, …
        putReadLink(folder);
        putClose();
        code.jump("folder", 0x0f, 0x8e); // jle
        putLook(COMMAND_LEVELS);
        code.jump("folder", 0xe9); // jmp
        code.label("no folder");
    }

    /** What eax says in digits, as what {@link LauncherFile#NUMBER} stands for. */
    private void putDigits() {
        code.put(0xbf).word(status + 16); // mov edi, …
        code.put(0xc6, 0x07, 0x00); // mov byte [rdi], 0
        code.put(0xb9).word(10); // mov ecx, 10
        code.label("digit");
        code.put(0x31, 0xd2); // xor edx, edx
        code.put(0xf7, 0xf1); // div ecx
        code.put(0x80, 0xc2, '0'); // add dl, '0'
        code.put(0x48, 0xff, 0xcf); // dec rdi
        code.put(0x88, 0x17); // mov [rdi], dl
        code.put(0x85, 0xc0); // test eax, eax
        code.jump("digit", 0x0f, 0x85); // jnz
        code.put(0x48, 0x89, 0x3c, 0x25).word(entry(NUMBER)); // mov [table + …], rdi
    }

    /** Closes the descriptor in ebp. What the call before it returned stays in eax, with its flags. */
    private void putClose() {
        code.put(0x41, 0x89, 0xc4); // mov r12d, eax
        code.put(0x89, 0xef); // mov edi, ebp
        putSystemCall(CLOSE);
        code.put(0x44, 0x89, 0xe0); // mov eax, r12d
        code.put(0x85, 0xc0); // test eax, eax
    }

    /** Goes to "found" if Gyre is so many levels above the file whose path is in the folder's memory, with its length in eax. */
    private void putLook(int levels) {
        code.put(0xb9).word(levels); // mov ecx, …
        code.jump("look above", 0xe8); // call
        code.jump("found", 0x0f, 0x84); // jz
    }

    void putSubroutines() {
        // Is there a Gyre ecx levels above the file in the folder's memory? Zero flag.
        code.label("look above");
        code.put(0x48, 0xba, '/', '/', '/', '/', '/', '/', '/', '/'); // mov rdx, …: the way up ends there
        code.put(0x48, 0x89, 0x14, 0x25).word(folder - Long.BYTES); // mov [folder - 8], rdx
        code.put(0x48, 0x8d, 0xb8).word(folder); // lea rdi, [rax + folder]
        code.label("up");
        code.put(0x48, 0xff, 0xcf); // dec rdi
        code.put(0x80, 0x3f, '/'); // cmp byte [rdi], '/'
        code.jump("up", 0x0f, 0x85); // jne up
        code.put(0xc6, 0x07, 0x00); // mov byte [rdi], 0
        code.put(0xff, 0xc9); // dec ecx
        code.jump("up", 0x0f, 0x85); // jnz up
        putEntry(ROOT).word(folder);

        // Is there a Gyre in the folder? Zero flag.
        code.label("look");
        putExpand("options");
        code.put(0xbf).word(strings); // mov edi, …
        code.put(0x31, 0xf6); // xor esi, esi: F_OK
        putSystemCall(ACCESS);
        code.put(0x85, 0xc0); // test eax, eax
        code.put(0xc3); // ret

        // The value of the variable whose name, with =, is at edx: rdi, zero if there is none.
        code.label("value");
        code.put(0x4c, 0x89, 0xf5); // mov rbp, r14
        code.label("next variable");
        code.put(0x48, 0x8b, 0x7d, 0x00); // mov rdi, [rbp]
        code.put(0x48, 0x83, 0xc5, 0x08); // add rbp, 8
        code.put(0x48, 0x85, 0xff); // test rdi, rdi
        code.jump("compared", 0x0f, 0x84); // jz: ret
        code.put(0x89, 0xd6); // mov esi, edx
        code.jump("begins", 0xe8); // call begins
        code.jump("next variable", 0x0f, 0x85); // jne
        code.put(0xc3); // ret
    }

    /** Writes a text to where the strings begin, with what its characters stand for. */
    private void putExpand(String text) {
        code.put(0x41, 0xbf).word(strings); // mov r15d, …
        code.put(0xbe).addressOf(text); // mov esi, …
        code.jump("expand", 0xe8); // call expand
    }

    /** Reads the link whose path is at edi. */
    private void putReadLink(int to) {
        code.put(0xbe).word(to); // mov esi, …
        code.put(0xba).word(MAX_PATH); // mov edx, …
        putSystemCall(READLINK);
    }

    private void putSystemCall(int number) {
        code.put(0xb8).word(number); // mov eax, …
        code.put(0x0f, 0x05); // syscall
    }

    private MachineCode putEntry(String character) {
        return code.put(0x48, 0xc7, 0x04, 0x25).word(entry(character)); // mov qword [table + …], …
    }
}
