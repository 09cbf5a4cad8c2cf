package dev.gyre.node.inspector;

import dev.gyre.engine.Args;
import dev.gyre.engine.Inspector;
import dev.gyre.engine.InspectorSession;
import dev.gyre.engine.ScriptValue;
import dev.gyre.engine.v8internals.machinecode.InspectorCalls;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Binding;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.worker_threads.Family;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The native half of {@code inspector}: sessions of the program itself, see inspector/internal/connection.js. */
public final class InspectorBinding implements Binding {
    private static final String CONTEXT_OF_PROGRAM = "{\"isDefault\":false}";

    private final @Nullable GyreRuntime maybeRuntime;
    private final Map<Integer, InspectorSession> sessions = new HashMap<>();
    private final Map<Integer, NodeDomains> domains = new HashMap<>();
    private final Map<Integer, ThreadSession> elsewhere = new HashMap<>(); // sessions with the main runtime
    private final Deque<List<Object>> messages =
            new ArrayDeque<>(); // what JavaScript has not fetched: session and text
    private @Nullable ScriptValue deliver;
    private int channel;
    private int lastSession;
    private boolean isTold; // that there are messages
    private int depth; // of calls that JavaScript fetches messages after

    public InspectorBinding(@Nullable GyreRuntime runtime) {
        maybeRuntime = runtime;
    }

    @Override
    public String name() {
        return "inspector";
    }

    @Override
    public void register(Functions f) {
        f.add("begin", args -> {
            channel = args.integer(0);
            deliver = args.keep(1);
            return null;
        });
        f.add("connect", _ -> connect());
        f.add("connectToMain", _ -> connectToMain());
        f.add("dispatch", args -> {
            dispatch(args.integer(0), args.requiredString(1));
            return null;
        });
        f.add("next", _ -> {
            isTold = false;
            return messages.poll();
        });
        f.add("open", args -> agent().open(args.requiredString(1), args.integer(0)));
        f.add("close", _ -> {
            agent().close();
            return null;
        });
        f.add("url", _ -> agentIfAny() == null ? null : agent().url());
        f.add("port", _ -> agent().port());
        f.add("isOpen", _ -> agentIfAny() != null && agent().isOpen());
        f.add("waitForDebugger", _ -> {
            agent().waitForDebugger();
            return null;
        });
        f.add("pauseOnStart", _ -> {
            agent().pauseOnNextCall();
            return null;
        });
        f.add("onTasks", args -> {
            int told = args.integer(0);
            agent().inspector()
                    .onTasks(() -> runtime().loop().post(() -> runtime().message(told, null)));
            return null;
        });
        f.add("offer", args -> {
            agent().inspector().offer(args.requiredString(0), args.keep(1));
            return null;
        });
        f.add("tracksTasks", _ -> {
            Inspector inspector = agent().inspector();
            return inspector.tracksTasks() && inspector.calls() != null;
        });
        f.add("taskScheduled", args -> {
            calls().taskScheduled(args.requiredString(0), task(args, 1), true);
            return null;
        });
        f.add("taskStarted", args -> {
            calls().taskStarted(task(args, 0));
            return null;
        });
        f.add("taskFinished", args -> {
            calls().taskFinished(task(args, 0));
            return null;
        });
        f.add("taskCanceled", args -> {
            calls().taskCanceled(task(args, 0));
            return null;
        });
        f.add(
                "contextCreated",
                args -> agent().inspector()
                        .contextCreated(args, 0, args.requiredString(1), args.requiredString(2), CONTEXT_OF_PROGRAM));
        f.add("exceptionThrown", args -> {
            agent().inspector()
                    .exceptionThrown(
                            args, 0, args.requiredString(2), args.requiredString(3), args.integer(4), args.integer(5));
            return null;
        });
        f.add("emit", args -> {
            emit(new OwnEvent(args.requiredString(0), args.requiredString(1), args.requiredString(2), args.string(3)));
            return null;
        });
        f.add("wants", args -> wants(args.requiredString(0)));
        f.add("putResource", args -> {
            agent().resources().put(args.requiredString(0), args.requiredString(1));
            return null;
        });
        f.add("takeCoverage", _ -> {
            ProfileFiles files = runtime().sharedIfAny(ProfileFiles.class);
            if (files != null) {
                files.takeCoverage();
            }
            return null;
        });
        f.add("endProfiles", _ -> {
            ProfileFiles files = runtime().sharedIfAny(ProfileFiles.class);
            if (files != null) {
                files.end();
            }
            return null;
        });
        f.add("startCoverage", args -> {
            ProfileFiles.startCoverage(runtime(), args.requiredString(0));
            return null;
        });
        f.add("setCoverageSourceMaps", args -> {
            ProfileFiles files = runtime().sharedIfAny(ProfileFiles.class);
            if (files != null) {
                files.setSourceMaps(args.requiredString(0));
            }
            return null;
        });
        f.add("stopCoverage", _ -> {
            ProfileFiles files = runtime().sharedIfAny(ProfileFiles.class);
            if (files != null) {
                files.stopCoverage();
            }
            return null;
        });
        f.add("disconnect", args -> {
            InspectorSession session = sessions.remove(args.integer(0));
            NodeDomains ended = domains.remove(args.integer(0));
            if (session != null && ended != null) {
                ended.close();
                session.close();
            }
            ThreadSession other = elsewhere.remove(args.integer(0));
            if (other != null) {
                other.close();
            }
            return null;
        });
    }

