package dev.gyre.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server: what it answers, to whom, and while what. */
@Timeout(120)
class DashboardTest {
    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(30);

    private final LoopSubject main = new LoopSubject(0, "main");
    private Dashboard dashboard;
    private Client client;

    @BeforeEach
    void start() throws IOException {
        start(new Dashboard.Options(0, null, null));
    }

    private void start(Dashboard.Options options) throws IOException {
        dashboard = new Dashboard(options, "<b>app.js</b>", () -> List.of(main));
        dashboard.start();
        client = new Client(dashboard.url());
    }

    @AfterEach
    void stop() {
        dashboard.close();
        main.close();
    }

    private String until(String target, Predicate<String> isRight) throws IOException {
        long untilNs = System.nanoTime() + SOON_NS;
        String answer = client.get(target);
        while (!isRight.test(answer)) {
            assertTrue(System.nanoTime() < untilNs, answer);
            answer = client.get(target);
        }
        return answer;
    }

    @Test
    void healthAndMetricsAreToldWhileTheLoopIsPinned() throws Exception {
        until("/readyz", answer -> Client.status(answer) == 200);
        assertEquals(200, Client.status(client.get("/healthz")));
        main.hold();
        String sick = until("/healthz?limit=50", answer -> Client.status(answer) == 503);
        assertTrue(sick.contains("the loop has been blocked"), sick);
        until("/readyz?limit=50", answer -> Client.status(answer) == 503);
        until(
                "/metrics",
                answer -> answer.matches("(?s).*\ngyre_loop_late_seconds\\{runtime=\"main\"} 0\\.[0-9]{2}.*"));
        assertEquals(200, Client.status(client.get("/healthz")), "within the limit of ten seconds");
        main.free();
        until("/readyz", answer -> Client.status(answer) == 200);
        main.isEnding = true;
        assertTrue(until("/readyz", answer -> Client.status(answer) == 503).contains("ending"));
    }

    @Test
    void pageIsOneFileThatLoadsNothingElse() throws IOException {
        String answer = client.get("/");
        assertEquals(200, Client.status(answer));
        String nonce = group(answer, "script-src 'nonce-([0-9a-f]+)'");
        assertTrue(answer.contains("default-src 'none'"), answer.substring(0, 500));
        assertTrue(answer.contains("<script nonce=\"" + nonce + "\">"));
        assertFalse(answer.contains("{{"), "a placeholder is left");
        assertFalse(Pattern.compile("(src|href)=\"(https?:|//)").matcher(answer).find());
        assertTrue(answer.contains("&lt;b&gt;app.js&lt;/b&gt;") && !answer.contains("<b>"));
        assertFalse(answer.contains(".innerHTML"));
        assertFalse(answer.toLowerCase(Locale.ROOT).contains("access-control-allow"));
        assertEquals("", Client.body(client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")));
    }

    private static String group(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), pattern);
        return matcher.group(1);
    }

