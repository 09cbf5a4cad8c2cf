package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import java.util.List;
import java.util.Map;

/**
 * OpenSSL's memory for secrets ({@code --secure-heap}): pages that are locked, not dumped, and wiped when freed. It belongs
 * to the process. The first runtime whose options ask for it sets it up.
 */
final class SecureHeap {
    static final int DEFAULT_MIN_BYTES = 2;

    private static long sizeBytes;

    private SecureHeap() {}

    private static long number(Map<String, Object> options, String name, long otherwise) {
        return options.get(name) instanceof Object value ? Long.parseLong(value.toString()) : otherwise;
    }

    private static long minBytes(Map<String, Object> options, long size) {
        long wanted = number(options, "--secure-heap-min", DEFAULT_MIN_BYTES);
        return size < 2 ? wanted : Math.max(2, Math.min(size, wanted));
    }

    static synchronized void start(Map<String, Object> options) {
        long size = number(options, "--secure-heap", 0);
        if (size >= 2
                && sizeBytes == 0
                && (int) call("CRYPTO_secure_malloc_init", size, minBytes(options, size)) != 0) {
            sizeBytes = size;
        }
    }

    /** [size, used, smallest allocation]; CRYPTO_secure_used must not be called before the heap is set up. */
    static synchronized List<Object> state(Map<String, Object> options) {
        long used = sizeBytes == 0 ? 0 : call("CRYPTO_secure_used");
        return List.of((double) sizeBytes, (double) used, (double) minBytes(options, sizeBytes));
    }
}
