package dev.gyre.io.tls;

import static dev.gyre.io.openssl.LibCrypto.call;

import dev.gyre.io.openssl.LibCrypto;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Converts the thread's queue of OpenSSL errors to the error of a connection, as Node has it. */
final class TlsFailure {
    private static final int BIO_CTRL_INFO = 3;
    private static final int LIBRARY = 20;
    private static final int REASON = 0x7fffff;

    private TlsFailure() {}

    /** Message, library, reason and code. Empties the queue. */
    static List<Object> take() {
        long first = call("ERR_peek_error");
        String library = LibCrypto.string(call("ERR_lib_error_string", first));
        String reason = LibCrypto.string(call("ERR_reason_error_string", first));
        String message = texts();
        String code =
                reason == null ? null : "ERR_SSL_" + reason.replace(' ', '_').toUpperCase(Locale.ROOT);
        return Arrays.asList(message, library, reason, code);
    }

    /** The number of the first error's reason. */
    static int reason() {
        return (int) (call("ERR_peek_error") & REASON);
    }

    /** Puts an error of libssl in the place of those in the queue. */
    static void replace(int reason) {
        call("ERR_clear_error");
        call("ERR_new");
        call("ERR_set_error", LIBRARY, reason, 0);
    }

    private static String texts() {
        long bio = call("BIO_new", call("BIO_s_mem"));
        try (var arena = Arena.ofConfined()) {
            call("ERR_print_errors", bio);
            long data = arena.allocate(Long.BYTES, Long.BYTES).address();
            long length = call("BIO_ctrl", bio, BIO_CTRL_INFO, 0, data);
            return new String(LibCrypto.bytes(LibCrypto.getLong(data), length), StandardCharsets.UTF_8);
        } finally {
            call("BIO_free", bio);
        }
    }
}