    @Test
    void namesThatPointHereAreRefused() throws IOException {
        for (String host :
                List.of("evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example", "", "a b", "[::1")) {
            assertTrue(
                    List.of(400, 421)
                            .contains(Client.status(client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))),
                    host);
        }
        assertTrue(Client.status(client.send("GET / HTTP/1.0\r\n\r\n")) >= 400, "no Host at all");
        String both = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n";
        assertTrue(Client.status(client.send(both)) >= 400, "two of them");
        for (String host : List.of("localhost", "LOCALHOST:1234", "127.0.0.1", "[::1]:9464", "10.0.0.1:80")) {
            assertEquals(200, Client.status(client.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")), host);
        }
    }

    @Test
    void otherOriginsAreRefused() throws IOException {
        for (String header : List.of(
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1:1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site")) {
            for (String target : List.of("/", "/metrics", "/api/live", "/api/history", "/healthz")) {
                assertEquals(403, Client.status(client.get(target, header)), header + " " + target);
            }
        }
        assertEquals(200, Client.status(client.get("/metrics", "Sec-Fetch-Site: same-origin")));
    }

    @Test
    void actionsNeedTheSecretOfThePage() throws IOException {
        String secret = group(client.get("/"), "name=\"gyre-secret\" content=\"([0-9a-f]+)\"");
        String action = "/api/heap-snapshot?runtime=0";
        assertEquals(403, Client.status(client.post(action)));
        assertEquals(
                403, Client.status(client.post(action, "X-Gyre-Secret: " + secret.replace(secret.charAt(0), 'x'))));
        assertEquals(403, Client.status(client.post(action, "X-Gyre-Secret: " + secret, "X-Gyre-Secret: " + secret)));
        assertEquals(
                403, Client.status(client.post(action, "X-Gyre-Secret: " + secret, "Origin: http://evil.example")));
        String noOrigin = "POST " + action + " HTTP/1.1\r\nHost: localhost\r\nX-Gyre-Secret: " + secret
                + "\r\nContent-Length: 0\r\n\r\n";
        assertEquals(403, Client.status(client.send(noOrigin)));
        assertEquals(404, Client.status(client.get(action)), "it is no GET");
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH")) {
            assertEquals(405, Client.status(client.send(method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n")), method);
        }
        String begun = client.post(action, "X-Gyre-Secret: " + secret);
        assertEquals(202, Client.status(begun), begun);
        String job = group(begun, "\"job\":\"([0-9a-f]+)\"");
        assertEquals(
                "{\"snapshot\":{}}", Client.body(until("/download/" + job, answer -> Client.status(answer) == 200)));
        assertEquals(404, Client.status(client.get("/download/" + "0".repeat(48))));
        assertEquals(404, Client.status(client.post("/api/heap-snapshot?runtime=7", "X-Gyre-Secret: " + secret)));
    }

    @Test
    void callbackThatHoldsTheLoopIsEndedByItsNumber() throws Exception {
        String secret = "X-Gyre-Secret: " + group(client.get("/"), "name=\"gyre-secret\" content=\"([0-9a-f]+)\"");
        main.hold();
        long number = main.telemetry().running().number();
        String other = client.post("/api/end-callback?runtime=0&number=" + (number + 1), secret);
        assertEquals(409, Client.status(other), other);
        assertEquals(400, Client.status(client.post("/api/end-callback?runtime=0&number=x", secret)));
        assertEquals(202, Client.status(client.post("/api/end-callback?runtime=0&number=" + number, secret)));
        until("/readyz", answer -> Client.status(answer) == 200);
    }

    @Test
    void tokenIsNeededWhereThereIsOne() throws IOException {
        dashboard.close();
        start(new Dashboard.Options(0, "127.0.0.1", "s&cret"));
        for (String target : List.of("/", "/metrics", "/api/live", "/api/history", "/?token=wrong", "/?token=")) {
            assertEquals(401, Client.status(client.get(target)), target);
        }
        assertEquals(200, Client.status(client.get("/healthz")), "whoever restarts the process has no token");
        assertEquals(401, Client.status(client.get("/metrics", "Authorization: Bearer s&cre")));
        assertEquals(200, Client.status(client.get("/metrics", "Authorization: Bearer s&cret")));
        String enters = client.get("/?token=s%26cret");
        assertEquals(303, Client.status(enters));
        String cookie = group(enters, "Set-Cookie: ([^;]+); Path=/; HttpOnly; SameSite=Strict");
        assertFalse(cookie.contains("s&cret"));
        assertEquals(200, Client.status(client.get("/", "Cookie: a=b; " + cookie)));
        assertEquals(401, Client.status(client.get("/", "Cookie: gyre-dashboard=x")));
    }

    @Test
    void otherAddressesNeedAToken() {
        assertNotNull(new Dashboard.Options(0, "0.0.0.0", null).complaint());
        assertNotNull(new Dashboard.Options(0, "::", null).complaint());
        assertNotNull(new Dashboard.Options(0, "0.0.0.0", "").complaint());
        assertNotNull(new Dashboard.Options(65536, null, null).complaint());
        assertNull(new Dashboard.Options(0, "0.0.0.0", "token").complaint());
        assertNull(new Dashboard.Options(0, "127.0.0.2", null).complaint());
        assertNull(new Dashboard.Options(null, null, null).complaint());
    }

    @Test
    void hostileBytesAreRefusedAndOthersStillServed() throws IOException {
        assertEquals(400, Client.status(client.send("\0\1\2garbage\r\n\r\n")));
        assertEquals(
                431,
                Client.status(
                        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")));
        assertEquals(
                431, Client.status(client.send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")));
        String smuggled =
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
        assertEquals(400, Client.status(client.send(smuggled)));
        String large = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(10_000);
        assertEquals(413, Client.status(client.send(large)));
        assertEquals(404, Client.status(client.get("/../../etc/passwd")));
        assertEquals(404, Client.status(client.get("/download/../x")));
        assertEquals(200, Client.status(client.get("/healthz?limit=99999999999999999999")));
        var silent = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 200; i++) { // more than there may be
                Socket socket = client.connect();
                silent.add(socket);
                socket.getOutputStream().write("GET /".getBytes(StandardCharsets.ISO_8859_1));
            }
            assertEquals(200, Client.status(client.get("/healthz")));
        } catch (IOException e) {
            throw new AssertionError("after " + silent.size() + " connections", e);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void liveStreamBeginsWithTheHistoryAndGoesOn() throws IOException {
        try (Socket socket = client.connect()) {
            socket.getOutputStream()
                    .write("GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String text = "";
            for (int ticks = 0; ticks < 3; ) {
                String line = lines.readLine();
                assertNotNull(line, text);
                text += line + "\n";
                ticks += line.equals("event: tick") ? 1 : 0;
            }
            assertTrue(text.contains("event: history\ndata: {\"loops\":[{\"id\":0,\"name\":\"main\","), text);
        }
    }

    @Test
    void textFromTheProgramCannotEndAScript() {
        String json = new JsonText()
                .open('{')
                .member("<b>", "</script><!--\u2028\"\\\n")
                .close('}')
                .toString();
        assertEquals("{\"\\u003cb\\u003e\":\"\\u003c/script\\u003e\\u003c!--\\u2028\\\"\\\\\\u000a\"}", json);
    }
}
