package dev.gyre.node.openssl;

import dev.gyre.io.openssl.LibCrypto;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The OpenSSL objects that one runtime's JavaScript refers to, by number, so that a mistake is an exception and not a
 * crash. A number is never reused. JavaScript frees objects explicitly or by a FinalizationRegistry; the rest is freed
 * when the runtime closes. May be used by any thread.
 */
public final class Pointers {
    private record Entry(long address, String free) {}

    /** An object on its way to another runtime: a reference of its own. */
    public static final class Sent implements AutoCloseable {
        private final Entry entry;

        private Sent(Entry entry) {
            this.entry = entry;
        }

        @Override
        public void close() {
            LibCrypto.call(entry.free(), entry.address());
        }
    }

    private final ConcurrentHashMap<Integer, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger(1);

    /** @param free the OpenSSL function that frees such an object */
    public int add(long address, String free) {
        int id = next.getAndIncrement();
        entries.put(id, new Entry(address, free));
        return id;
    }

    public long get(int id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            throw new IllegalStateException("an object of OpenSSL was used after it was freed: " + id);
        }
        return entry.address();
    }

    /**
     * A second reference to an object, for another runtime.
     *
     * @param upRef the OpenSSL function that makes it
     */
    public Sent send(int id, String upRef) {
        long address = get(id);
        LibCrypto.call(upRef, address);
        return new Sent(
                new Entry(address, Objects.requireNonNull(entries.get(id)).free()));
    }

    /** Takes over the reference that another runtime has sent. */
    public int receive(Sent sent) {
        return add(sent.entry.address(), sent.entry.free());
    }

    public void free(int id) {
        Entry entry = entries.remove(id);
        if (entry != null) {
            LibCrypto.call(entry.free(), entry.address());
        }
    }

    public void freeAll() {
        entries.keySet().forEach(this::free);
    }
}
