package dev.gyre.node.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.openssl.OpenSslMissing;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class LibCryptoTest {
    @Test
    void aFunctionThatDoesNotExistFailsByName() {
        var error = assertThrows(OpenSslMissing.class, () -> LibCrypto.call("EVP_no_such_function"));
        assertTrue(error.getMessage().contains("EVP_no_such_function"));
    }

    @Test
    void aDigestHasManyNames() {
        assertNotEquals(0, Digests.find("sha256"));
        assertEquals(32, Digests.size(Digests.find("RSA-SHA256")));
        assertTrue(Digests.isXof(Digests.find("shake128")));
        assertEquals(0, Digests.find("no such digest"));
    }

    @Test
    void pointsOfSmallOrderAreKnownInEveryEncoding() {
        long key = KeyParts.fromRaw("ed25519", direct(32, 9), true);
        assertFalse(SmallOrder.isIn(key, direct(64, 5)));
        assertTrue(SmallOrder.isIn(key, direct(64)), "R is the point with y = 0");
        byte[] negativeOne = new byte[64];
        java.util.Arrays.fill(negativeOne, 0, 32, (byte) 0xff);
        negativeOne[0] = (byte) 0xec;
        negativeOne[31] = 0x7f;
        assertTrue(SmallOrder.isIn(
                key, ByteBuffer.allocateDirect(64).put(negativeOne).flip()));
        LibCrypto.call("EVP_PKEY_free", key);
    }

    private static ByteBuffer direct(int size, int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < bytes.length; i++) {
            buffer.put(i, (byte) bytes[i]);
        }
        return buffer;
    }
}
