package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.io.libc.KernelRandom;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.BigNumbers;
import dev.gyre.node.openssl.OpenSslErrors;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Random bytes and prime numbers. The kernel's generator fills the buffer from which small requests are served: a
 * program that only needs a UUID doesn't load OpenSSL.
 */
final class RandomFunctions {
    private static final String OUT_OF_RANGE = "ERR_OUT_OF_RANGE";

    void register(CryptoFunctions f) {
        f.add("randomPool", args -> {
            ByteBuffer pool = args.requiredBytes(0);
            KernelRandom.fill(address(pool), pool.remaining());
            return null;
        });
        f.addWork("randomFill", WorkKind.CPU, args -> {
            var bytes = (ByteBuffer) args[0];
            check(call("RAND_bytes", address(bytes), bytes.remaining()));
            return null;
        });
        f.addWork("generatePrime", WorkKind.CPU, _ -> true, RandomFunctions::generatePrime);
        f.addWork("checkPrime", WorkKind.CPU, RandomFunctions::checkPrime);
        f.add("primeOptions", args -> {
            checkPrimeOptions(args.integer(0), args.bytes(1), args.bytes(2));
            return null;
        });
        f.add("primeCandidate", args -> {
            OpenSslErrors.clear();
            try (var numbers = new BigNumbers()) {
                numbers.of(args.requiredBytes(0));
            }
            return null;
        });
        f.add("timingSafeEqual", args -> timingSafeEqual(args.requiredBytes(0), args.requiredBytes(1)));
    }

    /** Reads every byte, so that the time doesn't depend on the contents. */
    private static boolean timingSafeEqual(ByteBuffer a, ByteBuffer b) {
        int difference = 0;
        if (a.remaining() != b.remaining()) {
            throw new IllegalStateException("lengths of " + a.remaining() + " and " + b.remaining());
        }
        for (int i = 0; i < a.remaining(); i++) {
            difference |= a.get(i) ^ b.get(i);
        }
        return difference == 0;
    }

    // ---- primes

    private static void checkPrimeOptions(int bits, @Nullable ByteBuffer add, @Nullable ByteBuffer rem) {
        if (add == null) {
            return;
        }
        try (var numbers = new BigNumbers()) {
            long divisor = numbers.of(add);
            if ((int) call("BN_num_bits", divisor) > bits) {
                throw ScriptError.coded("RangeError", OUT_OF_RANGE, "invalid options.add");
            }
            // OpenSSL would search forever.
            if (rem != null && (int) call("BN_cmp", divisor, numbers.of(rem)) <= 0) {
                throw ScriptError.coded("RangeError", OUT_OF_RANGE, "invalid options.rem");
            }
        }
    }

    /** (bits, safe, add, rem) */
    private static byte[] generatePrime(Object[] args) {
        try (var numbers = new BigNumbers()) {
            long prime = numbers.ofWord(0);
            int bits = ((Double) args[0]).intValue();
            check(call(
                    "BN_generate_prime_ex",
                    prime,
                    bits,
                    (Boolean) args[1] ? 1 : 0,
                    args[2] == null ? 0 : numbers.of((ByteBuffer) args[2]),
                    args[3] == null ? 0 : numbers.of((ByteBuffer) args[3]),
                    0));
            return BigNumbers.bytes(prime);
        }
    }

    /** (candidate, rounds or 0) */
    private static boolean checkPrime(Object[] args) {
        try (var numbers = new BigNumbers()) {
            long candidate = numbers.of((ByteBuffer) args[0]);
            int rounds = ((Double) args[1]).intValue();
            // Division by small primes comes first and finds most composite numbers of thousands of bytes.
            int result = (int) call("BN_is_prime_fasttest_ex", candidate, rounds, 0, 1, 0);
            if (result < 0) {
                throw OpenSslErrors.take(null);
            }
            return result == 1;
        }
    }
}
