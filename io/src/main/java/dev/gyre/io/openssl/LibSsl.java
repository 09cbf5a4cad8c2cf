package dev.gyre.io.openssl;

import dev.gyre.io.call.ForeignCalls;

/**
 * OpenSSL 3's {@code libssl}. The image's library contains it together with libcrypto. A system has it as a library of its
 * own, the pair of its {@code libcrypto.so.3}. Its functions are called by {@link LibCrypto}.
 */
final class LibSsl {
    private static final String OF_SYSTEM = "libssl.so.3";

    private static volatile long library;

    private LibSsl() {}

    /** Whether a function of this name is libssl's: {@code SSL_new}, {@code TLS_method}, {@code i2d_SSL_SESSION}. */
    static boolean has(String function) {
        return function.contains("SSL_") || function.startsWith("TLS_");
    }

    /** The address of a function where libcrypto's library has none, or 0. */
    static long address(String function) {
        if (library == 0) {
            library = ForeignCalls.openLibrary(OF_SYSTEM);
        }
        if (library == 0) {
            throw new OpenSslMissing(
                    "ERR_NO_CRYPTO",
                    "node:tls needs OpenSSL 3, and " + OF_SYSTEM + " can't be loaded: install OpenSSL (libssl3)");
        }
        return ForeignCalls.addressIn(library, function);
    }
}
