package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An operation with an asymmetric key: OpenSSL's EVP_PKEY_CTX. */
final class KeyContext implements AutoCloseable {
    static final int PKCS1_PADDING = 1;
    static final int OAEP_PADDING = 4;
    static final int PSS_PADDING = 6;

    private final long key;
    final long address;

    KeyContext(long key) {
        this.key = key;
        address = OpenSslErrors.checkPointer(call("EVP_PKEY_CTX_new_from_pkey", 0, key, 0));
    }

    @Override
    public void close() {
        call("EVP_PKEY_CTX_free", address);
    }

    int start(String operation) {
        return (int) call("EVP_PKEY_" + operation + "_init", address);
    }

    static boolean isRsa(long key) {
        String type = KeyParts.type(key);
        return type.equals("rsa") || type.equals("rsa-pss");
    }

    /** Sets the padding of an RSA key; null means the default of the key's type. */
    static boolean setPadding(long key, long context, @Nullable Integer padding, @Nullable Integer saltLength) {
        if (!isRsa(key)) {
            return true;
        }
        int number = padding != null ? padding : KeyParts.type(key).equals("rsa-pss") ? PSS_PADDING : PKCS1_PADDING;
        if ((int) call("EVP_PKEY_CTX_set_rsa_padding", context, number) <= 0) {
            return false;
        }
        return number != PSS_PADDING
                || saltLength == null
                || (int) call("EVP_PKEY_CTX_set_rsa_pss_saltlen", context, saltLength) > 0;
    }

    boolean setPadding(@Nullable Integer padding, @Nullable Integer saltLength) {
        return setPadding(key, address, padding, saltLength);
    }

    void setOaep(@Nullable String digest, @Nullable ByteBuffer label) {
        if (digest != null) {
            check(call("EVP_PKEY_CTX_set_rsa_oaep_md", address, Digests.find(digest)));
        }
        if (label != null && label.hasRemaining()) {
            // OpenSSL takes ownership of the label.
            long copy = call("CRYPTO_memdup", LibCrypto.address(label), label.remaining(), 0, 0);
            check(call("EVP_PKEY_CTX_set0_rsa_oaep_label", address, copy, label.remaining()));
        }
    }

    /** Calls OpenSSL for the length first, then for the result. */
    byte[] result(String operation, long in, long inLength) {
        try (var arena = Arena.ofConfined()) {
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(call("EVP_PKEY_" + operation, address, 0, length, in, inLength));
            long out = arena.allocate(Math.max(1, LibCrypto.getLong(length))).address();
            check(call("EVP_PKEY_" + operation, address, out, length, in, inLength));
            return LibCrypto.bytes(out, LibCrypto.getLong(length));
        }
    }
}
