package dev.gyre.dashboard;

import dev.gyre.dashboard.http.Request;
import dev.gyre.dashboard.http.Response;
import org.jspecify.annotations.Nullable;

/**
 * Whether the process is to be left alone ({@code /healthz}) and whether it is to get requests ({@code /readyz}). Both speak
 * of the main runtime; a worker may compute for as long as it likes.
 */
final class Health {
    private static final double HEALTH_LIMIT_MS = 10_000;
    private static final double READY_LIMIT_MS = 1_000;

    private final Recorder recorder;

    Health(Recorder recorder) {
        this.recorder = recorder;
    }

    /** While the main script runs, the process is starting and healthy: it is for {@link #readiness} to say that it can't serve. */
    Response health(Request request) {
        double limitMs = limit(request, HEALTH_LIMIT_MS);
        LoopHistory main = main();
        double lateMs = lateMs(main);
        boolean isBlocked = lateMs > limitMs;
        String reason = isBlocked
                ? "the loop has been blocked for longer than the limit"
                : main == null || !main.subject().hasStarted() ? "starting" : "the loop turns";
        return answer(!isBlocked, reason, lateMs, limitMs);
    }

    Response readiness(Request request) {
        double limitMs = limit(request, READY_LIMIT_MS);
        LoopHistory main = main();
        double lateMs = lateMs(main);
        String reason;
        boolean isReady = false;
        if (main == null || !main.subject().hasStarted()) {
            reason = "the main script has not ended";
        } else if (main.subject().isEnding()) {
            reason = "the process is ending";
        } else if (lateMs > limitMs) {
            reason = "the loop's delay is over the limit";
        } else {
            reason = "the loop turns";
            isReady = true;
        }
        return answer(isReady, reason, lateMs, limitMs);
    }

    private @Nullable LoopHistory main() {
        return recorder.loops().stream()
                .filter(loop -> loop.subject().id() == 0)
                .findFirst()
                .orElse(null);
    }

    private static double lateMs(@Nullable LoopHistory main) {
        return main == null || !main.subject().hasStarted() ? 0 : main.lateMs(System.nanoTime());
    }

    /** The limit that the request asks for, in milliseconds. */
    private static double limit(Request request, double otherwiseMs) {
        String given = request.parameter("limit");
        if (given == null || !given.matches("[0-9]{1,9}")) {
            return otherwiseMs;
        }
        return Integer.parseInt(given);
    }

    private static Response answer(boolean isGood, String reason, double delayMs, double limitMs) {
        String json = new JsonText()
                .open('{')
                .member("status", isGood ? "ok" : "unavailable")
                .member("reason", reason)
                .member("delayMs", delayMs)
                .member("limitMs", limitMs)
                .close('}')
                .toString();
        return Response.json(isGood ? 200 : 503, json);
    }
}
