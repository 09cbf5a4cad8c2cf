package dev.gyre.engine.icu;

/** ICU data that is damaged, of a format this build step doesn't know, or incomplete. */
final class IcuDataException extends RuntimeException {
    IcuDataException(String message) {
        super(message);
    }

    IcuDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
