package dev.gyre.io.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library's calls and the linker's do the same. */
class CallLibraryTest {
    private static final int EBADF = 9;

    @BeforeAll
    static void load() throws IOException {
        assumeTrue(CallLibrary.isForThisMachine());
        Path folder = Files.createTempDirectory("gyre-calls");
        Path file = folder.resolve(CallLibrary.FILE);
        try {
            CallLibraryFile.write(folder);
            System.load(file.toString());
        } finally {
            Files.delete(file); // what is loaded stays
            Files.delete(folder);
        }
    }

    @Test
    void findsFunctionsOfTheCLibrary() {
        assertEquals(LinkerCalls.addressInLibc("getpid"), address("getpid"));
        assertEquals(0, address("no_such_function"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void passesSixWords(boolean isByLibrary) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(100);
            long length = six(
                    isByLibrary,
                    address("snprintf"),
                    text.address(),
                    text.byteSize(),
                    string(arena, "%ld %ld %ld"),
                    1,
                    Long.MIN_VALUE,
                    -3);
            assertEquals("1 -9223372036854775808 -3", text.getString(0));
            assertEquals(text.getString(0).length(), (int) length);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void passesTenWords(boolean isByLibrary) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(100);
            long function = address("snprintf");
            long format = string(arena, "%ld %ld %ld %ld %ld %ld %ld");
            ErrnoMemory errno = ErrnoMemory.ofThread();
            long at = text.address();
            long length = isByLibrary
                    ? CallLibrary.ten(function, errno.address, at, 100, format, 1, 2, 3, 4, 5, 6, -7)
                    : LinkerCalls.ten(function, errno.segment, at, 100, format, 1, 2, 3, 4, 5, 6, -7);
            assertEquals("1 2 3 4 5 6 -7", text.getString(0));
            assertEquals(14, (int) length);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leavesTheErrnoOfAFailedCall(boolean isByLibrary) {
        assertEquals(-1, (int) six(isByLibrary, address("close"), -1, 0, 0, 0, 0, 0));
        assertEquals(EBADF, ErrnoMemory.ofThread().code());
    }

    @Test
    void keepsEachThreadsErrno() throws InterruptedException {
        six(true, address("close"), -1, 0, 0, 0, 0, 0);
        var others = new int[1];
        Thread thread = new Thread(() -> {
            six(true, address("getpid"), 0, 0, 0, 0, 0, 0);
            others[0] = ErrnoMemory.ofThread().code();
        });
        thread.start();
        thread.join();
        assertNotEquals(EBADF, others[0]);
        assertEquals(EBADF, ErrnoMemory.ofThread().code());
    }

    @Test
    void loadsLibraries() {
        long library = NativeCalls.openLibrary("libm.so.6");
        assertNotEquals(0, library);
        assertNotEquals(0, NativeCalls.addressIn(library, "cos"));
        assertEquals(0, NativeCalls.addressIn(library, "no_such_function"));
        assertEquals(0, NativeCalls.openLibrary("/no/such/library.so"));
    }

    @Test
    void makesBuffersOverMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom("some text");
            ByteBuffer buffer = CallLibrary.buffer(memory.address(), memory.byteSize());
            assertEquals(memory.byteSize(), buffer.capacity());
            assertEquals('t', buffer.get(5));
            buffer.put(5, (byte) 'n');
            assertEquals("some next", memory.getString(0));
        }
    }

    @Test
    void runsManyCallsAsCompiledCode() {
        long function = address("labs");
        long sum = 0;
        for (int i = 0; i < 50_000; i++) {
            sum += six(true, function, -i, 0, 0, 0, 0, 0);
        }
        assertEquals(50_000L * 49_999 / 2, sum);
    }

    @Test
    void isTheSameFileInEveryBuild() {
        assertEquals(true, Arrays.equals(CallLibraryFile.bytes(), CallLibraryFile.bytes()));
    }

    private static long six(boolean isByLibrary, long function, long a, long b, long c, long d, long e, long f) {
        ErrnoMemory errno = ErrnoMemory.ofThread();
        return isByLibrary
                ? CallLibrary.six(function, errno.address, a, b, c, d, e, f)
                : LinkerCalls.six(function, errno.segment, a, b, c, d, e, f);
    }

    private static long address(String function) {
        try (Arena arena = Arena.ofConfined()) {
            return CallLibrary.symbol(CallLibrary.EVERYWHERE, string(arena, function));
        }
    }

    private static long string(Arena arena, String text) {
        return arena.allocateFrom(text).address();
    }
}
