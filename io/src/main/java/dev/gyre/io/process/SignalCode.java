package dev.gyre.io.process;

import dev.gyre.io.libc.Libc;
import dev.gyre.io.libc.Libc.Function;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.libc.SystemError;
import java.lang.foreign.Arena;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The code that runs inside a signal handler, and the memory it counts in.
 *
 * <p>A signal interrupts a thread anywhere, also in the middle of the JVM, so a handler can't be Java. These are a few
 * instructions of machine code that use only registers and system calls:
 *
 * <ul>
 *   <li>{@link #count}: adds one to the signal's count and to the wake word, and wakes who waits for that word (a futex,
 *       so it needs no descriptor and loses no signal).
 *   <li>{@link #fault}: for SIGSEGV and its like, which the JVM needs for itself. A signal that somebody sent is counted
 *       if it is watched; otherwise it gets its default action. A fault of the program is offered to the JVM. If it is
 *       none that the JVM provokes by intent, the process crashes: the JVM's own handler reports that, to descriptor 1
 *       whatever its options say, so that is made a copy of stderr before.
 * </ul>
 *
 * <pre>
 *   memory:   0  int[65]   how often each signal came; place 0 is the wake word
 *           512  byte[65]  whether a fault signal is watched
 *          1024  long[65]  the JVM's handlers of the fault signals
 *          2048  zeros     a struct kernel_sigaction: the default action
 *          4096  the code, which can't be written to once it is there
 * </pre>
 */
final class SignalCode {
    static final int SIGNALS = 65;

    private static final int PAGE = 4096;
    private static final int WATCHED = 512;
    private static final int JVM_HANDLERS = 1024;
    private static final int DEFAULT_ACTION = 2048;

    private static final int PROT_READ_WRITE = 0x1 | 0x2;
    private static final int PROT_READ_EXEC = 0x1 | 0x4;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x2 | 0x20;

    private static final int SYS_DUP2 = 33;
    private static final int SYS_FUTEX = 202;
    private static final int FUTEX_WAIT_PRIVATE = 128;
    private static final int FUTEX_WAKE_PRIVATE = 129;
    private static final int SYS_RT_SIGACTION = 13;
    private static final int SYS_GETPID = 39;
    private static final int SYS_GETTID = 186;
    private static final int SYS_TGKILL = 234;
    private static final int KERNEL_SIGNAL_SET_BYTES = 8;
    private static final int RTLD_DEFAULT = 0;

    private final NativeMemory memory;
    private final int[] taken = new int[SIGNALS];
    private final long count;
    private final long fault;

    /** Maps the memory and writes the code into it; it stays for the life of the process. */
    SignalCode() {
        if (!"amd64".equals(System.getProperty("os.arch"))) {
            throw new UnsupportedOperationException("signal handlers are written for x86_64 only");
        }
        long address = checked(
                Libc.callLong(Function.MMAP, 0, 2L * PAGE, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0), "mmap");
        NativeMemory both = NativeMemory.at(address, 2 * PAGE);
        memory = both.slice(0, PAGE);
        var code = new Assembler(address);
        int countAt = code.count();
        int faultAt = code.fault(countAt, jvmAsk());
        byte[] bytes = code.bytes();
        both.put(PAGE, bytes, 0, bytes.length);
        checked(Libc.callInt(Function.MPROTECT, address + PAGE, PAGE, PROT_READ_EXEC), "mprotect");
        count = address + PAGE + countAt;
        fault = address + PAGE + faultAt;
    }

    private static long checked(long result, String syscall) {
        if (result < 0) {
            throw new SystemError((int) result, syscall, null, null);
        }
        return result;
    }

    /** The JVM's function for handlers that share its signals: answers 0 when a signal means nothing to it. */
    private static long jvmAsk() {
        try (Arena arena = Arena.ofConfined()) {
            long name = NativeMemory.string(arena, "JVM_handle_linux_signal").address();
            return checked(Libc.callPointer(Function.DLSYM, RTLD_DEFAULT, name), "dlsym");
        }
    }

    /** The address of the handler that counts. */
    long count() {
        return count;
    }

    /** The address of the handler that tells a sent signal from a fault. */
    long fault() {
        return fault;
    }

    /** What {@link #fault} does: where a crash is reported. Set before the handler is installed. */
    void jvmHandler(int signal, long address) {
        memory.putLong(JVM_HANDLERS + Long.BYTES * signal, address);
    }

    /** What {@link #fault} does: whether a sent signal is counted. */
    void watchFault(int signal, boolean watched) {
        memory.putByte(WATCHED + signal, watched ? 1 : 0);
    }

    /** To be read before the counts, and given to {@link #await}. */
    int wakeWord() {
        int word = memory.getInt(0);
        VarHandle.loadLoadFence();
        return word;
    }

    /** How often the signal came since the last call. One thread only. */
    int take(int signal) {
        int now = memory.getInt(Integer.BYTES * signal);
        int news = now - taken[signal];
        taken[signal] = now;
        return news;
    }

    /** Waits until a signal has come since the wake word was read. */
    void await(int wakeWord) {
        Libc.callInt(Function.SYSCALL, SYS_FUTEX, memory.address(), FUTEX_WAIT_PRIVATE, wakeWord, 0, 0);
    }

    /** Sends a signal to the calling thread: it has been delivered when this returns. */
    static int raise(int signal) {
        int pid = Libc.callInt(Function.SYSCALL, SYS_GETPID);
        int thread = Libc.callInt(Function.SYSCALL, SYS_GETTID);
        return Libc.callInt(Function.SYSCALL, SYS_TGKILL, pid, thread, signal, 0, 0);
    }

    /** x86_64 instructions, one after the other. A handler is called with the signal in rdi and its siginfo in rsi. */
    private static final class Assembler {
        private final ByteBuffer code = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
        private final long memory;

        Assembler(long memory) {
            this.memory = memory;
        }

        byte[] bytes() {
            byte[] bytes = new byte[code.position()];
            code.get(0, bytes);
            return bytes;
        }

        int count() {
            int at = code.position();
            put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
            loadMemory();
            put(0xf0, 0xff, 0x04, 0xb8); // lock inc dword [rax + rdi * 4]
            put(0xf0, 0xff, 0x00); // lock inc dword [rax]
            put(0x48, 0x89, 0xc7); // mov rdi, rax
            put(0xbe).putInt(FUTEX_WAKE_PRIVATE); // mov esi, FUTEX_WAKE
            put(0xba).putInt(1); // mov edx, 1
            systemCall(SYS_FUTEX);
            put(0xc3); // ret
            return at;
        }

        int fault(int countAt, long jvmAsk) {
            int at = code.position();
            put(0xf3, 0x0f, 0x1e, 0xfa); // endbr64
            loadMemory();
            put(0x83, 0x7e, 0x08, 0x00); // cmp dword [rsi + 8], 0: si_code is above 0 for what the kernel found
            put(0x0f, 0x8f); // jg real
            int toReal = code.position();
            code.putInt(0);
            put(0x80, 0xbc, 0x38).putInt(WATCHED).put((byte) 0); // cmp byte [rax + rdi + WATCHED], 0
            put(0x0f, 0x85).putInt(countAt - (code.position() + Integer.BYTES)); // jne count
            // rt_sigaction(signal, default, null, 8)
            put(0x48, 0x8d, 0xb0).putInt(DEFAULT_ACTION); // lea rsi, [rax + DEFAULT_ACTION]
            put(0x31, 0xd2); // xor edx, edx
            put(0x41, 0xba).putInt(KERNEL_SIGNAL_SET_BYTES); // mov r10d, 8
            systemCall(SYS_RT_SIGACTION);
            // tgkill(getpid(), gettid(), signal): comes as soon as this handler is left
            put(0x89, 0xfa); // mov edx, edi
            systemCall(SYS_GETPID);
            put(0x89, 0xc7); // mov edi, eax
            systemCall(SYS_GETTID);
            put(0x89, 0xc6); // mov esi, eax
            systemCall(SYS_TGKILL);
            put(0xc3); // ret
            code.putInt(toReal, code.position() - (toReal + Integer.BYTES)); // real:
            pushArguments();
            put(0x31, 0xc9); // xor ecx, ecx: come back if it means nothing to you
            put(0x48, 0xb8).putLong(jvmAsk); // mov rax, jvmAsk
            put(0xff, 0xd0); // call rax
            popArguments();
            put(0x85, 0xc0); // test eax, eax
            put(0x74, 0x01); // jz over the next
            put(0xc3); // ret
            pushArguments();
            put(0xbf).putInt(2); // mov edi, 2
            put(0xbe).putInt(1); // mov esi, 1
            systemCall(SYS_DUP2);
            popArguments();
            loadMemory();
            put(0xff, 0xa4, 0xf8).putInt(JVM_HANDLERS); // jmp [rax + rdi * 8 + JVM_HANDLERS]
            return at;
        }

        /** Three words: they also align the stack for a call. */
        private void pushArguments() {
            put(0x57, 0x56, 0x52); // push rdi, rsi, rdx
        }

        private void popArguments() {
            put(0x5a, 0x5e, 0x5f); // pop rdx, rsi, rdi
        }

        private void loadMemory() {
            put(0x48, 0xb8).putLong(memory); // mov rax, memory
        }

        private void systemCall(int number) {
            put(0xb8).putInt(number); // mov eax, number
            put(0x0f, 0x05); // syscall
        }

        private ByteBuffer put(int... bytes) {
            for (int b : bytes) {
                code.put((byte) b);
            }
            return code;
        }
    }
}
