package dev.gyre.node.openssl;

import static dev.gyre.io.openssl.LibCrypto.call;

import java.util.List;
import java.util.Map;

/**
 * OpenSSL's memory for secrets ({@code --secure-heap}): pages that are locked, not dumped, and wiped when freed. It belongs
 * to the process. The first runtime whose options ask for it sets it up.
 */
public final class SecureHeap {
    private static final int DEFAULT_MIN_BYTES = 2;

    private SecureHeap() {}

    private static long number(Map<String, Object> options, String name, long otherwise) {
        Object value = options.get(name);
        return value == null ? otherwise : Long.parseLong(value.toString());
    }

    private static long minBytes(Map<String, Object> options, long size) {
        long wanted = number(options, "--secure-heap-min", DEFAULT_MIN_BYTES);
        return size < 2 ? wanted : Math.max(2, Math.min(size, wanted));
    }

    private static boolean isStarted() {
        return (int) call("CRYPTO_secure_malloc_initialized") == 1;
    }

    public static synchronized void start(Map<String, Object> options) {
        long size = number(options, "--secure-heap", 0);
        if (size >= 2 && !isStarted()) {
            call("CRYPTO_secure_malloc_init", size, minBytes(options, size));
        }
    }

    /** [size, used, smallest allocation]; CRYPTO_secure_used must not be called before the heap is set up. */
    public static List<Object> state(Map<String, Object> options) {
        long wanted = number(options, "--secure-heap", 0);
        long size = wanted >= 2 && isStarted() ? wanted : 0;
        long used = size == 0 ? 0 : call("CRYPTO_secure_used");
        return List.of((double) size, (double) used, (double) minBytes(options, size));
    }
}
