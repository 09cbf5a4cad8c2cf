package dev.gyre.distributed;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import javax.net.ssl.SSLContext;

/**
 * Who a member is, and whom it trusts.
 *
 * @param folder where they come from
 * @param certificate the member's own
 */
record Credentials(SSLContext context, Path folder, X509Certificate certificate) {

    /** For a message: the file and what is in it. */
    String text() {
        return folder.resolve(PemFiles.CERTIFICATE) + ", " + text(certificate);
    }

    static String text(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName() + " (of "
                + certificate.getIssuerX500Principal().getName() + ", valid until " + day(certificate.getNotAfter())
                + ")";
    }

    static LocalDate day(Date date) {
        return LocalDate.ofInstant(date.toInstant(), ZoneOffset.UTC);
    }
}
