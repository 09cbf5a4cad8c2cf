package dev.gyre.dashboard;

import dev.gyre.dashboard.http.HttpService;
import dev.gyre.dashboard.http.Request;
import dev.gyre.dashboard.http.Response;
import dev.gyre.io.process.PosixProcess;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The dashboard of a process: a page, metrics and health checks, served by the thread {@code gyre-dashboard}, which waits for
 * no loop.
 */
public final class Dashboard implements AutoCloseable {
    public static final int DEFAULT_PORT = 9464;

    /** Looks at the loops ten times a second. */
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A few milliseconds a second at most, but to be had also while all processors are busy. */
    private static final int NICE = 10;

    private static final String HTML = "text/html; charset=utf-8";

    private final Recorder recorder;
    private final Health health;
    private final Access access;
    private final Jobs jobs = new Jobs();
    private final BlockLog blocks = new BlockLog();
    private long blocksTold;
    private final HttpService service;
    private final ArrayList<Response.EventStream> streams = new ArrayList<>();
    private final Supplier<List<? extends Subject>> subjects;
    private final String program;
    private final String url;
    private volatile boolean isClosed;

    /**
     * @param port 0 for any; null for {@value #DEFAULT_PORT}, or any where that is taken
     * @param host the address to listen at; null for loopback
     * @param token needed with a host that is not loopback
     */
    public record Options(
            @Nullable Integer port,
            @Nullable String host,
            @Nullable String token) {
        /** Why these can't be, or null. */
        public @Nullable String complaint() {
            if (port != null && (port < 0 || port > 65535)) {
                return "--dashboard=" + port + ": a port is a number from 0 to 65535";
            }
            if (token != null && token.isEmpty()) {
                return "--dashboard-token must not be empty";
            }
            if (token == null && host != null && !isLoopback(host)) {
                return "--dashboard-host=" + host
                        + " can be reached by others: it needs --dashboard-token or GYRE_DASHBOARD_TOKEN";
            }
            return null;
        }

        private static boolean isLoopback(String host) {
            return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]{1,3}){3}");
        }
    }

    /**
     * Begins to listen; {@link #start} begins to answer.
     *
     * @param program its name for the page
     * @param subjects the loops that live now; asked at every look
     */
    public Dashboard(Options options, String program, Supplier<List<? extends Subject>> subjects) throws IOException {
        this.program = program;
        this.subjects = subjects;
        recorder = new Recorder(subjects);
        health = new Health(recorder);
        String host = options.host() == null ? "127.0.0.1" : options.host();
        access = new Access(host, options.token());
        service = listen(InetAddress.getByName(host), options.port());
        url = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + service.port() + "/";
    }

    private HttpService listen(InetAddress address, @Nullable Integer port) throws IOException {
        if (port != null) {
            return new HttpService(new InetSocketAddress(address, port), this::handle);
        }
        try {
            return new HttpService(new InetSocketAddress(address, DEFAULT_PORT), this::handle);
        } catch (BindException _) {
            return new HttpService(new InetSocketAddress(address, 0), this::handle);
        }
    }

    public String url() {
        return url;
    }

    public void start() {
        Thread thread = new Thread(this::run, "gyre-dashboard");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        isClosed = true;
        service.wakeUp();
    }

    private void run() {
        PosixProcess.raiseThreadPriority(NICE);
        Runnable unlisten = blocks.listen();
        try (service) {
            recorder.look();
            service.practise("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            long nextNs = System.nanoTime();
            while (!isClosed) {
                recorder.look();
                jobs.advance();
                tell();
                nextNs = Math.max(nextNs + PERIOD_NS, System.nanoTime()); // a look that comes late is not made up for
                service.serve(nextNs);
            }
        } catch (IOException e) {
            System.err.println("gyre: the dashboard has ended: " + e);
        } finally {
            unlisten.run();
        }
    }

    private void tell() {
        if (streams.isEmpty()) {
            return;
        }
        send("tick", recorder.latestJson());
        if (jobs.hasChanged()) {
            send("jobs", jobs.json());
        }
        if (blocks.version() != blocksTold) {
            blocksTold = blocks.version();
            send("blocks", blocks.json());
        }
    }

    private void send(String event, String data) {
        streams.removeIf(stream -> !stream.send(event, data));
    }

    // ---- requests

    private Response handle(Request request) {
        Response answer = access.refusal(request);
        if (answer == null) {
            try {
                answer = request.method().equals("POST") ? act(request) : show(request);
            } catch (RuntimeException e) { // our own bug: the others are still to be answered
                System.err.println("gyre: the dashboard can't answer " + request.path());
                e.printStackTrace();
                answer = Response.text(500, "internal error");
            }
        }
        return answer.with("Cache-Control", "no-store")
                .with("X-Content-Type-Options", "nosniff")
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .with("Cross-Origin-Opener-Policy", "same-origin");
    }

    private Response show(Request request) {
        return switch (request.path()) {
            case "/" -> page(request);
            case "/healthz" -> health.health(request);
            case "/readyz" -> health.readiness(request);
            case "/metrics" -> Response.of(200, Metrics.TYPE, Metrics.of(recorder, blocks));
            case "/api/live" -> Response.events(this::begin);
            case "/api/history" -> Response.json(200, recorder.historyJson());
            default ->
                request.path().startsWith("/download/")
                        ? jobs.download(request.path().substring("/download/".length()))
                        : Response.text(404, "There is no such page");
        };
    }

    private Response page(Request request) {
        Response cookie = access.tokenToCookie(request);
        if (cookie != null) {
            return cookie;
        }
        String nonce = Access.random();
        return Response.of(200, HTML, Page.dashboard(nonce, access.secret(), program))
                .with("Content-Security-Policy", Page.policy(nonce));
    }

    private void begin(Response.EventStream stream) {
        if (stream.send("history", recorder.historyJson())
                && stream.send("jobs", jobs.json())
                && stream.send("blocks", blocks.json())) {
            streams.add(stream);
        }
    }

    private Response act(Request request) {
        String id = request.parameter("runtime");
        Subject subject = subjects.get().stream()
                .filter(one -> Integer.toString(one.id()).equals(id))
                .findFirst()
                .orElse(null);
        if (subject == null) {
            return Response.json(404, Jobs.error("there is no such runtime"));
        }
        return switch (request.path()) {
            case "/api/heap-snapshot" -> jobs.heapSnapshot(subject);
            case "/api/cpu-profile" -> jobs.cpuProfile(subject);
            case "/api/end-callback" -> endCallback(subject, request.parameter("number"));
            default -> Response.text(404, "There is no such action");
        };
    }

    private static Response endCallback(Subject subject, @Nullable String number) {
        if (number == null || !number.matches("[0-9]{1,18}")) {
            return Response.json(400, Jobs.error("number is missing"));
        }
        return subject.endCallback(Long.parseLong(number))
                ? Response.json(202, "{}")
                : Response.json(409, Jobs.error("the callback has ended meanwhile, or can't be ended"));
    }
}
