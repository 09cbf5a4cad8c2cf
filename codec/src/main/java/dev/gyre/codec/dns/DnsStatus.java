package dev.gyre.codec.dns;

import org.jspecify.annotations.Nullable;

/** Why a query has no answer; the code is what programs see in {@code error.code}. */
public enum DnsStatus {
    NODATA("ENODATA"),
    FORMERR("EFORMERR"),
    SERVFAIL("ESERVFAIL"),
    NOTFOUND("ENOTFOUND"),
    NOTIMP("ENOTIMP"),
    REFUSED("EREFUSED"),
    BADNAME("EBADNAME"),
    BADRESP("EBADRESP"),
    CONNREFUSED("ECONNREFUSED"),
    TIMEOUT("ETIMEOUT"),
    CANCELLED("ECANCELLED"),
    /** Node has no name for it. */
    NOSERVER("UNKNOWN_ARES_ERROR");

    private final String code;

    DnsStatus(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }

    /** What the server's response code means for the one who asked; null where the answers are to be read. */
    static @Nullable DnsStatus of(int responseCode, int answers) {
        return switch (responseCode) {
            case 1 -> FORMERR;
            case 2 -> SERVFAIL;
            case 3 -> NOTFOUND;
            case 4 -> NOTIMP;
            case 5 -> REFUSED;
            default -> answers == 0 ? NODATA : null;
        };
    }
}
