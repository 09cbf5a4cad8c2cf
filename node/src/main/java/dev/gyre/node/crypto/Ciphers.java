package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** OpenSSL's symmetric ciphers by any of their names, fetched once. */
final class Ciphers {
    static final int STREAM = 0;
    static final int GCM = 6;
    static final int CCM = 7;
    static final int WRAP = 0x10002;
    static final int OCB = 0x10003;
    static final int SIV = 0x10004;
    static final int GCM_SIV = 0x10005;
    static final int SET_IV_LENGTH = 0x9;
    static final int GET_TAG = 0x10;
    static final int SET_TAG = 0x11;

    private static final int CHACHA20_POLY1305 = 1018;

    private static final Map<Integer, String> MODES = Map.ofEntries(
            Map.entry(STREAM, "stream"),
            Map.entry(1, "ecb"),
            Map.entry(2, "cbc"),
            Map.entry(3, "cfb"),
            Map.entry(4, "ofb"),
            Map.entry(5, "ctr"),
            Map.entry(GCM, "gcm"),
            Map.entry(CCM, "ccm"),
            Map.entry(0x10001, "xts"),
            Map.entry(WRAP, "wrap"),
            Map.entry(OCB, "ocb"),
            Map.entry(SIV, "siv"),
            Map.entry(GCM_SIV, "gcm-siv"));

    private static final ConcurrentHashMap<String, Long> BY_NAME = new ConcurrentHashMap<>();

    private Ciphers() {}

    /** The cipher, or 0 if there is none of that name. */
    static long find(String name) {
        Long known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        try (var arena = Arena.ofConfined()) {
            long old = call("EVP_get_cipherbyname", LibCrypto.text(arena, name));
            long canonical = old == 0 ? LibCrypto.text(arena, name) : call("EVP_CIPHER_get0_name", old);
            long cipher = call("EVP_CIPHER_fetch", 0, canonical, 0);
            OpenSslErrors.clear();
            if (cipher != 0 && !isForPrograms(cipher)) {
                call("EVP_CIPHER_free", cipher);
                return 0;
            }
            if (cipher != 0) {
                BY_NAME.put(name, cipher);
            }
            return cipher;
        }
    }

    /** As in Node, neither the cipher that does nothing nor those that compute a MAC for TLS are offered. */
    private static boolean isForPrograms(long cipher) {
        String name = Objects.requireNonNull(LibCrypto.string(call("EVP_CIPHER_get0_name", cipher)));
        return !name.equals("NULL") && !name.contains("-HMAC-");
    }

    static long find(int nid) {
        String name = LibCrypto.string(call("OBJ_nid2sn", nid));
        OpenSslErrors.clear();
        return name == null ? 0 : find(name);
    }

    static int mode(long cipher) {
        return (int) call("EVP_CIPHER_get_mode", cipher);
    }

    static boolean isChaCha20Poly1305(long cipher) {
        return (int) call("EVP_CIPHER_get_nid", cipher) == CHACHA20_POLY1305;
    }

    static boolean isAuthenticated(long cipher) {
        int mode = mode(cipher);
        return mode == GCM || mode == CCM || mode == OCB || isSiv(mode) || isChaCha20Poly1305(cipher);
    }

    /** Modes that need the whole message at once, and derive their IV from it. */
    static boolean isSiv(int mode) {
        return mode == SIV || mode == GCM_SIV;
    }

    static int ivLength(long cipher) {
        return (int) call("EVP_CIPHER_get_iv_length", cipher);
    }

    static int keyLength(long cipher) {
        return (int) call("EVP_CIPHER_get_key_length", cipher);
    }

    static int blockSize(long cipher) {
        return (int) call("EVP_CIPHER_get_block_size", cipher);
    }

    /**
     * [mode, name, nid or null, key length, block size or null, IV length or null]; null if a given length is not supported.
     */
    static @Nullable List<Object> info(
            long cipher, @Nullable Integer wantedKeyLength, @Nullable Integer wantedIvLength) {
        if (cipher == 0) {
            return null;
        }
        int keyLength = keyLength(cipher);
        int ivLength = ivLength(cipher);
        int mode = mode(cipher);
        if (wantedKeyLength != null || wantedIvLength != null) {
            long context = call("EVP_CIPHER_CTX_new");
            try {
                if (!fits(context, cipher, mode, ivLength, wantedKeyLength, wantedIvLength)) {
                    return null;
                }
            } finally {
                call("EVP_CIPHER_CTX_free", context);
                OpenSslErrors.clear();
            }
            keyLength = wantedKeyLength == null ? keyLength : wantedKeyLength;
            ivLength = wantedIvLength == null ? ivLength : wantedIvLength;
        }
        int nid = (int) call("EVP_CIPHER_get_nid", cipher);
        long name = nid == 0 ? call("EVP_CIPHER_get0_name", cipher) : call("OBJ_nid2sn", nid);
        return Arrays.asList(
                MODES.getOrDefault(mode, "{unknown}"),
                Objects.requireNonNull(LibCrypto.string(name)).toLowerCase(Locale.ROOT),
                nid == 0 ? null : nid,
                keyLength,
                mode == STREAM ? null : blockSize(cipher),
                ivLength == 0 ? null : ivLength);
    }

    private static boolean fits(
            long context,
            long cipher,
            int mode,
            int ivLength,
            @Nullable Integer wantedKeyLength,
            @Nullable Integer wantedIvLength) {
        call("EVP_CIPHER_CTX_set_flags", context, 1);
        if ((int) call("EVP_CipherInit_ex", context, cipher, 0, 0, 0, 1) != 1) {
            return false;
        }
        if (wantedKeyLength != null && (int) call("EVP_CIPHER_CTX_set_key_length", context, wantedKeyLength) != 1) {
            return false;
        }
        if (wantedIvLength == null || mode == GCM) {
            return true;
        }
        return switch (mode) {
            case CCM -> wantedIvLength >= 7 && wantedIvLength <= 13;
            case OCB -> (int) call("EVP_CIPHER_CTX_ctrl", context, SET_IV_LENGTH, wantedIvLength, 0) == 1;
            default -> wantedIvLength == ivLength;
        };
    }
}
