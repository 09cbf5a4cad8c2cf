package dev.gyre.node.openssl;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import dev.gyre.node.bridge.ScriptError;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts the thread's queue of OpenSSL errors to errors as Node has them: the first is the error, with {@code
 * library}, {@code reason} and a {@code code} made of both; the rest is its {@code opensslErrorStack}.
 */
public final class OpenSslErrors {
    private static final int TEXT_BYTES = 256;
    private static final int SSL = 20;

    /** Libraries whose names are part of the code; the names of others (above all the providers) are not. */
    private static final Map<Integer, String> LIBRARIES = Map.ofEntries(
            Map.entry(2, "SYS_"),
            Map.entry(3, "BN_"),
            Map.entry(4, "RSA_"),
            Map.entry(5, "DH_"),
            Map.entry(6, "EVP_"),
            Map.entry(7, "BUF_"),
            Map.entry(8, "OBJ_"),
            Map.entry(9, "PEM_"),
            Map.entry(10, "DSA_"),
            Map.entry(11, "X509_"),
            Map.entry(13, "ASN1_"),
            Map.entry(14, "CONF_"),
            Map.entry(15, "CRYPTO_"),
            Map.entry(16, "EC_"),
            Map.entry(32, "BIO_"),
            Map.entry(33, "PKCS7_"),
            Map.entry(34, "X509V3_"),
            Map.entry(35, "PKCS12_"),
            Map.entry(36, "RAND_"),
            Map.entry(37, "DSO_"),
            Map.entry(38, "ENGINE_"),
            Map.entry(39, "OCSP_"),
            Map.entry(40, "UI_"),
            Map.entry(44, "OSSL_STORE_"),
            Map.entry(46, "CMS_"),
            Map.entry(47, "TS_"),
            Map.entry(50, "CT_"),
            Map.entry(51, "ASYNC_"),
            Map.entry(52, "KDF_"),
            Map.entry(53, "SM2_"));

    private OpenSslErrors() {}

    /** Checks the result of a function that returns 1 for success; throws for anything else. */
    public static void check(long result) {
        if ((int) result <= 0) {
            throw take(null);
        }
    }

    /** Checks the pointer that a function returned; throws for null. */
    public static long checkPointer(long pointer) {
        if (pointer == 0) {
            throw take(null);
        }
        return pointer;
    }

    public static void clear() {
        call("ERR_clear_error");
    }

    /** The same, but does not load OpenSSL if nothing has used it yet. */
    public static void clearIfAny() {
        if (LibCrypto.isLoaded() && peek() != 0) {
            clear();
        }
    }

    /** The number of the oldest error, or 0; the error stays in the queue. */
    public static long peek() {
        return call("ERR_peek_error");
    }

    public static int libraryOf(long error) {
        return (int) (error >> 23 & 0xff);
    }

    public static int reasonOf(long error) {
        return (int) (error & 0x7fffff);
    }

    /** Empties the queue into an error; if the queue is empty, its message is {@code message}. */
    public static ScriptError take(@Nullable String message) {
        return make(call("ERR_get_error"), message);
    }

    /** The same, but the error's stack contains the first error too: Node does this where it reads keys. */
    public static ScriptError takeAll(String message) {
        return make(peek(), message);
    }

    /** The newest error alone. */
    public static ScriptError takeLast() {
        long last = call("ERR_peek_last_error");
        clear();
        return make(last, null);
    }

    /** An error as OpenSSL itself would have raised it. */
    public static ScriptError raise(int library, int reason) {
        clear();
        call("ERR_new");
        call("ERR_set_error", library, reason, 0);
        return take(null);
    }

    private static ScriptError make(long first, @Nullable String message) {
        var properties = new LinkedHashMap<String, Object>();
        List<String> rest = takeTexts();
        if (!rest.isEmpty()) {
            properties.put("opensslErrorStack", rest);
        }
        if (first == 0) {
            return new ScriptError("Error", message == null ? "error:00000000:lib(0)::reason(0)" : message, properties);
        }
        String library = LibCrypto.string(call("ERR_lib_error_string", first));
        String reason = LibCrypto.string(call("ERR_reason_error_string", first));
        if (library != null) {
            properties.put("library", library);
        }
        if (reason != null) {
            properties.put("reason", reason);
            properties.put(
                    "code",
                    (libraryOf(first) == SSL ? "ERR_SSL_" : "ERR_OSSL_")
                            + LIBRARIES.getOrDefault(libraryOf(first), "")
                            + reason.replace(' ', '_').toUpperCase(Locale.ROOT));
        }
        return new ScriptError("Error", textOf(first), properties);
    }

    /** The messages in the queue, newest first. Empties the queue. */
    private static List<String> takeTexts() {
        var texts = new ArrayList<String>();
        for (long error = call("ERR_get_error"); error != 0; error = call("ERR_get_error")) {
            texts.add(textOf(error));
        }
        Collections.reverse(texts);
        return texts;
    }

    private static String textOf(long error) {
        try (var arena = Arena.ofConfined()) {
            long text = arena.allocate(TEXT_BYTES).address();
            call("ERR_error_string_n", error, text, TEXT_BYTES);
            return Objects.requireNonNull(LibCrypto.string(text));
        }
    }
}
