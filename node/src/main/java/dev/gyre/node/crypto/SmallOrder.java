package dev.gyre.node.crypto;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The points of small order on the curves of EdDSA. A signature whose R or public key is one of them proves nothing
 * about its author. Node refuses it, OpenSSL does not.
 *
 * <p>On Edwards25519 the y coordinate of such a point is 0, 1, -1 or one of the two of order 8; on Edwards448 it is 0,
 * 1 or -1. Non-canonical encodings, with p added to y, count as well if they fit.
 */
final class SmallOrder {
    private static final BigInteger P25519 = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger P448 =
            BigInteger.TWO.pow(448).subtract(BigInteger.TWO.pow(224)).subtract(BigInteger.ONE);
    private static final BigInteger ORDER_8 =
            new BigInteger("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16);

    private SmallOrder() {}

    static boolean isIn(long key, ByteBuffer signature) {
        String type = KeyParts.type(key);
        if (!type.equals("ed25519") && !type.equals("ed448")) {
            return false;
        }
        int size = type.equals("ed25519") ? 32 : 57;
        if (signature.remaining() != 2 * size) {
            return false;
        }
        byte[] point = new byte[size];
        signature.duplicate().get(point);
        byte[] publicKey = KeyParts.rawPublic(key);
        return isSmall(point, type) || (publicKey != null && isSmall(publicKey, type));
    }

    private static boolean isSmall(byte[] point, String type) {
        boolean is25519 = type.equals("ed25519");
        byte[] bigEndian = new byte[point.length];
        for (int i = 0; i < point.length; i++) {
            bigEndian[i] = point[point.length - 1 - i];
        }
        bigEndian[0] &= 0x7f; // the sign of x
        var y = new BigInteger(1, bigEndian);
        BigInteger p = is25519 ? P25519 : P448;
        return ys(p, is25519).contains(y.mod(p));
    }

    private static Set<BigInteger> ys(BigInteger p, boolean is25519) {
        var ys = new HashSet<>(Set.of(BigInteger.ZERO, BigInteger.ONE, p.subtract(BigInteger.ONE)));
        if (is25519) {
            ys.add(ORDER_8);
            ys.add(p.subtract(ORDER_8));
        }
        return ys;
    }
}
