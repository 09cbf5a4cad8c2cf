package dev.gyre.dashboard;

import dev.gyre.dashboard.http.Request;
import dev.gyre.dashboard.http.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask what.
 *
 * <p>The dashboard tells a program's inside and can end its callbacks, and any page in a browser on this machine can send
 * requests to it. So:
 *
 * <ul>
 *   <li>Host must be an IP address, {@code localhost} or the host that was given: a name of somebody's that was made to point
 *       here (DNS rebinding) is none of these.
 *   <li>What a browser says comes from another origin is refused, by Sec-Fetch-Site and by Origin; no answer has a CORS
 *       header.
 *   <li>What changes something is a POST that has the secret of this start, which only the page knows, and an Origin.
 *   <li>With a token, everything but the two health checks needs it: as {@code Authorization: Bearer}, or as a cookie that
 *       the page gets from {@code /?token=…}.
 * </ul>
 */
final class Access {
    static final String COOKIE = "gyre-dashboard";
    static final String SECRET_HEADER = "x-gyre-secret";
    private static final Set<String> HEALTH = Set.of("/healthz", "/readyz");
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}\\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?");
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final int SECRET_BYTES = 24;

    private final String host;
    private final byte @Nullable [] token;
    private final String secret = random();
    private final String session = random();

    /**
     * @param host the name or address that the server was told to listen at
     * @param token null where everybody on this machine may look
     */
    Access(String host, @Nullable String token) {
        this.host = host;
        this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
    }

    static String random() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** What the page sends along with its actions. */
    String secret() {
        return secret;
    }

    /** The answer to a request that is not let in, otherwise null. */
    @Nullable
    Response refusal(Request request) {
        String method = request.method();
        boolean isPost = method.equals("POST");
        if (!isPost && !method.equals("GET") && !method.equals("HEAD")) {
            return Response.text(405, "Only GET, HEAD and POST are answered").with("Allow", "GET, HEAD, POST");
        }
        if (!isOwnHost(request)) {
            return Response.text(421, "The Host header names another host; give an address or localhost");
        }
        if (isFromElsewhere(request)) {
            return Response.text(403, "Requests from other origins are refused; open the address directly");
        }
        if (token != null && !HEALTH.contains(request.path()) && !hasToken(request)) {
            return Response.text(401, "The dashboard's token is needed: /?token=TOKEN, or as a bearer token")
                    .with("WWW-Authenticate", "Bearer realm=\"gyre dashboard\"");
        }
        if (isPost && (request.header("origin") == null || !isEqual(request.header(SECRET_HEADER), secret))) {
            return Response.text(403, "An action needs an Origin and the secret of the page; load the page again");
        }
        return null;
    }

    /** For a request with the token in its query: the answer that makes a cookie of it. Otherwise null. */
    @Nullable
    Response tokenToCookie(Request request) {
        String given = request.parameter("token");
        if (token == null || given == null || !request.path().equals("/") || !isToken(given)) {
            return null;
        }
        return Response.text(303, "See /")
                .with("Location", "/")
                .with("Set-Cookie", COOKIE + "=" + session + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private boolean isOwnHost(Request request) {
        String value = request.header("host");
        var parts = value == null ? null : HOST.matcher(value);
        if (parts == null || !parts.matches()) {
            return false;
        }
        String name = parts.group(1);
        return name.startsWith("[")
                || IPV4.matcher(name).matches()
                || name.equalsIgnoreCase("localhost")
                || name.equalsIgnoreCase(host);
    }

    private static boolean isFromElsewhere(Request request) {
        for (String site : request.headers("sec-fetch-site")) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                return true;
            }
        }
        List<String> origins = request.headers("origin");
        return origins.stream().anyMatch(origin -> !origin.equals("http://" + request.header("host")));
    }

    private boolean hasToken(Request request) {
        if (tokenToCookie(request) != null) {
            return true;
        }
        String authorization = request.header("authorization");
        if (authorization != null && authorization.startsWith("Bearer ")) {
            return isToken(authorization.substring("Bearer ".length()));
        }
        String cookie = request.cookie(COOKIE);
        return isEqual(cookie, session);
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(digest(given.getBytes(StandardCharsets.UTF_8)), digest(token));
    }

    private static boolean isEqual(@Nullable String given, String expected) {
        return given != null
                && MessageDigest.isEqual(
                        digest(given.getBytes(StandardCharsets.UTF_8)),
                        digest(expected.getBytes(StandardCharsets.UTF_8)));
    }

    /** Of equal length for every text, so that the time of a comparison tells nothing, not even a length. */
    private static byte[] digest(byte @Nullable [] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes == null ? new byte[0] : bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK without SHA-256", e);
        }
    }
}
