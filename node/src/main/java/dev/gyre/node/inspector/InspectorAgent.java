package dev.gyre.node.inspector;

import dev.gyre.engine.Inspector;
import dev.gyre.engine.InspectorSession;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.TurnPhase;
import dev.gyre.node.trace_events.TraceLog;
import dev.gyre.node.worker_threads.Family;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The debugging of one runtime: its sessions, and the server by which clients of other processes get theirs.
 *
 * <p>What a client sends reaches the runtime's thread in one of three ways: the loop runs a task between two callbacks; V8
 * interrupts a script that runs, where that is the program's and not the core's; or the thread is in the loop of a pause.
 */
public final class InspectorAgent implements ProtocolServer.Target {
    private static final String HELP = "For help, see: https://nodejs.org/learn/getting-started/debugging\n";
    private static final String CORE_SCHEME = "node:";
    private static final String DESTROYED =
            "{\"method\":\"Runtime.executionContextDestroyed\",\"params\":{\"executionContextId\":1}}";

    private final GyreRuntime runtime;
    private final Inspector inspector;
    private final Family family;
    private final Thread thread = Thread.currentThread();
    private final String id = UUID.randomUUID().toString();
    private final NetworkResources resources;
    private final List<RemoteClient> clients = new ArrayList<>(); // guarded by this
    private volatile @Nullable ProtocolServer server;
    private volatile String host = "127.0.0.1";
    private volatile boolean isWaiting;
    private volatile boolean isEnding;
    private volatile boolean isAtEnd;
    private boolean publishesByHttp = true;
    private boolean publishesByStderr = true;

    private InspectorAgent(GyreRuntime runtime) {
        this.runtime = runtime;
        inspector = runtime.isolate().inspector();
        runtime.heldBy(inspector::isHolding);
        family = Family.of(runtime);
        resources = new NetworkResources(
                runtime.options().options().containsKey("--experimental-inspector-network-resource"));
        inspector.onWaiting(this::wake);
        runtime.onTerminate(inspector::release);
        runtime.beforeEnd(this::beforeEnd);
    }

    /** The one of a runtime, made by the first who asks. On its thread. */
    public static InspectorAgent of(GyreRuntime runtime) {
        InspectorAgent agent = runtime.sharedIfAny(InspectorAgent.class);
        if (agent == null) {
            agent = new InspectorAgent(runtime);
            runtime.share(InspectorAgent.class, agent);
        }
        return agent;
    }

    Family family() {
        return family;
    }

    Inspector inspector() {
        return inspector;
    }

    /** The domain of workers for a session with the main runtime, where the program was started with it. */
    @Nullable
    TargetDomain targets(Consumer<String> onMessage) {
        boolean isOn = runtime.options().worker() == null
                && Boolean.TRUE.equals(runtime.options().options().get("--experimental-worker-inspection"));
        return isOn ? new TargetDomain(family, onMessage) : null;
    }

    /** The trace of the main runtime and its workers, which sessions with the main runtime may change. */
    @Nullable
    TraceLog traceLog() {
        return runtime.options().worker() == null ? family.member(TraceLog.class, TraceLog::new) : null;
    }

    // ---- the server

    /** What {@code --inspect-publish-uid} says. */
    void publish(boolean byStderr, boolean byHttp) {
        publishesByStderr = byStderr;
        publishesByHttp = byHttp;
    }

    boolean isOpen() {
        return server != null;
    }

    /**
     * Opens the server.
     *
     * @return whether it listens; if not, the reason was written
     */
    boolean open(String host, int port) {
        try {
            var address = new InetSocketAddress(InetAddress.getByName(host), port);
            ProtocolServer opened = new ProtocolServer(address, this);
            this.host = host;
            server = opened;
            tell("listening");
            return true;
        } catch (UnknownHostException _) {
            write("Unable to resolve \"" + host + "\": unknown node or service\n");
        } catch (IOException e) {
            write("Starting inspector on " + host + ":" + port + " failed: " + reason(e) + "\n");
        }
        return false;
    }

