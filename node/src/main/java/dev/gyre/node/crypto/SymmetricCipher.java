package dev.gyre.node.crypto;

import static dev.gyre.io.openssl.LibCrypto.address;
import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.io.openssl.OpenSslMissing;
import dev.gyre.node.bridge.ScriptError;
import dev.gyre.node.openssl.OpenSslErrors;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One encryption or decryption: the state behind a Cipheriv or Decipheriv. */
final class SymmetricCipher {
    private static final int NO_TAG_LENGTH = -1;
    private static final int DEFAULT_TAG_LENGTH = 16;
    private static final int MAX_TAG_LENGTH = 16;
    private static final int ALLOW_WRAP = 1;

    /** Where a call stores, for this thread, how many bytes it has written. */
    private static final ThreadLocal<Long> WRITTEN = ThreadLocal.withInitial(
            () -> Arena.global().allocate(MAX_TAG_LENGTH, Long.BYTES).address());

    private final boolean encrypts;
    private final int mode;
    private final boolean isAuthenticated;
    private final int blockSize;
    private long context;
    private int wantedTag = NO_TAG_LENGTH;
    private int tagLength = NO_TAG_LENGTH;
    private int maxMessageBytes = Integer.MAX_VALUE;
    private boolean authenticationFailed;
    private boolean tagSet;
    private byte @Nullable [] tag;

