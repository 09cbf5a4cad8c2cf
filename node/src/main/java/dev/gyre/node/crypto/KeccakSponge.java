package dev.gyre.node.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A sponge over Keccak-p[1600]: takes bytes, then gives as many as one likes. */
final class KeccakSponge {
    static final int SHAKE_ROUNDS = 24;
    static final int TURBO_ROUNDS = 12;

    private static final int STATE_BYTES = 200;
    private static final int LANES = 25;

    private static final long[] ROUND_CONSTANTS = {
        0x0000000000000001L, 0x0000000000008082L, 0x800000000000808AL, 0x8000000080008000L,
        0x000000000000808BL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
        0x000000000000008AL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000AL,
        0x000000008000808BL, 0x800000000000008BL, 0x8000000000008089L, 0x8000000000008003L,
        0x8000000000008002L, 0x8000000000000080L, 0x000000000000800AL, 0x800000008000000AL,
        0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L,
    };

    // Where each lane goes in a round (step pi), and by how many bits it turns (step rho), in the order of their chain.
    private static final int[] NEXT_LANE = {
        10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1
    };
    private static final int[] ROTATION = {
        1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44
    };

    private final int rateBytes;
    private final int rounds;
    private final long[] lanes = new long[LANES];
    private final ByteBuffer block; // what waits until it fills a block, or the block that is being read
    private boolean isSqueezing;

    /** @param securityBits 128 or 256 */
    KeccakSponge(int securityBits, int rounds) {
        rateBytes = STATE_BYTES - securityBits / 4;
        this.rounds = rounds;
        block = ByteBuffer.allocate(rateBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    int rateBytes() {
        return rateBytes;
    }

    KeccakSponge absorb(byte... bytes) {
        return absorb(ByteBuffer.wrap(bytes));
    }

    KeccakSponge absorb(ByteBuffer bytes) {
        ByteBuffer rest = bytes.duplicate();
        while (rest.hasRemaining()) {
            int length = Math.min(rest.remaining(), block.remaining());
            block.put(rest.slice(rest.position(), length));
            rest.position(rest.position() + length);
            if (!block.hasRemaining()) {
                mixIn();
            }
        }
        return this;
    }

    private void mixIn() {
        for (int i = 0; i < rateBytes / Long.BYTES; i++) {
            lanes[i] ^= block.getLong(i * Long.BYTES);
        }
        permute();
        block.clear();
    }

    /** The bytes so far are the message: {@code domain} holds the bits that end it, and the first bit of the padding. */
    byte[] squeeze(int domain, int length) {
        if (!isSqueezing) {
            isSqueezing = true;
            block.put((byte) domain);
            while (block.hasRemaining()) {
                block.put((byte) 0);
            }
            block.put(rateBytes - 1, (byte) (block.get(rateBytes - 1) ^ 0x80));
            mixIn();
            readBlock();
        }
        byte[] result = new byte[length];
        for (int at = 0; at < length; ) {
            if (!block.hasRemaining()) {
                permute();
                readBlock();
            }
            int part = Math.min(length - at, block.remaining());
            block.get(result, at, part);
            at += part;
        }
        return result;
    }

    private void readBlock() {
        block.clear();
        for (int i = 0; i < rateBytes / Long.BYTES; i++) {
            block.putLong(i * Long.BYTES, lanes[i]);
        }
    }

    private void permute() {
        long[] columns = new long[5];
        for (int round = SHAKE_ROUNDS - rounds; round < SHAKE_ROUNDS; round++) {
            theta(columns);
            long moved = lanes[1];
            for (int i = 0; i < NEXT_LANE.length; i++) {
                int lane = NEXT_LANE[i];
                long next = lanes[lane];
                lanes[lane] = Long.rotateLeft(moved, ROTATION[i]);
                moved = next;
            }
            chi();
            lanes[0] ^= ROUND_CONSTANTS[round];
        }
    }

    private void theta(long[] columns) {
        for (int x = 0; x < 5; x++) {
            columns[x] = lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20];
        }
        for (int x = 0; x < 5; x++) {
            long sum = columns[(x + 4) % 5] ^ Long.rotateLeft(columns[(x + 1) % 5], 1);
            for (int y = 0; y < LANES; y += 5) {
                lanes[x + y] ^= sum;
            }
        }
    }

    private void chi() {
        for (int y = 0; y < LANES; y += 5) {
            long a = lanes[y];
            long b = lanes[y + 1];
            long c = lanes[y + 2];
            long d = lanes[y + 3];
            long e = lanes[y + 4];
            lanes[y] = a ^ (~b & c);
            lanes[y + 1] = b ^ (~c & d);
            lanes[y + 2] = c ^ (~d & e);
            lanes[y + 3] = d ^ (~e & a);
            lanes[y + 4] = e ^ (~a & b);
        }
    }
}
