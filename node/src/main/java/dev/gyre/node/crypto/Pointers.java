package dev.gyre.node.crypto;

import dev.gyre.io.openssl.LibCrypto;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What JavaScript holds of OpenSSL: a number for each object, so that a mistake is an exception and not a crash. A number
 * is never used again. JavaScript frees what it no longer needs, by a FinalizationRegistry where it can't know.
 */
final class Pointers {
    private record Entry(long address, String free) {}

    private static final ConcurrentHashMap<Integer, Entry> ENTRIES = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT = new AtomicInteger(1);

    private Pointers() {}

    /** @param free the function of OpenSSL that frees such an object */
    static int add(long address, String free) {
        int id = NEXT.getAndIncrement();
        ENTRIES.put(id, new Entry(address, free));
        return id;
    }

    static long get(int id) {
        Entry entry = ENTRIES.get(id);
        if (entry == null) {
            throw new IllegalStateException("an object of OpenSSL was used after it was freed: " + id);
        }
        return entry.address();
    }

    static void free(int id) {
        Entry entry = ENTRIES.remove(id);
        if (entry != null) {
            LibCrypto.call(entry.free(), entry.address());
        }
    }
}
