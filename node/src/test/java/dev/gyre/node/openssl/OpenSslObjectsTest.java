package dev.gyre.node.openssl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.io.openssl.LibCrypto;
import org.junit.jupiter.api.Test;

class OpenSslObjectsTest {
    @Test
    void theQueueOfErrorsIsEmptiedIntoOne() {
        var error = OpenSslErrors.raise(6, 178);
        assertTrue(error.getMessage().contains("not XOF or invalid length"));
        assertEquals(0, OpenSslErrors.peek());
    }

    @Test
    void numbersKeepTheirBytesAndTheirPadding() {
        try (var numbers = new BigNumbers()) {
            long number = numbers.of(new byte[] {1, 2, 3});
            assertArrayEquals(new byte[] {1, 2, 3}, BigNumbers.bytes(number));
            assertArrayEquals(new byte[] {0, 0, 1, 2, 3}, BigNumbers.bytes(number, 5));
        }
    }

    @Test
    void whatWasFreedCanNotBeUsed() {
        var pointers = new Pointers();
        int id = pointers.add(LibCrypto.call("BN_new"), "BN_free");
        assertNotEquals(0, pointers.get(id));
        pointers.free(id);
        pointers.free(id);
        assertThrows(IllegalStateException.class, () -> pointers.get(id));
    }
}
