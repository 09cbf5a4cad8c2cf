package dev.gyre.io.openssl;

/** OpenSSL, or one of its functions, is not on this system. Has no Java stack: it is an answer for the program. */
public final class OpenSslMissing extends RuntimeException {
    private final String code;

    OpenSslMissing(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** The error's {@code code} in JavaScript. */
    public String code() {
        return code;
    }
}
