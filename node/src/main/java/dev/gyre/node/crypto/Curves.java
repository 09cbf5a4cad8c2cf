package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.BigNumbers;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.util.concurrent.ConcurrentHashMap;

/** Elliptic curves by name, and points on them. */
final class Curves {
    static final int UNCOMPRESSED = 4;

    private Curves() {}

    /** By OpenSSL's or NIST's names (P-256). */
    static int nid(String name) {
        try (var arena = Arena.ofConfined()) {
            long text = LibCrypto.text(arena, name);
            int nid = (int) call("EC_curve_nist2nid", text);
            return nid != 0 ? nid : (int) call("OBJ_sn2nid", text);
        }
    }

    static ScriptError invalid() {
        return ScriptError.coded("TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
    }

    /** The curve as an EC_KEY without a key, or 0. */
    static long key(String name) {
        int nid = nid(name);
        long key = nid == 0 ? 0 : call("EC_KEY_new_by_curve_name", nid);
        OpenSslErrors.clear();
        return key;
    }

    /** Cached groups. They are never changed, so all threads may use them. */
    private static final ConcurrentHashMap<Integer, Long> GROUPS = new ConcurrentHashMap<>();

    private static long group(int nid) {
        return GROUPS.computeIfAbsent(nid, _ -> OpenSslErrors.checkPointer(call("EC_GROUP_new_by_curve_name", nid)));
    }

    /** The public point of a private number, which has to be between 1 and the order of the curve minus 1. */
    static byte[] publicPoint(int nid, byte[] secret) {
        long group = group(nid);
        try (var numbers = new BigNumbers()) {
            long number = numbers.of(secret);
            boolean isInRange = (int) call("BN_is_zero", number) == 0
                    && (int) call("BN_cmp", number, call("EC_GROUP_get0_order", group)) < 0;
            if (!isInRange) {
                throw ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "Invalid private key");
            }
            long point = OpenSslErrors.checkPointer(call("EC_POINT_new", group));
            try {
                check(call("EC_POINT_mul", group, point, number, 0, 0, 0));
                return point(group, point, UNCOMPRESSED);
            } finally {
                call("EC_POINT_free", point);
            }
        }
    }

    static byte[] point(long group, long point, int form) {
        long length = call("EC_POINT_point2oct", group, point, form, 0, 0, 0);
        try (var arena = Arena.ofConfined()) {
            long out = arena.allocate(Math.max(1, length)).address();
            if (length == 0 || call("EC_POINT_point2oct", group, point, form, out, length, 0) == 0) {
                throw ScriptError.coded("Error", "ERR_CRYPTO_OPERATION_FAILED", "Failed to get public key");
            }
            return LibCrypto.bytes(out, length);
        }
    }
}
