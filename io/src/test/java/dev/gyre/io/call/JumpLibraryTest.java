package dev.gyre.io.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gyre.io.libc.NativeMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One test, since a process loads one such library. */
class JumpLibraryTest {
    private static final long WHOLE_WORD = 0x0123_4567_89ab_cdefL;

    /** Answers 9 itself where the second word is not zero. */
    private static final byte[] HEAD = {
        0x48,
        (byte) 0x85,
        (byte) 0xf6, // test rsi, rsi
        0x74,
        0x06, // jz behind it
        (byte) 0xb8,
        9,
        0,
        0,
        0, // mov eax, 9
        (byte) 0xc3 // ret
    };

    @TempDir
    static Path folder;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final NativeMemory results = NativeMemory.allocate(4 * JumpLibrary.RESULT_BYTES);

    private long answer(int function, long a, long b, long c, long d, long e, long f, long stack, double number) {
        calls.add(function + " " + List.of(a, b, c, d, e, f) + " "
                + Thread.currentThread().isDaemon());
        if (function != 1) {
            return function == 3 ? WHOLE_WORD : 7;
        }
        long at = b;
        int[] sizes = {8, 4, 1};
        for (int i = 0; i < sizes.length; i++) {
            results.putLong(i * JumpLibrary.RESULT_BYTES, at + 8L * i);
            results.putLong(i * JumpLibrary.RESULT_BYTES + 8, 0x1122334455667788L);
            results.putLong(i * JumpLibrary.RESULT_BYTES + 16, sizes[i]);
        }
        return 3L << 32 | 5;
    }

    @Test
    void nativeCodeCallsJavaAndFindsItsResults() throws IOException {
        assumeTrue(CallLibrary.isForThisMachine());
        Path file = folder.resolve("libjumps.so");
        Map<String, byte[]> heads = Map.of("gyre_with_head", HEAD);
        List<String> names = List.of("gyre_first", "gyre_second", "gyre_with_head");
        JumpLibraryFile.write(file, names, List.of("gyre_plain"), heads);
        assertTrue(Arrays.equals(
                JumpLibraryFile.bytes(names, List.of("b"), heads), JumpLibraryFile.bytes(names, List.of("b"), heads)));
        assertTrue(JumpLibrary.open(file, this::answer));
        long library = ForeignCalls.openLibraryForOthers(file.toString());
        long first = ForeignCalls.addressIn(library, "gyre_first");
        long second = ForeignCalls.addressIn(library, "gyre_second");
        assertNotEquals(0, first);

        assertEquals(7, ForeignCalls.six(first, ErrnoMemory.ofThread(), 1, 2, 3, 4, 5, 6));
        assertEquals("0 [1, 2, 3, 4, 5, 6]", calls.getFirst().replaceAll(" \\w+$", ""));

        long withHead = ForeignCalls.addressIn(library, "gyre_with_head");
        assertEquals(9, ForeignCalls.six(withHead, ErrnoMemory.ofThread(), 1, 2, 3, 4, 5, 6));
        assertEquals(1, calls.size(), "its head answers");
        assertEquals(7, ForeignCalls.six(withHead, ErrnoMemory.ofThread(), 1, 0, 3, 4, 5, 6));
        assertEquals("2 [1, 0, 3, 4, 5, 6]", calls.getLast().replaceAll(" \\w+$", ""));
        calls.removeLast();

        NativeMemory context = NativeMemory.allocate(16);
        NativeMemory target = NativeMemory.allocate(24);
        context.putLong(8, results.address());
        long answer = ForeignCalls.six(second, ErrnoMemory.ofThread(), context.address(), target.address(), 0, 0, 0, 0);
        assertEquals(5, (int) answer);
        assertEquals(0x1122334455667788L, target.getLong(0));
        assertEquals(0x55667788L, target.getLong(8));
        assertEquals(0x88L, target.getLong(16));

        long plain = ForeignCalls.addressIn(library, "gyre_plain");
        assertEquals(WHOLE_WORD, ForeignCalls.six(plain, ErrnoMemory.ofThread(), 1, 2, 3, 4, 5, 6));

        callFromAnotherThread(library, first);
        long before = System.nanoTime();
        long time = ForeignCalls.six(
                ForeignCalls.addressIn(library, "uv_hrtime"), ErrnoMemory.ofThread(), 0, 0, 0, 0, 0, 0);
        assertTrue(time - before >= 0, "the same clock");
    }

    private void callFromAnotherThread(long library, long function) {
        NativeMemory thread = NativeMemory.allocate(8);
        ErrnoMemory errno = ErrnoMemory.ofThread();
        long create = ForeignCalls.addressIn(library, "uv_thread_create");
        long join = ForeignCalls.addressIn(library, "uv_thread_join");
        for (int i = 0; i < 3; i++) {
            assertEquals(0, (int) ForeignCalls.six(create, errno, thread.address(), function, 42, 0, 0, 0));
            assertEquals(0, (int) ForeignCalls.six(join, errno, thread.address(), 0, 0, 0, 0, 0));
        }
        assertEquals(
                3,
                calls.stream()
                        .filter(call -> call.startsWith("0 [42,") && call.endsWith("true"))
                        .count());
    }
}
