package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;

/** Key encapsulation: RSASVE in every OpenSSL 3, DHKEM from 3.2, ML-KEM from 3.5 on. */
final class KemFunctions {
    private final Pointers pointers;

    KemFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.addWork("encapsulate", WorkKind.CPU, this::encapsulate);
        f.addWork("decapsulate", WorkKind.CPU, this::decapsulate);
    }

    private static boolean start(Arena arena, KeyContext context, long key, String operation) {
        String scheme = switch (KeyParts.type(key)) {
            case "rsa" -> "RSASVE";
            case "ec", "x25519", "x448" -> "DHKEM";
            default -> null;
        };
        long parameters = scheme == null
                ? 0
                : new Parameters(arena).text("operation", scheme).end();
        return (int) call("EVP_PKEY_" + operation + "_init", context.address, parameters) == 1;
    }

    private static ScriptError failed(String message) {
        OpenSslErrors.clear();
        return ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", message);
    }

    /** (public key): [shared key, ciphertext] */
    private Object encapsulate(Object[] args) {
        long key = pointers.get(((Double) args[0]).intValue());
        try (var context = new KeyContext(key);
                var arena = Arena.ofConfined()) {
            long lengths = arena.allocate(2L * Long.BYTES, Long.BYTES).address();
            if (!start(arena, context, key, "encapsulate")
                    || (int) call("EVP_PKEY_encapsulate", context.address, 0, lengths, 0, lengths + Long.BYTES) != 1) {
                throw failed("Encapsulation failed");
            }
            long wrapped = arena.allocate(LibCrypto.getLong(lengths)).address();
            long secret =
                    arena.allocate(LibCrypto.getLong(lengths + Long.BYTES)).address();
            if ((int) call("EVP_PKEY_encapsulate", context.address, wrapped, lengths, secret, lengths + Long.BYTES)
                    != 1) {
                throw failed("Encapsulation failed");
            }
            return List.of(
                    LibCrypto.bytes(secret, LibCrypto.getLong(lengths + Long.BYTES)),
                    LibCrypto.bytes(wrapped, LibCrypto.getLong(lengths)));
        }
    }

    /** (private key, ciphertext) */
    private Object decapsulate(Object[] args) {
        long key = pointers.get(((Double) args[0]).intValue());
        var wrapped = (ByteBuffer) args[1];
        try (var context = new KeyContext(key);
                var arena = Arena.ofConfined()) {
            long length = arena.allocate(Long.BYTES, Long.BYTES).address();
            if (!start(arena, context, key, "decapsulate")
                    || (int) call(
                                    "EVP_PKEY_decapsulate",
                                    context.address,
                                    0,
                                    length,
                                    address(wrapped),
                                    wrapped.remaining())
                            != 1) {
                throw failed("Decapsulation failed");
            }
            long secret = arena.allocate(LibCrypto.getLong(length)).address();
            if ((int) call(
                            "EVP_PKEY_decapsulate",
                            context.address,
                            secret,
                            length,
                            address(wrapped),
                            wrapped.remaining())
                    != 1) {
                throw failed("Decapsulation failed");
            }
            return LibCrypto.bytes(secret, LibCrypto.getLong(length));
        }
    }
}
