package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import dev.gyre.node.openssl.Pointers;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Message authentication codes by their name in OpenSSL's providers: the state behind a {@code Mac}. */
final class MacFunctions {
    private static final String FREE = "EVP_MAC_CTX_free";

    /** Parameters in the order in which {@code mac.js} asks for them. */
    private static final List<String> PARAMETERS = List.of("digest", "cipher", "iv", "custom", "salt", "size");

    private final Pointers pointers;

    MacFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add("macNames", _ -> Names.macs());
        f.add("macParameters", args -> parameters(args.requiredString(0)));
        f.add("macStart", this::start);
        f.add("macUpdate", args -> {
            ByteBuffer data = args.requiredBytes(1);
            boolean isDone =
                    (int) call("EVP_MAC_update", pointers.get(args.integer(0)), address(data), data.remaining()) == 1;
            OpenSslErrors.clear();
            return isDone;
        });
        f.add("macFinal", args -> finish(args.integer(0)));
    }

    /** Whether the MAC knows each of {@link #PARAMETERS}; null if there is no such MAC. */
    private static @Nullable List<Object> parameters(String name) {
        try (var arena = Arena.ofConfined()) {
            long mac = call("EVP_MAC_fetch", 0, LibCrypto.text(arena, name), 0);
            OpenSslErrors.clear();
            if (mac == 0) {
                return null;
            }
            long known = call("EVP_MAC_settable_ctx_params", mac);
            var result = new ArrayList<Object>();
            for (String parameter : PARAMETERS) {
                result.add(known != 0 && call("OSSL_PARAM_locate_const", known, LibCrypto.text(arena, parameter)) != 0);
            }
            call("EVP_MAC_free", mac);
            return result;
        }
    }

    /** (name, key, digest, cipher, iv, customization, salt, length): all but the first two may be missing. */
    private Object start(Args args) {
        ByteBuffer key = args.requiredBytes(1);
        try (var arena = Arena.ofConfined()) {
            long mac = OpenSslErrors.checkPointer(
                    call("EVP_MAC_fetch", 0, LibCrypto.text(arena, args.requiredString(0)), 0));
            long context = call("EVP_MAC_CTX_new", mac);
            call("EVP_MAC_free", mac);
            var parameters = new Parameters(arena);
            if (!args.isNullish(2)) {
                parameters.text("digest", args.requiredString(2));
            }
            if (!args.isNullish(3)) {
                parameters.text("cipher", args.requiredString(3));
            }
            for (int i = 4; i < 7; i++) {
                if (!args.isNullish(i)) {
                    parameters.bytes(PARAMETERS.get(i - 2), args.requiredBytes(i));
                }
            }
            if (!args.isNullish(7)) {
                parameters.number("size", args.longValue(7));
            }
            // An empty key still has to be given: without an address OpenSSL would go on without one.
            long keyAt = key.hasRemaining() ? address(key) : arena.allocate(1).address();
            if ((int) call("EVP_MAC_init", context, keyAt, key.remaining(), parameters.end()) != 1) {
                call(FREE, context);
                throw OpenSslErrors.peek() != 0
                        ? OpenSslErrors.take(null)
                        : ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "Failed to initialize MAC");
            }
            return pointers.add(context, FREE);
        }
    }

    private byte[] finish(int id) {
        long context = pointers.get(id);
        try (var arena = Arena.ofConfined()) {
            long size = call("EVP_MAC_CTX_get_mac_size", context);
            long out = arena.allocate(Math.max(1, size)).address();
            long written = arena.allocate(Long.BYTES, Long.BYTES).address();
            check(call("EVP_MAC_final", context, out, written, size));
            return LibCrypto.bytes(out, LibCrypto.getLong(written));
        } finally {
            pointers.free(id);
        }
    }
}