    private static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("in use")
                ? "address already in use"
                : message.contains("ermission")
                        ? "permission denied"
                        : message.contains("assign") ? "address not available" : message;
    }

    int port() {
        ProtocolServer open = server;
        return open == null ? 0 : open.port();
    }

    @Nullable
    String url() {
        ProtocolServer open = server;
        return open == null
                ? null
                : "ws://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + open.port() + "/" + id;
    }

    void close() {
        ProtocolServer open = server;
        if (open != null) {
            isEnding = true; // clients that go now are not told of
            tell("ending");
            server = null;
            open.close();
            isEnding = false;
        }
    }

    private void tell(String verb) {
        if (publishesByStderr) {
            write("Debugger " + verb + " on " + url() + "\n" + HELP);
        }
    }

    private static void write(String text) {
        System.err.print(text);
        System.err.flush();
    }

    // ---- what the server's thread asks

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        String script = script();
        return script.isEmpty()
                ? runtime.options().argv0() + "[" + ProcessHandle.current().pid() + "]"
                : script;
    }

    @Override
    public String scriptUrl() {
        String script = script();
        return script.isEmpty() ? "file://" : Path.of(script).toUri().toString();
    }

    private String script() {
        List<String> argv = runtime.options().argv();
        boolean isText = runtime.options().options().containsKey("--eval");
        return isText || argv.size() < 2
                ? ""
                : Path.of(argv.get(1)).toAbsolutePath().normalize().toString();
    }

    @Override
    public boolean isPublishedByHttp() {
        return publishesByHttp;
    }

    @Override
    public ProtocolServer.Client attach(ClientConnection connection) {
        write("Debugger attached.\n");
        return attach(connection::send);
    }

    /** A client of this process. Any thread. */
    RemoteClient attach(Consumer<String> onMessage) {
        var client = new RemoteClient(this, onMessage);
        synchronized (this) {
            clients.add(client);
            runtime.setDebugged(true);
        }
        inspector.execute(client::open);
        wake();
        return client;
    }

    /** Runs a task on the runtime's thread as soon as that comes by. Any thread. */
    void execute(Runnable task) {
        inspector.execute(task);
        wake();
    }

    /** The client has enabled a domain: it may have to hear what happened before. */
    void enabled(RemoteClient client) {
        if (isWaiting && client.domains().hasRuntime()) {
            client.tell(NodeDomains.event("NodeRuntime.waitingForDebugger"));
        }
    }

    void gone(RemoteClient client, @Nullable InspectorSession session) {
        synchronized (this) {
            clients.remove(client);
            runtime.setDebugged(!clients.isEmpty());
            if (isAtEnd && clients.stream().noneMatch(each -> each.domains().wantsEnd())) {
                clients.forEach(InspectorAgent::tellOfEnd); // who looked at the program has gone
            }
        }
        if (session != null) {
            inspector.gone(session);
            inspector.later(session::close);
            wake();
        }
    }

    @Override
    public void lastClientHasGone() {
        if (isAtEnd) {
            inspector.endWait();
        } else if (!isEnding) {
            tell("ending");
        }
    }

    /** Whether clients are attached. Any thread. */
    public synchronized boolean hasClients() {
        return !clients.isEmpty();
    }

    /** Sends an event of the program's own to all who want it. */
    void broadcast(OwnEvent event) {
        for (RemoteClient client : currentClients()) {
            if (client.domains().take(event)) {
                client.tell(event.text());
            }
        }
    }

    /** Whether a client wants events of the domain. */
    boolean isWanted(String domain) {
        return currentClients().stream().anyMatch(client -> client.domains().wants(domain));
    }

    private synchronized List<RemoteClient> currentClients() {
        return List.copyOf(clients);
    }

    /** What the program has put there for clients. */
    NetworkResources resources() {
        return resources;
    }

    // ---- to the runtime's thread

    /** Something waits for the runtime's thread. Any thread. */
    void wake() {
        if (inspector.hasWaiting()) {
            runtime.loop().post(this::betweenCallbacks);
            remind();
        }
        ProtocolServer open = server;
        if (open != null) {
            open.wakeUp();
        }
    }

    /** What a client's expression has left for ticks, microtasks and the loop is done at once. */
    private void betweenCallbacks() {
        if (inspector.hasWaiting()) {
            inspector.betweenCallbacks();
            runtime.turns().run(TurnPhase.TICKS);
        }
    }

    @Override
    public boolean remind() {
        inspector.interrupt(thread, this::mayDispatch);
        return inspector.hasWaiting();
    }

    /** Whether the innermost frame is the program's: the core may be about to change memory that it shares with Java. */
    private boolean mayDispatch() {
        String stack = runtime.captureStack();
        if (stack == null) {
            return false;
        }
        String[] lines = stack.split("\n", 3);
        return lines.length > 1 && !lines[1].split("\0", 3)[1].startsWith(CORE_SCHEME);
    }

    // ---- waiting

    /** Waits until a client lets the program run. The runtime's thread. */
    void waitForDebugger() {
        isWaiting = true;
        List<RemoteClient> all;
        synchronized (this) {
            all = List.copyOf(clients);
        }
        all.forEach(this::enabled);
        inspector.waitForDebugger(() -> true);
        isWaiting = false;
    }

    /** Has V8 pause where the next function of the program is called. */
    void pauseOnNextCall() {
        List<RemoteClient> all;
        synchronized (this) {
            all = List.copyOf(clients);
        }
        for (RemoteClient client : all) {
            InspectorSession session = client.session();
            if (session != null) {
                session.pauseOnNextCall("Break on start");
            }
        }
    }

    private static void tellOfEnd(RemoteClient client) {
        if (client.isToldOfEnd()) {
            client.tell(DESTROYED);
        }
    }

    /** The program has ended: clients may still look at it, until they have all gone. */
    private void beforeEnd() {
        if (server == null) {
            return;
        }
        List<RemoteClient> all;
        synchronized (this) {
            all = List.copyOf(clients);
            isAtEnd = !clients.isEmpty();
        }
        if (!all.isEmpty()) {
            boolean isToldOfEnd =
                    all.stream().anyMatch(client -> client.domains().wantsEnd());
            for (RemoteClient client : all) {
                if (!isToldOfEnd) {
                    tellOfEnd(client);
                } else if (client.domains().wantsEnd()) {
                    client.tell(NodeDomains.event("NodeRuntime.waitingForDisconnect"));
                }
            }
            write("Waiting for the debugger to disconnect...\n");
            while (hasClients() && inspector.canPause() && !inspector.isReleased()) {
                inspector.waitForDebugger(this::hasClients);
            }
        }
    }
}
