package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;
import static dev.gyre.node.openssl.OpenSslErrors.check;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.openssl.OpenSslMissing;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.crypto.keccak.KeccakHashes;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Parameters;
import dev.gyre.node.openssl.Pointers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Digests and HMACs. Small inputs and all results go through the scratch memory that {@code hash.js} registers once: a
 * typed array as an argument costs more than hashing twenty bytes.
 */
final class HashFunctions {
    private static final String FREE_DIGEST = "EVP_MD_CTX_free";
    private static final String FREE_MAC = "HMAC_CTX_free";

    private final List<Long> digests = new ArrayList<>();
    private @Nullable ByteBuffer scratch; // keeps the memory alive
    private long scratchAt;
    private long spare; // a context that is reused for temporary work

    private final Pointers pointers;

    HashFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add("hashScratch", args -> {
            ByteBuffer memory = args.requiredBytes(0);
            scratch = memory;
            scratchAt = address(memory);
            return null;
        });
        f.add("hashInfo", args -> info(args.requiredString(0)));
        f.add("hashNames", _ -> Names.digests());
        f.add("hashSmall", args -> {
            long length = inScratch(args, 1);
            check(call("EVP_Digest", scratchAt, length, scratchAt, 0, digests.get(args.integer(0)), 0));
            return null;
        });
        f.add("hashStart", args -> start(args.integer(0)));
        f.add("hashStartWith", this::startWith);
        f.add("hashUpdateSmall", args -> {
            check(call("EVP_DigestUpdate", pointers.get(args.integer(0)), scratchAt, inScratch(args, 1)));
            return null;
        });
        f.add("hashUpdate", args -> {
            ByteBuffer data = args.requiredBytes(1);
            check(call("EVP_DigestUpdate", pointers.get(args.integer(0)), address(data), data.remaining()));
            return null;
        });
        f.add("hashCopy", args -> copy(args.integer(0)));
        f.add("hashFinish", args -> finish(args.integer(0)));
        f.add("hashFinishLong", args -> finishLong(args.integer(0), args.integer(1)));
        f.add("hashFinishMemory", args -> finishMemory(args.integer(0), args.longValue(1)));
        f.add(
                "hashMemoryPart",
                args -> LibCrypto.bytes(pointers.get(args.integer(0)) + args.longValue(1), args.integer(2)));
        f.add("hmacStart", args -> hmacStart(args.integer(0), args.requiredBytes(1)));
        f.add("hmacUpdateSmall", args -> {
            check(call("HMAC_Update", pointers.get(args.integer(0)), scratchAt, inScratch(args, 1)));
            return null;
        });
        f.add("hmacUpdate", args -> {
            ByteBuffer data = args.requiredBytes(1);
            check(call("HMAC_Update", pointers.get(args.integer(0)), address(data), data.remaining()));
            return null;
        });
        f.add("hmacFinish", args -> hmacFinish(args.integer(0), inScratch(args, 1)));
        f.add("hmacSmall", args -> hmacSmall(args));
        f.addWork("digest", WorkKind.CPU, CryptoFunctions::isLarge, HashFunctions::digest);
        f.addWork("hmac", WorkKind.CPU, CryptoFunctions::isLarge, HashFunctions::hmac);
        f.addWork("kmac", WorkKind.CPU, HashFunctions::kmac);
        f.addWork("turboShake", WorkKind.CPU, CryptoFunctions::isLarge, KeccakHashes::turboShake);
        f.addWork("kangarooTwelve", WorkKind.CPU, CryptoFunctions::isLarge, KeccakHashes::kangarooTwelve);
        f.addWork("cshake", WorkKind.CPU, CryptoFunctions::isLarge, KeccakHashes::cshake);
        f.addWork("kmacBits", WorkKind.CPU, CryptoFunctions::isLarge, KeccakHashes::kmac);
        f.addWork("hashPart", WorkKind.CPU, CryptoFunctions::isLarge, this::part);
        f.add("hashFinishBytes", args -> finishBytes(args.integer(0)));
        f.add("free", args -> {
            pointers.free(args.integer(0));
            return null;
        });
    }

    /** [index, size in bytes, whether it is an XOF, block size], or nothing if there is no such digest. */
    private @Nullable List<Object> info(String name) {
        long digest = Digests.find(name);
        if (digest == 0) {
            return null;
        }
        digests.add(digest);
        return List.of(digests.size() - 1, Digests.size(digest), Digests.isXof(digest), Digests.blockSize(digest));
    }

    private int start(int index) {
        long context = call("EVP_MD_CTX_new");
        if ((int) call("EVP_DigestInit_ex", context, digests.get(index), 0) != 1) {
            call(FREE_DIGEST, context);
            throw OpenSslErrors.take(null);
        }
        return pointers.add(context, FREE_DIGEST);
    }

    /**
     * (digest, data, a context to free or 0): creates a context with this data in it. Mostly no more data follows, so
     * the digest is also written to the scratch memory.
     */
    private Object startWith(Args args) {
        ByteBuffer data = args.requiredBytes(1);
        int id = start(args.integer(0));
        try {
            long context = pointers.get(id);
            check(call("EVP_DigestUpdate", context, address(data), data.remaining()));
            check(call("EVP_MD_CTX_copy_ex", spare(), context));
            check(call("EVP_DigestFinal_ex", spare(), scratchAt, 0));
        } catch (ScriptError | OpenSslMissing e) {
            pointers.free(id);
            throw e;
        }
        if (args.integer(2) != 0) {
            pointers.free(args.integer(2));
        }
        return id;
    }

    private long spare() {
        if (spare == 0) {
            spare = call("EVP_MD_CTX_new");
            pointers.add(spare, "EVP_MD_CTX_free"); // with the runtime
        }
        return spare;
    }

    private ByteBuffer scratch() {
        return Objects.requireNonNull(scratch);
    }

    /** Checks a number of bytes in the scratch memory. */
    private int inScratch(Args args, int index) {
        return inScratch(args.integer(index));
    }

    private int inScratch(int length) {
        if (length < 0 || length > scratch().capacity()) {
            throw new IllegalStateException(
                    length + " bytes of a scratch memory of " + scratch().capacity());
        }
        return length;
    }

    private int copy(int id) {
        long context = OpenSslErrors.checkPointer(call("EVP_MD_CTX_new"));
        if ((int) call("EVP_MD_CTX_copy_ex", context, pointers.get(id)) != 1) {
            call(FREE_DIGEST, context);
            throw OpenSslErrors.take(null);
        }
        return pointers.add(context, FREE_DIGEST);
    }

    private @Nullable Object finish(int id) {
        try {
            check(call("EVP_DigestFinal_ex", pointers.get(id), scratchAt, 0));
        } finally {
            pointers.free(id);
        }
        return null;
    }

    private byte[] finishBytes(int id) {
        byte[] result = new byte[(int) call("EVP_MD_get_size", call("EVP_MD_CTX_get0_md", pointers.get(id)))];
        finish(id);
        scratch().get(0, result);
        return result;
    }

    /** (context, a part of the message) */
    private @Nullable Object part(Object[] args) {
        var data = (ByteBuffer) args[1];
        check(call("EVP_DigestUpdate", pointers.get(((Double) args[0]).intValue()), address(data), data.remaining()));
        return null;
    }

    /** Any number of bytes from an XOF. */
    private byte[] finishLong(int id, int length) {
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            long out = arena.allocate(Math.max(1, length)).address();
            check(call("EVP_DigestFinalXOF", pointers.get(id), out, length));
            return LibCrypto.bytes(out, length);
        } finally {
            pointers.free(id);
        }
    }

    /** The same in native memory, to be read in parts and freed. */
    private int finishMemory(int id, long length) {
        long out = 0;
        try {
            out = OpenSslErrors.checkPointer(call("CRYPTO_malloc", length, 0, 0));
            check(call("EVP_DigestFinalXOF", pointers.get(id), out, length));
            return pointers.add(out, "CRYPTO_free");
        } catch (ScriptError | OpenSslMissing e) {
            call("CRYPTO_free", out);
            throw e;
        } finally {
            pointers.free(id);
        }
    }

    // ---- HMAC

    private int hmacStart(int index, ByteBuffer key) {
        long context = call("HMAC_CTX_new");
        if ((int) call("HMAC_Init_ex", context, address(key), key.remaining(), digests.get(index), 0) != 1) {
            call(FREE_MAC, context);
            throw OpenSslErrors.take(null);
        }
        return pointers.add(context, FREE_MAC);
    }

    private @Nullable Object hmacFinish(int id, int dataLength) {
        long context = pointers.get(id);
        try {
            if (dataLength > 0) {
                check(call("HMAC_Update", context, scratchAt, dataLength));
            }
            check(call("HMAC_Final", context, scratchAt, 0));
        } finally {
            pointers.free(id);
        }
        return null;
    }

    /** (digest, data length, key length): data and key are in the scratch memory, one after the other. */
    private @Nullable Object hmacSmall(Args args) {
        long dataLength = inScratch(args, 1);
        long keyLength = inScratch(args, 2);
        inScratch((int) (dataLength + keyLength));
        long result = call(
                "HMAC",
                digests.get(args.integer(0)),
                scratchAt + dataLength,
                keyLength,
                scratchAt,
                dataLength,
                scratchAt,
                0);
        OpenSslErrors.checkPointer(result);
        return null;
    }

    // ---- whole messages, on the pool

    /** (name, data, length of the result or null) */
    private static byte[] digest(Object[] args) {
        long digest = Digests.find((String) args[0]);
        var data = (ByteBuffer) args[1];
        int size = args[2] == null ? Digests.size(digest) : ((Double) args[2]).intValue();
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            long out = arena.allocate(Math.max(64, size)).address();
            if (size == Digests.size(digest) && !Digests.isXof(digest)) {
                check(call("EVP_Digest", address(data), data.remaining(), out, 0, digest, 0));
            } else {
                xof(digest, data, out, size);
            }
            return LibCrypto.bytes(out, size);
        }
    }

    private static void xof(long digest, ByteBuffer data, long out, int size) {
        long context = call("EVP_MD_CTX_new");
        try {
            check(call("EVP_DigestInit_ex", context, digest, 0));
            check(call("EVP_DigestUpdate", context, address(data), data.remaining()));
            check(call("EVP_DigestFinalXOF", context, out, size));
        } finally {
            call(FREE_DIGEST, context);
        }
    }

    /** (name, key, data) */
    private static byte[] hmac(Object[] args) {
        long digest = Digests.find((String) args[0]);
        var key = (ByteBuffer) args[1];
        var data = (ByteBuffer) args[2];
        int size = Digests.size(digest);
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            long out = arena.allocate(64).address();
            OpenSslErrors.checkPointer(
                    call("HMAC", digest, address(key), key.remaining(), address(data), data.remaining(), out, 0));
            return LibCrypto.bytes(out, size);
        }
    }

    /** (name, key, customization or null, length, data) */
    private static byte[] kmac(Object[] args) {
        int length = ((Double) args[3]).intValue();
        var key = (ByteBuffer) args[1];
        var data = (ByteBuffer) args[4];
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            long mac = OpenSslErrors.checkPointer(call("EVP_MAC_fetch", 0, LibCrypto.text(arena, (String) args[0]), 0));
            long context = call("EVP_MAC_CTX_new", mac);
            try {
                long parameters = new Parameters(arena)
                        .bytes("custom", (ByteBuffer) args[2])
                        .number("size", length)
                        .end();
                long out = arena.allocate(Math.max(1, length)).address();
                long written = arena.allocate(Long.BYTES, Long.BYTES).address();
                check(call("EVP_MAC_init", context, address(key), key.remaining(), parameters));
                check(call("EVP_MAC_update", context, address(data), data.remaining()));
                check(call("EVP_MAC_final", context, out, written, length));
                return LibCrypto.bytes(out, length);
            } finally {
                call("EVP_MAC_CTX_free", context);
                call("EVP_MAC_free", mac);
            }
        }
    }
}
