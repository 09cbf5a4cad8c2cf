package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Symmetric ciphers. Small pieces go through the scratch memory that {@code cipher.js} registers once: input at its
 * beginning, output in its second half. Large pieces are read from the user's memory and written into the result's.
 */
final class CipherFunctions {
    private static final int MAX_BLOCK_BYTES = 64;

    private final Map<Integer, SymmetricCipher> ciphers = new HashMap<>();
    private int next = 1;
    private @Nullable ByteBuffer scratch;
    private long scratchAt;
    private long outAt;

    void register(CryptoFunctions f) {
        f.add("cipherScratch", args -> {
            ByteBuffer memory = args.requiredBytes(0);
            scratch = memory;
            scratchAt = address(memory);
            outAt = scratchAt + memory.remaining() / 2;
            return null;
        });
        f.add("cipherNames", _ -> Names.ciphers());
        f.add(
                "cipherInfo",
                args -> Ciphers.info(
                        args.isString(0) ? Ciphers.find(args.requiredString(0)) : Ciphers.find(args.integer(0)),
                        args.isNullish(1) ? null : args.integer(1),
                        args.isNullish(2) ? null : args.integer(2)));
        f.add("cipherStart", this::start);
        f.add("cipherUpdateSmall", args -> cipher(args).update(scratchAt, small(args, 1), outAt));
        f.add("cipherUpdate", args -> {
            ByteBuffer in = args.requiredBytes(1);
            ByteBuffer out = args.requiredBytes(2);
            SymmetricCipher cipher = cipher(args);
            if (out.remaining() < (long) in.remaining() + cipher.blockSize()) {
                throw new IllegalStateException(out.remaining() + " bytes for the result of " + in.remaining());
            }
            return cipher.update(address(in), in.remaining(), address(out));
        });
        f.add("cipherWrap", args -> {
            ByteBuffer in = args.requiredBytes(1);
            return wrap(cipher(args), in);
        });
        f.add("cipherFinal", args -> cipher(args).finish(outAt));
        f.add("cipherTag", args -> {
            byte[] tag = cipher(args).tag();
            if (tag == null) {
                return -1;
            }
            scratch().put(scratch().remaining() / 2, tag);
            return tag.length;
        });
        f.add("cipherSetTag", args -> cipher(args).setTag(args.requiredBytes(1)));
        f.add("cipherSetAad", args -> cipher(args).setAdditionalData(args.requiredBytes(1), args.integer(2)));
        f.add("cipherSetPadding", args -> cipher(args).setAutoPadding(args.bool(1)));
        f.add("cipherFree", args -> {
            SymmetricCipher cipher = ciphers.remove(args.integer(0));
            if (cipher != null) {
                cipher.close();
            }
            return null;
        });
        f.addWork("cipher", WorkKind.CPU, CryptoFunctions::isLarge, CipherFunctions::whole);
    }

    private ByteBuffer scratch() {
        return Objects.requireNonNull(scratch);
    }

    /**
     * Checks a number of bytes in the first half of the scratch memory, whose second half has room for them and a
     * block.
     */
    private int small(Args args, int index) {
        int length = args.integer(index);
        if (length < 0 || length > scratch().capacity() / 2 - MAX_BLOCK_BYTES) {
            throw new IllegalStateException(
                    length + " bytes of a scratch memory of " + scratch().capacity());
        }
        return length;
    }

    private SymmetricCipher cipher(Args args) {
        SymmetricCipher cipher = ciphers.get(args.integer(0));
        if (cipher == null) {
            throw new IllegalStateException("a cipher was used after it was freed");
        }
        return cipher;
    }

    /** (name, whether to encrypt, key length, iv length or -1, tag length): key and IV are in the scratch memory. */
    private int start(Args args) {
        int keyLength = args.integer(2);
        if (keyLength < 0
                || keyLength + Math.max(0, args.integer(3)) > scratch().capacity()) {
            throw new IllegalStateException("a key of " + keyLength + " bytes and an IV of " + args.integer(3));
        }
        ciphers.put(
                next,
                new SymmetricCipher(
                        args.requiredString(0),
                        args.bool(1),
                        scratchAt,
                        keyLength,
                        scratchAt + keyLength,
                        args.integer(3),
                        args.integer(4)));
        return next++;
    }

    private static byte[] wrap(SymmetricCipher cipher, ByteBuffer in) {
        try (var arena = Arena.ofConfined()) {
            int length = cipher.wrappedLength(address(in), in.remaining());
            long out = arena.allocate(length).address();
            return LibCrypto.bytes(out, cipher.update(address(in), in.remaining(), out));
        }
    }

    /**
     * A whole message on the pool, followed by its tag: (name, whether to encrypt, key, iv, tag length or -1,
     * additional data or null, message).
     */
    private static byte[] whole(Object[] args) {
        boolean encrypts = (Boolean) args[1];
        int tagLength = ((Double) args[4]).intValue();
        var data = (ByteBuffer) args[6];
        var key = (ByteBuffer) args[2];
        var iv = (ByteBuffer) args[3];
        var cipher = new SymmetricCipher(
                (String) args[0], encrypts, address(key), key.remaining(), address(iv), iv.remaining(), tagLength);
        try (var arena = Arena.ofConfined()) {
            if (args[5] != null) {
                cipher.setAdditionalData((ByteBuffer) args[5], -1);
            }
            int length = data.remaining();
            if (!encrypts && tagLength > 0) {
                length -= tagLength;
                cipher.setTag(data.slice(length, tagLength));
            }
            if (cipher.isWrapping()) {
                return wrap(cipher, data);
            }
            long out = arena.allocate(length + 2L * cipher.blockSize() + 16).address();
            int written = cipher.update(address(data), length, out);
            written += cipher.finish(out + written);
            byte[] tag = cipher.tag();
            byte[] result =
                    java.util.Arrays.copyOf(LibCrypto.bytes(out, written), written + (tag == null ? 0 : tag.length));
            if (tag != null) {
                System.arraycopy(tag, 0, result, written, tag.length);
            }
            return result;
        } finally {
            cipher.close();
        }
    }
}
