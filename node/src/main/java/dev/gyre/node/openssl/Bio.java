package dev.gyre.node.openssl;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/** A BIO in memory, from which OpenSSL reads or into which it writes. */
public final class Bio implements AutoCloseable {
    private static final int BIO_CTRL_INFO = 3;

    public final long address;

    private Bio(long address) {
        this.address = OpenSslErrors.checkPointer(address);
    }

    public static Bio empty() {
        return new Bio(call("BIO_new", call("BIO_s_mem")));
    }

    /** Over the buffer's own memory, which the caller keeps alive. */
    public static Bio over(ByteBuffer bytes) {
        return new Bio(call("BIO_new_mem_buf", LibCrypto.address(bytes), bytes.remaining()));
    }

    public byte[] written() {
        try (var arena = Arena.ofConfined()) {
            long data = arena.allocate(Long.BYTES, Long.BYTES).address();
            long length = call("BIO_ctrl", address, BIO_CTRL_INFO, 0, data);
            return LibCrypto.bytes(LibCrypto.getLong(data), length);
        }
    }

    @Override
    public void close() {
        call("BIO_free", address);
    }
}
