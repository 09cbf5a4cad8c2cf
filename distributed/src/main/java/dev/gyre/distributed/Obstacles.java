package dev.gyre.distributed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What keeps this member and another process apart, in words, where it is a matter of TLS. Each is told once, and only so many are,
 * because strangers can cause them.
 *
 * <p>A member that meets one of the other kind (with TLS, without) answers with an alert of TLS: that is all that the other side can
 * hear of the reason.
 */
final class Obstacles {
    private static final int MAX_TOLD = 16;

    /** So many bytes of a connection show of which kind the other side is. */
    static final int KIND_BYTES = 4;

    /** With which JGroups begins. */
    private static final byte[] COOKIE = {'b', 'e', 'l', 'a'};

    private static final int HANDSHAKE = 0x16;

    private static final int ALERT = 0x15;
    private static final int TLS = 3;
    private static final int FATAL = 2;
    private static final int INSUFFICIENT_SECURITY = 71;
    private static final String NO_CERTIFICATES = "insufficient_security";

    private static final Pattern RECEIVED = Pattern.compile("Received fatal alert: (\\w+)");
    private static final Pattern OF_CERTIFICATE = Pattern.compile(
            "bad_certificate|unsupported_certificate|certificate_\\w+|unknown_ca|access_denied|handshake_failure");

    private final Consumer<String> listener;
    private final Set<String> told = new HashSet<>(); // guarded by itself

    Obstacles(Consumer<String> listener) {
        this.listener = listener;
    }

    /** What a member says to one of the other kind. */
    static byte[] refusal() {
        return new byte[] {ALERT, TLS, TLS, 0, 2, FATAL, INSUFFICIENT_SECURITY};
    }

    /** Whether the first bytes of a connection are of a handshake. */
    static boolean isHandshake(byte[] start) {
        return start[0] == HANDSHAKE && start[1] == TLS;
    }

    static boolean isPlain(byte[] start) {
        return Arrays.equals(start, COOKIE);
    }

    static boolean isAlert(byte[] start, int offset, int length) {
        return length > 1 && start[offset] == ALERT && start[offset + 1] == TLS;
    }

    /** A connection to a member has failed. */
    void whenConnecting(@Nullable InetSocketAddress to, Credentials own, IOException e) {
        String reason = reason(own, e);
        if (to != null && reason != null) {
            tell(Hosts.text(to) + " can't be joined: " + reason);
        }
    }

    /** A member without certificates has connected to one that has some. */
    void wantsCertificates(@Nullable InetSocketAddress to) {
        if (to != null) {
            tell(Hosts.text(to) + " can't be joined: it wants certificates, and none are given;"
                    + " give --tls FOLDER, the pool's option tls, or GYRE_TLS=FOLDER");
        }
    }

    void whenAccepting(@Nullable InetSocketAddress from, Credentials own, IOException e) {
        String reason = reason(own, e);
        if (from != null && reason != null) {
            tell("a member at " + from.getAddress().getHostAddress() + " can't join: " + reason);
        }
    }

    void hasNoCertificates(@Nullable InetSocketAddress from) {
        if (from != null) {
            tell("a member at " + from.getAddress().getHostAddress()
                    + " can't join: it has no certificates; give it --tls FOLDER,"
                    + " the pool's option tls, or GYRE_TLS=FOLDER");
        }
    }

    void beginsTls(@Nullable InetSocketAddress from) {
        if (from != null) {
            tell("a member at " + from.getAddress().getHostAddress()
                    + " can't join: it has certificates, and this one has none; give" + " them to both, or to neither");
        }
    }

    private static @Nullable String reason(Credentials own, IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorityTrust.RefusedException refused) {
                return refused.getMessage();
            }
        }
        Matcher alert = RECEIVED.matcher(Objects.requireNonNullElse(e.getMessage(), ""));
        if (!alert.find()) {
            return null; // the connection was cut
        }
        String name = alert.group(1);
        if (name.equals(NO_CERTIFICATES)) {
            return "it has no certificates, and this one has; give them to both, or to neither";
        }
        if (!OF_CERTIFICATE.matcher(name).matches()) {
            return null;
        }
        return "it refuses the certificate " + own.text() + ": " + meaning(name)
                + "; all members need certificates of one authority (gyre node --init-ca)";
    }

    private static String meaning(String alert) {
        return switch (alert) {
            case "certificate_expired" -> "it has expired";
            case "bad_certificate", "certificate_unknown", "unknown_ca" ->
                "it is of another authority, or not valid there";
            default -> alert;
        };
    }

    private void tell(String text) {
        synchronized (told) {
            if (told.size() >= MAX_TOLD || !told.add(text)) {
                return;
            }
        }
        listener.accept(text);
    }
}
