package dev.gyre.engine;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.IV8InspectorListener;
import com.caoccao.javet.interop.V8Inspector;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.IV8ValueObject;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** One client of V8's debugging protocol: see {@link Inspector}. */
public final class InspectorSession {
    private static final String SKIPS_PAUSES = "\"Debugger.setSkipAllPauses\"";
    private static final Pattern SKIP = Pattern.compile("\"skip\"\\s*:\\s*true");
    private static final String PAUSE = "\"Debugger.pause\"";
    private static final Pattern TASK_DEPTH = Pattern.compile(
            "\"method\"\\s*:\\s*\"(?:(?:Debugger|Runtime)\\.setAsyncCallStackDepth|Debugger\\.disable)\"");
    private static final Pattern IS_DEEP = Pattern.compile("\"maxDepth\"\\s*:\\s*[1-9]");

    private final Inspector inspector;
    private final V8Inspector session;
    private final boolean isRemote;
    private volatile boolean isGone;
    private volatile boolean skipsPauses; // as the client wants it
    private volatile boolean tracksTasks; // the client wants to know who left a task to be called later
    private boolean isClosed;

    InspectorSession(
            Inspector inspector, V8Runtime runtime, String name, boolean isRemote, Consumer<String> onMessage) {
        this.inspector = inspector;
        this.isRemote = isRemote;
        session = runtime.createV8Inspector(name);
        session.addListeners(new IV8InspectorListener() {
            @Override
            public void flushProtocolNotifications() {}

            @Override
            public void receiveNotification(String message) {
                inspector.beforeMessage(InspectorSession.this, message);
                onMessage.accept(message);
            }

            @Override
            public void receiveResponse(String message) {
                onMessage.accept(message);
            }

            @Override
            public void runIfWaitingForDebugger(int contextGroupId) {
                inspector.debuggerIsReady();
            }

            @Override
            public void sendRequest(String message) {}

            @Override
            public void installAdditionalCommandLineAPI(IV8ValueObject names) {
                inspector.addNames(InspectorSession.this, names);
            }
        });
    }

    /** Whether it is a remote session whose client is there: only such a client can end a pause. */
    boolean isAttached() {
        return isRemote && !isGone;
    }

    boolean isGone() {
        return isGone;
    }

    void setGone() {
        isGone = true;
    }

    boolean tracksTasks() {
        return tracksTasks;
    }

    void skipPauses() {
        session.setSkipAllPauses(true);
    }

    /** Skips pauses, or does again what the client wants. The isolate's thread. */
    void skipPausesForNow(boolean isOn) {
        if (!isClosed && (isOn || !skipsPauses)) {
            session.setSkipAllPauses(isOn);
        }
    }

    /** Dispatches a message of a local session. The isolate's thread. */
    public void dispatch(String message) {
        inspector.dispatch(this, message);
    }

    /** Sends a message of a remote session. Any thread. */
    public void send(String message) {
        inspector.send(this, message);
    }

    /** Sends {@code first}, if a script is paused, and the message when none is any more. Any thread. */
    public void sendAfterPause(String first, String message) {
        inspector.sendAfterPause(this, first, message);
    }

    /** Ends the session, and what it had V8 do. The isolate's thread, while nothing is paused. */
    public void close() {
        inspector.closed(this);
        isClosed = true;
        try {
            session.close();
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    void hand(String message) {
        inspector.noteStep(message);
        if (message.contains(SKIPS_PAUSES)) {
            skipsPauses = SKIP.matcher(message).find();
        }
        boolean changes = TASK_DEPTH.matcher(message).find();
        if (changes) {
            tracksTasks = IS_DEEP.matcher(message).find();
        }
        try {
            session.sendRequest(ascii(message));
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
        if (changes) {
            inspector.tasksChanged();
        }
    }

    /** Has V8 pause at the next call of a function that is not hidden from the client. The isolate's thread. */
    public void pauseOnNextCall(String reason) {
        inspector.noteStep(PAUSE);
        session.schedulePauseOnNextStatement(reason, "");
    }

    void runLoop() {
        session.waitForDebugger();
    }

    /** Javet hands V8 the bytes of Java's modified UTF-8 as Latin-1. What is not ASCII stands in JSON's strings only. */
    private static String ascii(String json) {
        int at = 0;
        while (at < json.length() && json.charAt(at) > 0 && json.charAt(at) < 128) {
            at++;
        }
        if (at == json.length()) {
            return json;
        }
        var text = new StringBuilder(json.length() + 64).append(json, 0, at);
        for (; at < json.length(); at++) {
            char c = json.charAt(at);
            if (c > 0 && c < 128) {
                text.append(c);
            } else {
                text.append(String.format("\\u%04x", (int) c));
            }
        }
        return text.toString();
    }
}
