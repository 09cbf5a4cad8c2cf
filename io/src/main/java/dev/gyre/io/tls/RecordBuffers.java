package dev.gyre.io.tls;

import dev.gyre.io.libc.Downcalls;
import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.MemorySegment;

/**
 * The encrypted bytes on their way into an {@code SSL} object and out of it: two BIOs in memory, which are freed with the
 * object. A BIO keeps the memory that it once needed, so bytes go in by pieces of a record.
 */
final class RecordBuffers {
    private static final MemorySegment NEW = LibCrypto.address("BIO_new");
    private static final MemorySegment SET = LibCrypto.address("SSL_set_bio");
    private static final long IN_MEMORY = LibCrypto.call("BIO_s_mem");
    private static final MemorySegment READ = LibCrypto.address("BIO_read");
    private static final MemorySegment WRITE = LibCrypto.address("BIO_write");
    private static final MemorySegment CTRL = LibCrypto.address("BIO_ctrl");
    private static final int CTRL_RESET = 1;
    private static final int CTRL_PENDING = 10;

    private final long in = Downcalls.call(NEW, IN_MEMORY, 0, 0, 0, 0, 0);
    private final long out = Downcalls.call(NEW, IN_MEMORY, 0, 0, 0, 0, 0);

    /** Bytes that were offered and are not in the BIO yet. */
    private long offeredAt;

    private int offered;

    RecordBuffers(long ssl) {
        Downcalls.call(SET, ssl, in, out, 0, 0, 0);
    }

    /** Bytes that came in. The memory is the caller's again after {@link #takeAll}. */
    void offer(long address, int length) {
        takeAll();
        offeredAt = address;
        offered = length;
    }

    /** Whether there was something to take. */
    boolean takePiece() {
        if (offered == 0) {
            return false;
        }
        int piece = Math.min(TlsEngine.SEALED_RECORD_BYTES, offered);
        Downcalls.call(WRITE, in, offeredAt, piece, 0, 0, 0);
        offeredAt += piece;
        offered -= piece;
        return true;
    }

    void takeAll() {
        while (takePiece()) {
            // until nothing is left
        }
    }

    boolean isInputEmpty() {
        return offered == 0 && Downcalls.call(CTRL, in, CTRL_PENDING, 0, 0, 0, 0) == 0;
    }

    /** Moves bytes that are to be sent into memory: how many, 0 if there are none. */
    int takeOut(long address, int length) {
        return Math.max(0, (int) Downcalls.call(READ, out, address, length, 0, 0, 0));
    }

    void dropOut() {
        Downcalls.call(CTRL, out, CTRL_RESET, 0, 0, 0, 0);
    }
}
