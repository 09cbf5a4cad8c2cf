package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.Bio;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads PKCS #12 files: a private key, its certificate, and others. */
final class Pkcs12Functions {
    private final Pointers pointers;

    Pkcs12Functions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add("pkcs12Parse", this::parse);
    }

    /** (bytes, passphrase or nothing): [key or 0, certificate or 0, further certificates …] */
    private List<Object> parse(Args args) {
        long file;
        try (var bio = Bio.over(args.requiredBytes(0))) {
            file = call("d2i_PKCS12_bio", bio.address, 0);
        }
        if (file == 0) {
            OpenSslErrors.clear();
            throw ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "Input is not a valid PKCS#12 structure");
        }
        try (var arena = Arena.ofConfined()) {
            long parts =
                    arena.allocate(3 * Long.BYTES, Long.BYTES).fill((byte) 0).address();
            long passphrase = text(arena, args.bytes(1));
            if ((int) call("PKCS12_parse", file, passphrase, parts, parts + 8, parts + 16) != 1) {
                throw OpenSslErrors.take(null);
            }
            OpenSslErrors.clear();
            return numbers(LibCrypto.getLong(parts), LibCrypto.getLong(parts + 8), LibCrypto.getLong(parts + 16));
        } finally {
            call("PKCS12_free", file);
        }
    }

    private static long text(Arena arena, @Nullable ByteBuffer bytes) {
        return bytes == null
                ? 0
                : LibCrypto.text(
                        arena, StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
    }

    private List<Object> numbers(long key, long certificate, long others) {
        var result = new ArrayList<Object>();
        result.add(key == 0 ? 0 : pointers.add(key, KeyFunctions.FREE));
        result.add(certificate == 0 ? 0 : pointers.add(certificate, CertificateFunctions.FREE));
        int count = others == 0 ? 0 : (int) call("OPENSSL_sk_num", others);
        for (int i = 0; i < count; i++) {
            result.add(pointers.add(call("OPENSSL_sk_value", others, i), CertificateFunctions.FREE));
        }
        if (others != 0) {
            call("OPENSSL_sk_free", others);
        }
        return result;
    }
}
