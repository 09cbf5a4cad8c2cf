package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys in DER with cached decoders.
 *
 * <p>OpenSSL's own functions for this ({@code d2i_PUBKEY}, {@code EVP_PKCS82PKEY}, {@code PEM_read_bio_PrivateKey}) set
 * up a chain of decoders for every key, which takes ten times as long as the decoding before OpenSSL 3.2. Here the
 * chain is set up once for each type of key and structure, and only for that type, which the algorithm identifier in
 * the key gives. Keys that these decoders do not read are left to OpenSSL's functions, which also report the errors.
 *
 * <p>The decoders belong to a thread, because a chain can decode only one key at a time.
 */
final class KeyDecoders {
    /** Encoded object identifiers of algorithms, and OpenSSL's names for them. */
    private static final Map<String, String> NAMES = Map.of(
            "2a864886f70d010101", "RSA",
            "2a864886f70d01010a", "RSA-PSS",
            "2a8648ce3d0201", "EC",
            "2b656e", "X25519",
            "2b656f", "X448",
            "2b6570", "ED25519",
            "2b6571", "ED448");

    private static final String PUBLIC_INFO = "SubjectPublicKeyInfo";
    private static final String PRIVATE_INFO = "PrivateKeyInfo";
    private static final String TYPE_SPECIFIC = "type-specific";

    private static final int SELECT_PUBLIC = 0x86;
    private static final int SELECT_PAIR = 0x87;

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int IDENTIFIER = 0x06;

    private static final ThreadLocal<KeyDecoders> OF_THREAD = ThreadLocal.withInitial(KeyDecoders::new);

    // three words: the decoded key; the start of the data; its length
    private static final int KEY_AT = 0;
    private static final int DATA_AT = 8;
    private static final int LENGTH_AT = 16;
    private static final int BYTES = 24;

    private final Map<String, Long> chains = new HashMap<>();
    private final ByteBuffer words =
            LibCrypto.at(Arena.global().allocate(BYTES, Long.BYTES).address(), BYTES);
    private final long wordsAt = LibCrypto.address(words);

    private KeyDecoders() {}

    // All of these return 0 if the bytes are not, or not certainly, such a key. They leave no error in the queue.

    /** A SubjectPublicKeyInfo. */
    static long publicInfo(ByteBuffer der) {
        String name = algorithm(der, contents(der, 0, SEQUENCE));
        return name == null ? 0 : OF_THREAD.get().read(PUBLIC_INFO, name, SELECT_PUBLIC, der);
    }

    /** A PrivateKeyInfo of PKCS#8 that is not encrypted. */
    static long privateInfo(ByteBuffer der) {
        int version = contents(der, 0, SEQUENCE);
        String name = algorithm(der, end(der, version, INTEGER));
        return name == null ? 0 : OF_THREAD.get().read(PRIVATE_INFO, name, SELECT_PAIR, der);
    }

    /** @param name {@code RSA} or {@code EC} */
    static long privateKey(String name, ByteBuffer der) {
        return OF_THREAD.get().read(TYPE_SPECIFIC, name, SELECT_PAIR, der);
    }

    /** An RSAPublicKey of PKCS#1. */
    static long rsaPublicKey(ByteBuffer der) {
        return OF_THREAD.get().read(TYPE_SPECIFIC, "RSA", SELECT_PUBLIC, der);
    }

    private long read(String structure, String name, int selection, ByteBuffer der) {
        long chain = chains.computeIfAbsent(structure + name + selection, _ -> chain(structure, name, selection));
        if (chain == 0) {
            return 0;
        }
        words.putLong(KEY_AT, 0);
        words.putLong(DATA_AT, LibCrypto.address(der));
        words.putLong(LENGTH_AT, der.remaining());
        boolean isRead = (int) call("OSSL_DECODER_from_data", chain, wordsAt + DATA_AT, wordsAt + LENGTH_AT) == 1;
        OpenSslErrors.clearIfAny();
        long key = words.getLong(KEY_AT);
        if (!isRead && key != 0) {
            call("EVP_PKEY_free", key);
            return 0;
        }
        return key;
    }

    /** The decoder writes the key to the first of the words, and keeps the strings that it was created with. */
    private long chain(String structure, String name, int selection) {
        Arena forEver = Arena.global();
        long chain = call(
                "OSSL_DECODER_CTX_new_for_pkey",
                wordsAt + KEY_AT,
                LibCrypto.text(forEver, "DER"),
                LibCrypto.text(forEver, structure),
                LibCrypto.text(forEver, name),
                selection,
                0,
                0);
        if (chain != 0 && (int) call("OSSL_DECODER_CTX_get_num_decoders", chain) == 0) {
            call("OSSL_DECODER_CTX_free", chain);
            chain = 0;
        }
        OpenSslErrors.clear();
        return chain;
    }

    // ---- a minimal DER reader that finds the identifier; -1 if there is no such element

    private static int contents(ByteBuffer der, int at, int tag) {
        if (at < 0 || at + 2 > der.remaining() || (der.get(at) & 0xff) != tag) {
            return -1;
        }
        int length = der.get(at + 1) & 0xff;
        return length < 0x80 ? at + 2 : at + 2 + (length & 0x7f);
    }

    /** The end of a short element. */
    private static int end(ByteBuffer der, int at, int tag) {
        int start = contents(der, at, tag);
        return start != at + 2 ? -1 : start + (der.get(at + 1) & 0xff);
    }

    /** The name of the algorithm in the AlgorithmIdentifier that begins there, or null. */
    private static @Nullable String algorithm(ByteBuffer der, int at) {
        int identifier = contents(der, at, SEQUENCE);
        int end = end(der, identifier, IDENTIFIER);
        if (end < 0 || end > der.remaining()) {
            return null;
        }
        byte[] bytes = new byte[end - identifier - 2];
        der.get(identifier + 2, bytes);
        return NAMES.get(HexFormat.of().formatHex(bytes));
    }
}
