package dev.gyre.node.openssl;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenSSL's big numbers of one operation. They are wiped and freed at its end. */
public final class BigNumbers implements AutoCloseable {
    private final List<Long> all = new ArrayList<>();

    /** A number from its big-endian bytes; zero for null. */
    public long of(@Nullable ByteBuffer bytes) {
        long number =
                bytes == null ? call("BN_new") : call("BN_bin2bn", LibCrypto.address(bytes), bytes.remaining(), 0);
        return add(OpenSslErrors.checkPointer(number));
    }

    public long of(byte[] bytes) {
        try (var arena = Arena.ofConfined()) {
            return add(OpenSslErrors.checkPointer(call("BN_bin2bn", LibCrypto.copy(arena, bytes), bytes.length, 0)));
        }
    }

    public long ofWord(long word) {
        long number = of((ByteBuffer) null);
        OpenSslErrors.check(call("BN_set_word", number, word));
        return number;
    }

    public long add(long number) {
        all.add(number);
        return number;
    }

    /** The number has another owner now. */
    public void forget(long number) {
        all.remove(Long.valueOf(number));
    }

    private static int length(long number) {
        return ((int) call("BN_num_bits", number) + 7) / 8;
    }

    public static byte[] bytes(long number) {
        return bytes(number, length(number));
    }

    /** Padded with leading zeroes. */
    public static byte[] bytes(long number, int length) {
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(Math.max(1, length)).address();
            if ((int) call("BN_bn2binpad", number, out, length) < 0) {
                throw OpenSslErrors.take(null);
            }
            return LibCrypto.bytes(out, length);
        }
    }

    @Override
    public void close() {
        for (long number : all) {
            call("BN_clear_free", number);
        }
    }
}
