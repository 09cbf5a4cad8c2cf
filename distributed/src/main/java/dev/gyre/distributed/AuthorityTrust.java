package dev.gyre.distributed;

import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Java's own checks of certificates, whose refusals say what is wrong with which certificate, and what to do. */
final class AuthorityTrust extends X509ExtendedTrustManager {
    private static final String RENEW = "; gyre node --init-ca makes another one";

    private final X509ExtendedTrustManager checks;
    private final Path authorities;

    /** @param authorities the file that they come from */
    AuthorityTrust(X509ExtendedTrustManager checks, Path authorities) {
        this.checks = checks;
        this.authorities = authorities;
    }

    /** With a message for who runs the member. */
    static final class RefusedException extends CertificateException {
        private static final long serialVersionUID = 1;

        /** The cause decides what the other side is told. */
        RefusedException(String message, CertificateException refusal) {
            super(message, refusal.getCause());
        }
    }

    private interface Check {
        void run() throws CertificateException;
    }

    private void check(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException e) {
            throw new RefusedException("its certificate " + Credentials.text(chain[0]) + " " + reason(chain, e), e);
        }
    }

    private String reason(X509Certificate[] chain, CertificateException e) {
        Instant now = Instant.now();
        if (chain[0].getNotAfter().toInstant().isBefore(now)) {
            return "has expired" + RENEW;
        }
        if (chain[0].getNotBefore().toInstant().isAfter(now)) {
            return "is valid from " + chain[0].getNotBefore().toInstant() + " on: compare the clocks of both machines";
        }
        if (!isOfTrusted(chain)) {
            return "is of another authority than those in " + authorities
                    + "; all members need certificates of one (gyre node --init-ca)";
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return "is of an authority that has expired" + RENEW;
            }
        }
        return "can't be used: " + e.getMessage();
    }

    private boolean isOfTrusted(X509Certificate[] chain) {
        for (X509Certificate certificate : chain) {
            for (X509Certificate authority : checks.getAcceptedIssuers()) {
                try {
                    certificate.verify(authority.getPublicKey());
                    return true;
                } catch (GeneralSecurityException _) {
                    // Signed by another one.
                }
            }
        }
        return false;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, () -> checks.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, () -> checks.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, () -> checks.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, () -> checks.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> checks.checkClientTrusted(chain, type));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, () -> checks.checkServerTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return checks.getAcceptedIssuers();
    }
}
