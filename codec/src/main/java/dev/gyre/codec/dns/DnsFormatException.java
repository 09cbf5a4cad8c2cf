package dev.gyre.codec.dns;

/** A message or name that is not as it should be. Without a stack trace: it is the sender's mistake. */
public final class DnsFormatException extends Exception {
    DnsFormatException(String message) {
        super(message, null, false, false);
    }
}
