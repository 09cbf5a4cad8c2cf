package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.engine.Args;
import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.openssl.OpenSslErrors;
import dev.gyre.node.openssl.Pointers;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The functions for asymmetric keys of {@code keys.js}, which refers to keys by number. */
final class KeyFunctions {
    static final String FREE = "EVP_PKEY_free";

    private final Pointers pointers;

    KeyFunctions(Pointers pointers) {
        this.pointers = pointers;
    }

    void register(CryptoFunctions f) {
        f.add(
                "keyParsePrivate",
                args -> add(KeyParsing.privateKey(args.requiredBytes(0), args.bool(1), args.string(2), args.bytes(3))));
        f.add("keyParseAny", args -> {
            KeyParsing.Found found =
                    KeyParsing.anyKey(args.requiredBytes(0), args.bool(1), args.string(2), args.bytes(3));
            return signed(found);
        });
        f.add("keyParseSingle", args -> {
            KeyParsing.Found found = KeyParsing.single(args.requiredBytes(0));
            if (found.key() == 0 || (args.bool(1) && !found.isPrivate())) {
                call(FREE, found.key());
                return 0;
            }
            return signed(found);
        });
        f.add("keyParseBlock", args -> {
            KeyParsing.Found found = KeyParsing.block(args.requiredString(0), args.requiredBytes(1));
            return found.key() == 0 ? 0 : signed(found);
        });
        f.add("keyType", args -> KeyParts.type(key(args)));
        f.add("keyDetails", args -> KeyParts.details(key(args)));
        f.add("keyEquals", args -> (int) call("EVP_PKEY_eq", key(args), pointers.get(args.integer(1))));
        f.add("keyIsSound", args -> {
            try (var context = new KeyContext(key(args))) {
                boolean isSound =
                        (int) call(args.bool(1) ? "EVP_PKEY_private_check" : "EVP_PKEY_public_check", context.address)
                                == 1;
                OpenSslErrors.clear();
                return isSound;
            }
        });
        f.add("keyWritePublic", args -> KeyWriting.publicKey(key(args), args.bool(1), args.requiredString(2)));
        f.add(
                "keyWritePrivate",
                args -> KeyWriting.privateKey(
                        key(args), args.bool(1), args.requiredString(2), args.string(3), args.bytes(4)));
        f.add("keyCheckCipher", args -> {
            KeyWriting.checkCipher(args.requiredString(0));
            return null;
        });
        registerParts(f);
        f.addWork(
                "keyGenerate",
                WorkKind.CPU,
                KeyGeneration::isLong,
                args -> pointers.add(KeyGeneration.generate(args), FREE));
    }

    private void registerParts(CryptoFunctions f) {
        f.add("keyRsaParts", args -> KeyParts.rsa(key(args), args.bool(1)));
        f.add("keyEcParts", args -> KeyParts.ec(key(args), args.bool(1)));
        f.add("keyRawPublic", args -> KeyParts.rawPublic(key(args)));
        f.add("keyRawPrivate", args -> KeyParts.rawPrivate(key(args)));
        f.add("keySeed", args -> KeyParts.seed(key(args)));
        f.add("keyPoint", args -> KeyParts.point(key(args), args.integer(1)));
        f.add("keyEcPrivate", args -> KeyParts.ecPrivate(key(args)));
        f.add("keyFromRsa", args -> add(KeyParts.fromRsa(args.requiredBytes(0))));
        f.add("keyFromEc", args -> add(KeyParts.fromEc(args.requiredString(0), args.bytes(1), args.bytes(2))));
        f.add(
                "keyFromRaw",
                args -> addOrNothing(KeyParts.fromRaw(args.requiredString(0), args.requiredBytes(1), args.bool(2))));
        f.add(
                "keyFromRawPair",
                args -> addOrNothing(
                        KeyParts.fromRawPair(args.requiredString(0), args.requiredBytes(1), args.requiredBytes(2))));
        f.add("keyFromSeed", args -> addOrNothing(KeyParts.fromSeed(args.requiredString(0), args.requiredBytes(1))));
        f.add("keyTypeExists", args -> {
            try (var arena = java.lang.foreign.Arena.ofConfined()) {
                long manager = call(
                        "EVP_KEYMGMT_fetch",
                        0,
                        LibCrypto.text(arena, args.requiredString(0).toUpperCase(Locale.ROOT)),
                        0);
                OpenSslErrors.clear();
                call("EVP_KEYMGMT_free", manager);
                return manager != 0;
            }
        });
        f.add("curveNid", args -> Curves.nid(args.requiredString(0)));
        f.add("curveNames", _ -> Names.curves());
    }

    private long key(Args args) {
        return pointers.get(args.integer(0));
    }

    private int add(long key) {
        return pointers.add(OpenSslErrors.checkPointer(key), FREE);
    }

    /** The number of a public key, or the negative number of a private one. */
    private int signed(KeyParsing.Found found) {
        int id = add(found.key());
        return found.isPrivate() ? -id : id;
    }

    private @Nullable Integer addOrNothing(long key) {
        return key == 0 ? null : add(key);
    }
}
