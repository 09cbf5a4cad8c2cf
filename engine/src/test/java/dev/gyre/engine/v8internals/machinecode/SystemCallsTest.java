package dev.gyre.engine.v8internals.machinecode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.gyre.engine.Isolate;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.TestEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fails where V8 has changed: then SystemCalls has to learn its offsets anew, as docs/v8-internals.md tells. */
class SystemCallsTest {
    private static final int SYS_GETPID = 39;
    private static final int SYS_CLOSE = 3;
    private static final int SYS_PWRITE = 18;
    private static final int PATH_AT = 1024;
    private static final int DATA_AT = 8192;
    private static final int ENOENT = -2;
    private static final int EBADF = -9;
    private static final int EISDIR = -21;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder());
    private final long address = MemorySegment.ofBuffer(memory).address();
    private Isolate isolate;

    @TempDir
    Path folder;

    @BeforeEach
    void open() {
        TestEngine.start();
        isolate = Isolate.open(null);
        ScriptValue function = isolate.systemCall(address);
        assertNotNull(function, "V8 is not as expected");
        isolate.setGlobal("systemCall", function);
    }

    @AfterEach
    void close() {
        isolate.close();
    }

    private long call(long number, long... arguments) {
        return calls(1, number, arguments);
    }

    private long calls(int times, long number, long... arguments) {
        memory.putLong(SystemCalls.NUMBER_AT, number);
        for (int i = 0; i < arguments.length; i++) {
            memory.putLong(SystemCalls.ARGUMENTS_AT + i * Long.BYTES, arguments[i]);
        }
        memory.putLong(SystemCalls.RESULT_AT, Long.MIN_VALUE);
        isolate.run("for (let i = 0; i < " + times + "; i++) systemCall(); 1", "test.js")
                .close();
        return memory.getLong(SystemCalls.RESULT_AT);
    }

    private long readFile(Path path, int room) {
        byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
        memory.put(PATH_AT, bytes);
        memory.put(PATH_AT + bytes.length, (byte) 0);
        return call(SystemCalls.READ_FILE, address + PATH_AT, address + DATA_AT, room);
    }

    private static int descriptors() throws IOException {
        try (var entries = Files.list(Path.of("/proc/self/fd"))) {
            return (int) entries.count();
        }
    }

    @Test
    void aCallAnswersItsResult() {
        assertEquals(ProcessHandle.current().pid(), call(SYS_GETPID));
    }

    @Test
    void aFailedCallAnswersItsErrno() {
        assertEquals(EBADF, call(SYS_CLOSE, 1 << 20));
        assertEquals(EBADF, call(SYS_PWRITE, -1, address, 1, 0));
    }

    /** V8 compiles the loop, and calls by the address that it finds in the template then. */
    @Test
    void optimizedCodeMakesTheSameCalls() {
        assertEquals(ProcessHandle.current().pid(), calls(200_000, SYS_GETPID));
    }

    @Test
    void aFileIsReadAsAWhole() throws IOException {
        byte[] contents = new byte[100_000];
        new Random(1).nextBytes(contents);
        Path file = Files.write(folder.resolve("file"), contents);
        int before = descriptors();
        assertEquals(contents.length, readFile(file, contents.length + 1));
        byte[] read = new byte[contents.length];
        memory.get(DATA_AT, read);
        assertArrayEquals(contents, read);
        assertEquals(0, readFile(Files.createFile(folder.resolve("empty")), 10));
        assertEquals(before, descriptors());
    }

    @Test
    void noMoreIsReadThanThereIsRoomFor() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "0123456789");
        memory.putLong(DATA_AT, -1);
        assertEquals(4, readFile(file, 4));
        assertEquals(0xffffffff33323130L, memory.getLong(DATA_AT));
        assertEquals(0, readFile(file, 0));
    }

    @Test
    void aFileThatCanNotBeReadLeavesNoDescriptorOpen() throws IOException {
        int before = descriptors();
        assertEquals(ENOENT, readFile(folder.resolve("none"), 10));
        assertEquals(EISDIR, readFile(folder, 10));
        assertEquals(before, descriptors());
    }

    @Test
    void aHashIsTheSameInJava() {
        byte[] bytes = new byte[1000];
        new Random(1).nextBytes(bytes);
        for (int length : new int[] {0, 1, 7, 8, 9, 500, 1000}) {
            memory.put(DATA_AT, bytes, 0, length);
            memory.putLong(DATA_AT + length, 0);
            int words = (length + Long.BYTES - 1) / Long.BYTES;
            long seed = length * 0x123456789abcdefL;
            assertEquals(
                    SystemCalls.hash(bytes, 0, length, seed), call(SystemCalls.HASH, address + DATA_AT, words, seed));
        }
        assertEquals(7, call(SystemCalls.HASH, address, 0, 7));
        assertNotEquals(SystemCalls.hash(bytes, 0, 8, 0), SystemCalls.hash(bytes, 1, 8, 0));
    }

    @Test
    void anIsolateHasOneSuchFunction() {
        assertNull(isolate.systemCall(address));
    }
}
