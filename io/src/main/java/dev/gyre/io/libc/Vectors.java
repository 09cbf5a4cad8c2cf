package dev.gyre.io.libc;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Scattered reads and gathered writes, in groups of as many buffers as the kernel takes at once. */
final class Vectors {
    private static final int IOV_MAX = 1024;
    private static final int IOVEC_BYTES = 16;

    private Vectors() {}

    /** Bytes moved. Stops at the first group that was not moved whole. */
    public static long all(Libc.Function function, int fd, ByteBuffer[] buffers, long position, String syscall) {
        long total = 0;
        try (Arena arena = Arena.ofConfined()) {
            NativeMemory vectors = NativeMemory.in(arena, (long) IOVEC_BYTES * Math.min(buffers.length, IOV_MAX));
            for (int from = 0; from < buffers.length; from += IOV_MAX) {
                int count = Math.min(IOV_MAX, buffers.length - from);
                long wanted = fill(vectors, buffers, from, count);
                long at = position < 0 ? 0 : position + total;
                long moved = Libc.callLong(function, fd, vectors.address(), count, at);
                if (moved < 0 && total == 0) {
                    throw new SystemError((int) moved, syscall, null, null);
                }
                total += Math.max(0, moved);
                if (moved < wanted) {
                    break;
                }
            }
        }
        return total;
    }

    private static long fill(NativeMemory vectors, ByteBuffer[] buffers, int from, int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            MemorySegment buffer = MemorySegment.ofBuffer(buffers[from + i]);
            vectors.putLong(IOVEC_BYTES * i, buffer.address());
            vectors.putLong(IOVEC_BYTES * i + Long.BYTES, buffer.byteSize());
            bytes += buffer.byteSize();
        }
        return bytes;
    }
}
