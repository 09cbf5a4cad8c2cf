package dev.gyre.node.crypto;

import dev.gyre.loop.WorkKind;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Functions on Keccak that OpenSSL 3.5 does not have: TurboSHAKE and KangarooTwelve (RFC 9861), cSHAKE with a name or a
 * customization, and KMAC with lengths that are no whole bytes (NIST SP 800-185).
 */
final class KeccakFunctions {
    private static final int CHUNK_BYTES = 8192;
    private static final int CSHAKE_DOMAIN = 0x04;
    private static final int SINGLE_NODE = 0x07;
    private static final int FINAL_NODE = 0x06;
    private static final int LEAF = 0x0B;
    private static final byte[] NOTHING = {};
    private static final byte[] KMAC = {'K', 'M', 'A', 'C'};

    void register(CryptoFunctions f) {
        f.addWork("turboShake", WorkKind.CPU, CryptoFunctions::isLarge, KeccakFunctions::turboShake);
        f.addWork("kangarooTwelve", WorkKind.CPU, CryptoFunctions::isLarge, KeccakFunctions::kangarooTwelve);
        f.addWork("cshake", WorkKind.CPU, CryptoFunctions::isLarge, KeccakFunctions::cshake);
        f.addWork("kmacBits", WorkKind.CPU, CryptoFunctions::isLarge, KeccakFunctions::kmac);
    }

    private static int integer(Object arg) {
        return ((Double) arg).intValue();
    }

    private static KeccakSponge turbo(int securityBits) {
        return new KeccakSponge(securityBits, KeccakSponge.TURBO_ROUNDS);
    }

    /** (128 or 256, domain, length, data) */
    private static byte[] turboShake(Object[] args) {
        return turbo(integer(args[0])).absorb((ByteBuffer) args[3]).squeeze(integer(args[1]), integer(args[2]));
    }

    /**
     * (128 or 256, customization or null, length, data). The message, the customization and its length are one text; if
     * it is longer than a chunk, every further chunk is hashed by itself, and the hashes stand for them.
     */
    private static byte[] kangarooTwelve(Object[] args) {
        int bits = integer(args[0]);
        byte[] customization = bytes((ByteBuffer) args[1]);
        int length = integer(args[2]);
        var data = (ByteBuffer) args[3];
        byte[] end = lengthEncoded(customization.length);
        long total = (long) data.remaining() + customization.length + end.length;
        KeccakSponge last = turbo(bits);
        if (total <= CHUNK_BYTES) {
            return last.absorb(data).absorb(customization).absorb(end).squeeze(SINGLE_NODE, length);
        }
        var nodes = new Nodes(last, bits);
        nodes.add(data);
        nodes.add(ByteBuffer.wrap(customization));
        nodes.add(ByteBuffer.wrap(end));
        nodes.finish();
        return last.squeeze(FINAL_NODE, length);
    }

    /** Cuts a text into chunks: the first goes to the last node itself, of all others their hash. */
    private static final class Nodes {
        private final KeccakSponge last;
        private final int bits;
        private KeccakSponge current;
        private int room = CHUNK_BYTES;
        private long leaves;

        Nodes(KeccakSponge last, int bits) {
            this.last = last;
            this.bits = bits;
            current = last;
        }

        void add(ByteBuffer bytes) {
            ByteBuffer rest = bytes.duplicate();
            while (rest.hasRemaining()) {
                if (room == 0) {
                    next();
                }
                int length = Math.min(room, rest.remaining());
                current.absorb(rest.slice(rest.position(), length));
                rest.position(rest.position() + length);
                room -= length;
            }
        }

        private void next() {
            if (current == last) {
                last.absorb((byte) 3, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
            } else {
                endLeaf();
            }
            current = turbo(bits);
            room = CHUNK_BYTES;
            leaves++;
        }

        private void endLeaf() {
            last.absorb(current.squeeze(LEAF, bits / 4));
        }

        void finish() {
            endLeaf();
            last.absorb(lengthEncoded(leaves)).absorb((byte) 0xFF, (byte) 0xFF);
        }
    }

    /** The number's bytes without leading zeroes, then their count; zero has no bytes. */
    private static byte[] lengthEncoded(long value) {
        byte[] digits = value == 0 ? NOTHING : digits(value);
        byte[] result = java.util.Arrays.copyOf(digits, digits.length + 1);
        result[digits.length] = (byte) digits.length;
        return result;
    }

    // ---- SP 800-185

    private static byte[] digits(long value) {
        int count = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8);
        byte[] digits = new byte[count];
        for (int i = count - 1; i >= 0; i--, value >>>= 8) {
            digits[i] = (byte) value;
        }
        return digits;
    }

    private static byte[] leftEncoded(long value) {
        byte[] digits = digits(value);
        byte[] result = new byte[digits.length + 1];
        result[0] = (byte) digits.length;
        System.arraycopy(digits, 0, result, 1, digits.length);
        return result;
    }

    private static byte[] rightEncoded(long value) {
        byte[] digits = digits(value);
        byte[] result = java.util.Arrays.copyOf(digits, digits.length + 1);
        result[digits.length] = (byte) digits.length;
        return result;
    }

    /** A sponge that has absorbed these strings, padded to a whole number of blocks. */
    private static KeccakSponge padded(KeccakSponge sponge, byte[]... strings) {
        byte[] rate = leftEncoded(sponge.rateBytes());
        sponge.absorb(rate);
        long absorbed = rate.length;
        for (byte[] string : strings) {
            byte[] length = leftEncoded(string.length * 8L);
            sponge.absorb(length).absorb(string);
            absorbed += length.length + string.length;
        }
        pad(sponge, absorbed);
        return sponge;
    }

    private static void pad(KeccakSponge sponge, long absorbed) {
        int over = (int) (absorbed % sponge.rateBytes());
        if (over != 0) {
            sponge.absorb(new byte[sponge.rateBytes() - over]);
        }
    }

    private static byte[] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return NOTHING;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static KeccakSponge custom(int securityBits, byte[] name, byte[] customization) {
        return padded(new KeccakSponge(securityBits, KeccakSponge.SHAKE_ROUNDS), name, customization);
    }

    /** (128 or 256, function name or null, customization or null, length in bytes, data) */
    private static byte[] cshake(Object[] args) {
        return custom(integer(args[0]), bytes((ByteBuffer) args[1]), bytes((ByteBuffer) args[2]))
                .absorb((ByteBuffer) args[4])
                .squeeze(CSHAKE_DOMAIN, integer(args[3]));
    }

    /** (128 or 256, key, its length in bits, customization or null, length in bits, data) */
    private static byte[] kmac(Object[] args) {
        byte[] key = bytes((ByteBuffer) args[1]);
        int bits = integer(args[4]);
        KeccakSponge sponge = custom(integer(args[0]), KMAC, bytes((ByteBuffer) args[3]));
        byte[] rate = leftEncoded(sponge.rateBytes());
        byte[] keyBits = leftEncoded(integer(args[2]));
        sponge.absorb(rate).absorb(keyBits).absorb(key);
        pad(sponge, (long) rate.length + keyBits.length + key.length);
        byte[] result =
                sponge.absorb((ByteBuffer) args[5]).absorb(rightEncoded(bits)).squeeze(CSHAKE_DOMAIN, (bits + 7) / 8);
        if (bits % 8 != 0) {
            result[result.length - 1] &= (byte) (0xFF << (8 - bits % 8));
        }
        return result;
    }
}