    /** Memory by address and length; a length of -1 means no IV. */
    SymmetricCipher(
            String name, boolean encrypts, long key, int keyLength, long iv, int givenIvLength, int wantedTagLength) {
        OpenSslErrors.clear();
        long cipher = Ciphers.find(name);
        if (cipher == 0) {
            throw ScriptError.coded("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
        }
        this.encrypts = encrypts;
        mode = Ciphers.mode(cipher);
        isAuthenticated = Ciphers.isAuthenticated(cipher);
        blockSize = Math.max(1, Ciphers.blockSize(cipher));
        int ivLength = Math.max(0, givenIvLength);
        checkIv(cipher, ivLength);
        context = OpenSslErrors.checkPointer(call("EVP_CIPHER_CTX_new"));
        try {
            if (isAuthenticated) {
                wantedTag = wantedTagLength;
            }
            start(cipher, name, key, keyLength, givenIvLength < 0 ? 0 : iv, ivLength);
        } catch (ScriptError | OpenSslMissing e) {
            close();
            throw e;
        }
    }

    private void checkIv(long cipher, int length) {
        int expected = Ciphers.ivLength(cipher);
        boolean isMissing = length == 0 && expected != 0;
        boolean isWrong = !isAuthenticated && length != 0 && length != expected;
        boolean isTooLong = Ciphers.isChaCha20Poly1305(cipher) && length > 12;
        if (isMissing || isWrong || isTooLong) {
            throw invalidIv();
        }
    }

    private static ScriptError invalidIv() {
        OpenSslErrors.clear();
        return ScriptError.coded("TypeError", "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector");
    }

    private static ScriptError invalidTag(String message) {
        OpenSslErrors.clear();
        return ScriptError.coded("TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", message);
    }

    private void start(long cipher, String name, long key, int keyLength, long iv, int ivLength) {
        if (mode == Ciphers.WRAP) {
            call("EVP_CIPHER_CTX_set_flags", context, ALLOW_WRAP);
        }
        if ((int) call("EVP_CipherInit_ex", context, cipher, 0, 0, 0, encrypts ? 1 : 0) != 1) {
            throw OpenSslErrors.takeAll("Failed to initialize cipher");
        }
        if (isAuthenticated) {
            startAuthenticated(name, ivLength, wantedTag);
        }
        if ((int) call("EVP_CIPHER_CTX_set_key_length", context, keyLength) != 1) {
            OpenSslErrors.clear();
            throw ScriptError.coded("RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
        }
        if ((int) call("EVP_CipherInit_ex", context, 0, 0, key, iv, encrypts ? 1 : 0) != 1) {
            throw OpenSslErrors.takeAll("Failed to initialize cipher");
        }
    }

    private void startAuthenticated(String name, int ivLength, int wantedTagLength) {
        if (!Ciphers.isSiv(mode)
                && (int) call("EVP_CIPHER_CTX_ctrl", context, Ciphers.SET_IV_LENGTH, ivLength, 0) != 1) {
            throw invalidIv();
        }
        if (mode == Ciphers.CCM) {
            maxMessageBytes = ivLength == 12 ? (1 << 24) - 1 : ivLength == 13 ? (1 << 16) - 1 : Integer.MAX_VALUE;
        }
        boolean hasDefault = mode == Ciphers.GCM || mode == Ciphers.STREAM || Ciphers.isSiv(mode);
        if (wantedTagLength == NO_TAG_LENGTH) {
            if (!hasDefault) {
                throw invalidTag("authTagLength required for " + name);
            }
            tagLength = DEFAULT_TAG_LENGTH;
            return;
        }
        boolean isValid = mode == Ciphers.GCM
                ? wantedTagLength == 4 || wantedTagLength == 8 || (wantedTagLength >= 12 && wantedTagLength <= 16)
                : wantedTagLength > 0
                        && wantedTagLength <= MAX_TAG_LENGTH
                        && (int) call("EVP_CIPHER_CTX_ctrl", context, Ciphers.SET_TAG, wantedTagLength, 0) == 1;
        if (!isValid) {
            throw invalidTag("Invalid authentication tag length: " + Integer.toUnsignedString(wantedTagLength));
        }
        tagLength = wantedTagLength;
    }

    void close() {
        if (context != 0) {
            call("EVP_CIPHER_CTX_free", context);
            context = 0;
        }
    }

    int blockSize() {
        return blockSize;
    }

    // ---- data

    private void checkMessageLength(long length) {
        if (length > maxMessageBytes) {
            throw ScriptError.coded("RangeError", "ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length");
        }
    }

    /** Returns how many bytes were written at {@code out}, which has room for the input and a block. */
    int update(long in, int length, long out) {
        OpenSslErrors.clear();
        long written = WRITTEN.get();
        if (context == 0) {
            throw OpenSslErrors.takeAll("Trying to add data in unsupported state");
        }
        if (mode == Ciphers.CCM) {
            checkMessageLength(length);
        }
        if ((int) call("EVP_CipherUpdate", context, out, written, in, length) == 1) {
            return LibCrypto.getInt(written);
        }
        // In CCM the tag is checked here, but the user gets the error in final().
        if (!encrypts && mode == Ciphers.CCM) {
            authenticationFailed = true;
            OpenSslErrors.clear();
            return 0;
        }
        throw OpenSslErrors.takeAll("Trying to add data in unsupported state");
    }

    int finish(long out) {
        OpenSslErrors.clear();
        if (context == 0) {
            throw ScriptError.coded("Error", "ERR_CRYPTO_INVALID_STATE", "Invalid state");
        }
        try {
            long written = WRITTEN.get();
            boolean isDone;
            int length = 0;
            if (!encrypts && mode == Ciphers.CCM) {
                isDone = !authenticationFailed;
            } else {
                isDone = (int) call("EVP_CipherFinal_ex", context, out, written) == 1;
                length = isDone ? LibCrypto.getInt(written) : 0;
                if (isDone && encrypts && isAuthenticated) {
                    isDone = readTag();
                }
            }
            if (!isDone) {
                throw OpenSslErrors.takeAll(
                        isAuthenticated ? "Unsupported state or unable to authenticate data" : "Unsupported state");
            }
            return length;
        } finally {
            close();
        }
    }

    private boolean readTag() {
        long at = WRITTEN.get();
        if ((int) call("EVP_CIPHER_CTX_ctrl", context, Ciphers.GET_TAG, tagLength, at) != 1) {
            return false;
        }
        tag = LibCrypto.bytes(at, tagLength);
        return true;
    }

    // ---- the rest; false or null mean that it is not possible now

    byte @Nullable [] tag() {
        return context == 0 ? tag : null;
    }

    boolean setTag(ByteBuffer value) {
        if (context == 0 || !isAuthenticated || encrypts || tagSet) {
            return false;
        }
        if (value.remaining() != tagLength) {
            throw invalidTag("Invalid authentication tag length: " + value.remaining());
        }
        if ((int) call("EVP_CIPHER_CTX_ctrl", context, Ciphers.SET_TAG, tagLength, address(value)) != 1) {
            OpenSslErrors.clear();
            return false;
        }
        tagSet = true;
        return true;
    }

    boolean setAdditionalData(ByteBuffer data, int plaintextLength) {
        if (context == 0 || !isAuthenticated) {
            return false;
        }
        long written = WRITTEN.get();
        if (mode == Ciphers.CCM) {
            if (plaintextLength < 0) {
                throw ScriptError.coded(
                        "TypeError", "ERR_MISSING_ARGS", "options.plaintextLength required for CCM mode with AAD");
            }
            checkMessageLength(plaintextLength);
            if ((int) call("EVP_CipherUpdate", context, 0, written, 0, plaintextLength) != 1) {
                OpenSslErrors.clear();
                return false;
            }
        }
        boolean isDone = (int) call("EVP_CipherUpdate", context, 0, written, address(data), data.remaining()) == 1;
        OpenSslErrors.clear();
        return isDone;
    }

    boolean setAutoPadding(boolean value) {
        return context != 0 && (int) call("EVP_CIPHER_CTX_set_padding", context, value ? 1 : 0) == 1;
    }

    boolean isWrapping() {
        return encrypts && mode == Ciphers.WRAP;
    }

    /** The size of a wrapped key. */
    int wrappedLength(long in, int length) {
        long written = WRITTEN.get();
        if (context == 0 || (int) call("EVP_CipherUpdate", context, 0, written, in, length) != 1) {
            throw OpenSslErrors.takeAll("Trying to add data in unsupported state");
        }
        return LibCrypto.getInt(written);
    }
}
