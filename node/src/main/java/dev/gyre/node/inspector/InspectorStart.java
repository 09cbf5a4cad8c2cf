package dev.gyre.node.inspector;

import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.TurnPhase;
import dev.gyre.node.permission.Permission;
import dev.gyre.node.permission.Scope;
import dev.gyre.node.worker_threads.Family;
import dev.gyre.node.worker_threads.WorkerThread;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the options of the command say about debugging. */
public final class InspectorStart {
    static final String DEFAULT_HOST = "127.0.0.1";
    static final int DEFAULT_PORT = 9229;
    private static final int EXIT_NOT_STARTED = 12;

    private InspectorStart() {}

    /** Opens the server and waits for a client, if the options say so. On the runtime's thread, before the main script runs. */
    public static void begin(GyreRuntime runtime) {
        ProfileFiles.begin(runtime);
        if (isDenied(runtime)) {
            return; // the core reports it where that is an error
        }
        if (runtime.options().worker() != null) {
            beginWorker(runtime);
            return;
        }
        Map<String, Object> options = runtime.options().options();
        boolean breaks = isOn(options, "--inspect-brk");
        boolean waits = breaks || isOn(options, "--inspect-wait");
        if ((!waits && !isOn(options, "--inspect")) || isForChildren(options)) {
            return;
        }
        InspectorAgent agent = InspectorAgent.of(runtime);
        if (!open(agent, options)) {
            runtime.exit(EXIT_NOT_STARTED);
            return;
        }
        if (waits) {
            agent.waitForDebugger();
        }
    }

    private static boolean isDenied(GyreRuntime runtime) {
        Permission permission = runtime.permission();
        return permission != null && !permission.isAudit() && !permission.isGranted(Scope.INSPECTOR, null);
    }

    /** Whether the program runs in a process of its own, which is the one to be debugged. */
    private static boolean isForChildren(Map<String, Object> options) {
        return isOn(options, "--test") ? !"none".equals(options.get("--test-isolation")) : isOn(options, "--watch");
    }

    /**
     * Clients of the main runtime may want to see a worker before its script runs. One whose options say so waits for such a
     * client, as in Node: it has no server of its own.
     */
    private static void beginWorker(GyreRuntime worker) {
        Map<String, Object> options = worker.options().options();
        boolean isCores = String.valueOf(options.get(WorkerThread.URL_OPTION)).startsWith("internal/");
        boolean waits = !isCores && (isOn(options, "--inspect-brk") || isOn(options, "--inspect-wait"));
        if (waits) {
            InspectorAgent.of(
                    worker); // before others know of the worker: they have it open their sessions while it waits
        }
        waits |= WorkerTargets.of(Family.of(worker)).begins(worker);
        if (waits) {
            InspectorAgent.of(worker).waitForDebugger();
            worker.turns().run(TurnPhase.INSPECTED);
        }
    }

    /**
     * Opens the server because the process got the signal for that; at an interrupt, if JavaScript is busy. Any thread.
     */
    public static void openAtSignal(GyreRuntime runtime) {
        if (isDenied(runtime)) {
            return;
        }
        var isDone = new AtomicBoolean();
        runtime.loop().post(() -> {
            openOnce(runtime, isDone);
            runtime.turns().run(TurnPhase.INSPECTED);
        });
        runtime.isolate().interrupt(() -> openOnce(runtime, isDone));
    }

    private static void openOnce(GyreRuntime runtime, AtomicBoolean isDone) {
        if (!isDone.getAndSet(true)) {
            InspectorAgent agent = InspectorAgent.of(runtime);
            if (!agent.isOpen()) {
                open(agent, runtime.options().options());
            }
        }
    }

    /** Opens the server where the options say; the default place is loopback. */
    static boolean open(InspectorAgent agent, Map<String, Object> options) {
        String uid = String.valueOf(options.getOrDefault("--inspect-publish-uid", "stderr,http"));
        agent.publish(uid.contains("stderr"), uid.contains("http"));
        Place place = Place.parse(String.valueOf(options.getOrDefault("--inspect-port", "")));
        return agent.open(place.host, place.port);
    }

    private static boolean isOn(Map<String, Object> options, String name) {
        return Boolean.TRUE.equals(options.get(name));
    }

    /** Where the server listens. */
    record Place(String host, int port) {
        /** {@code host:port}, or one of them. */
        static Place parse(String text) {
            if (text.isEmpty()) {
                return new Place(DEFAULT_HOST, DEFAULT_PORT);
            }
            if (text.startsWith("[")) {
                int end = text.indexOf(']');
                String rest = text.substring(end + 1);
                return new Place(
                        text.substring(1, end), rest.startsWith(":") ? number(rest.substring(1)) : DEFAULT_PORT);
            }
            int colon = text.lastIndexOf(':');
            if (colon >= 0) {
                String host = text.substring(0, colon);
                return new Place(host.isEmpty() ? DEFAULT_HOST : host, number(text.substring(colon + 1)));
            }
            boolean isPort = text.chars().allMatch(Character::isDigit);
            return isPort ? new Place(DEFAULT_HOST, number(text)) : new Place(text, DEFAULT_PORT);
        }

        private static int number(String digits) {
            return digits.isEmpty() ? DEFAULT_PORT : Integer.parseInt(digits);
        }
    }
}
