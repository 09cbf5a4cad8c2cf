package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.util.concurrent.ConcurrentHashMap;

/** OpenSSL's digests by any of their names, fetched once: fetching for each use would cost more than a small hash. */
final class Digests {
    private static final ConcurrentHashMap<String, Long> BY_NAME = new ConcurrentHashMap<>();

    private Digests() {}

    /** The digest, or 0 if there is none of that name. */
    static long find(String name) {
        Long known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        long found = fetch(name.equalsIgnoreCase("dss1") ? "sha1" : name); // an old alias
        if (found != 0) {
            BY_NAME.put(name, found);
        }
        return found;
    }

    private static long fetch(String name) {
        try (var arena = Arena.ofConfined()) {
            // Only the older interface knows names such as RSA-SHA256.
            long old = call("EVP_get_digestbyname", LibCrypto.text(arena, name));
            long canonical = old == 0 ? LibCrypto.text(arena, name) : call("EVP_MD_get0_name", old);
            long digest = call("EVP_MD_fetch", 0, canonical, 0);
            OpenSslErrors.clear();
            return digest;
        }
    }

    /** In bytes. SHAKE gives as many as one likes: OpenSSL 3.4 and later say 0, here it is the number that node gives. */
    static int size(long digest) {
        int size = (int) call("EVP_MD_get_size", digest);
        if (size > 0 || !isXof(digest)) {
            return size;
        }
        long old = call("EVP_get_digestbyname", call("EVP_MD_get0_name", digest));
        return old == 0 ? 0 : (int) call("EVP_MD_get_size", old);
    }

    static int blockSize(long digest) {
        return (int) call("EVP_MD_get_block_size", digest);
    }

    private static final long FLAG_XOF = 2;

    static boolean isXof(long digest) {
        return (call("EVP_MD_get_flags", digest) & FLAG_XOF) != 0;
    }
}