    @Override
    public void close() {
        elsewhere.values().forEach(ThreadSession::close);
        domains.values().forEach(NodeDomains::close);
        if (deliver != null) {
            deliver.close();
        }
    }

    private GyreRuntime runtime() {
        return Objects.requireNonNull(maybeRuntime);
    }

    private InspectorAgent agent() {
        return InspectorAgent.of(runtime());
    }

    private @Nullable InspectorAgent agentIfAny() {
        return runtime().sharedIfAny(InspectorAgent.class);
    }

    private InspectorCalls calls() {
        return Objects.requireNonNull(agent().inspector().calls());
    }

    /** V8 takes odd numbers for promises. */
    private static long task(Args args, int i) {
        return ((long) args.number(i)) * 2;
    }

    private int connect() {
        int id = ++lastSession;
        sessions.put(id, agent().inspector().connect(false, text -> receive(id, text)));
        domains.put(
                id,
                new NodeDomains(
                        new WorkerDomain(Family.of(runtime()), text -> receiveLater(id, text)),
                        agent().resources(),
                        new TracingDomain(
                                agent().traceLog(),
                                text -> messages.add(List.of(id, text)),
                                text -> receiveLater(id, text)),
                        agent().targets(text -> receiveLater(id, text))));
        return id;
    }

    /** Opens a session with the main runtime; 0 where there is none. */
    private int connectToMain() {
        GyreRuntime main = Family.of(runtime()).main();
        if (main == null) {
            return 0;
        }
        int id = ++lastSession;
        var session = new ThreadSession(main, text -> receiveLater(id, text));
        elsewhere.put(id, session);
        session.openSoon();
        return id;
    }

    /** What comes from another thread is an event of the loop: in the queue, a listener of one could get the next inside of it. */
    private void receiveLater(int id, String text) {
        runtime().loop().post(() -> runtime().message(channel, List.of(id, text)));
    }

    private void dispatch(int id, String message) {
        ThreadSession other = elsewhere.get(id);
        if (other != null) {
            other.receive(message);
            return;
        }
        String answer = Objects.requireNonNull(domains.get(id)).answer(message);
        if (answer != null) {
            if (!answer.isEmpty()) {
                messages.add(List.of(id, answer));
            }
            return;
        }
        depth++;
        try {
            Objects.requireNonNull(sessions.get(id), "the session is closed").dispatch(ProtocolText.toV8(message));
        } finally {
            depth--;
        }
    }

    /** Sends an event of the program's own to all who want it. JavaScript fetches those of its own sessions. */
    private void emit(OwnEvent event) {
        domains.forEach((id, wanted) -> {
            if (wanted.take(event)) {
                messages.add(List.of(id, event.text()));
            }
        });
        InspectorAgent agent = agentIfAny();
        if (agent != null) {
            agent.broadcast(event);
        }
    }

    private boolean wants(String domain) {
        InspectorAgent agent = agentIfAny();
        return domains.values().stream().anyMatch(each -> each.wants(domain))
                || (agent != null && agent.isWanted(domain));
    }

    /** In the midst of whatever runs. JavaScript is entered where a script is paused only: that may be done there. */
    private void receive(int session, String text) {
        if (CoreWasm.isScript(text)) {
            return;
        }
        messages.add(List.of(session, ProtocolText.fromV8(text)));
        if (ProtocolText.isPause(text)) {
            runtime().isolate().enter(Objects.requireNonNull(deliver));
        } else if (depth == 0 && !isTold) {
            isTold = true;
            runtime().message(channel, null);
        }
    }
}
