package dev.gyre.engine;

import com.caoccao.javet.enums.V8AwaitMode;
import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.IV8InspectorListener;
import com.caoccao.javet.interop.V8Inspector;
import com.caoccao.javet.interop.V8Runtime;
import java.util.function.Consumer;

/**
 * Heap snapshots and profiles, in the forms that Chrome's tools read. They come from V8's inspector, which is opened when
 * first needed. On the isolate's thread, and between callbacks where that is possible: Javet's inspector runs the
 * microtasks that wait, also inside a native call. A caller there has to be done with memory that it shares with JavaScript.
 */
public final class Profiles {
    private static final String CHUNK = "{\"method\":\"HeapProfiler.addHeapSnapshotChunk\",\"params\":{\"chunk\":\"";
    private static final String PROFILE = "\"result\":{\"profile\":";

    private static final long MAX_WAIT_NS = 10_000_000_000L;

    private final V8Runtime runtime;
    private final V8Inspector inspector;
    private Consumer<String> onChunk = _ -> {};
    private String response = "";
    private int lastId;

    Profiles(V8Runtime runtime, String name) {
        this.runtime = runtime;
        inspector = runtime.createV8Inspector(name);
        inspector.addListeners(new IV8InspectorListener() {
            @Override
            public void flushProtocolNotifications() {}

            @Override
            public void receiveNotification(String message) {
                if (message.startsWith(CHUNK)) {
                    onChunk.accept(unescaped(message, CHUNK.length()));
                }
            }

            @Override
            public void receiveResponse(String message) {
                response = message;
            }

            @Override
            public void runIfWaitingForDebugger(int contextGroupId) {}

            @Override
            public void sendRequest(String message) {}
        });
    }

    /** Hands the snapshot's JSON to {@code onChunk}, in parts of about a megabyte. */
    public void heapSnapshot(Consumer<String> onChunk) {
        this.onChunk = onChunk;
        try {
            request("HeapProfiler.enable", "{}");
            response = "";
            request("HeapProfiler.takeHeapSnapshot", "{\"captureNumericValue\":true}");
            // V8 does it in a task of its own, behind all others that wait: those of an isolate that was closed, too,
            // if it
            // had the same address. There may be thousands.
            for (long since = System.nanoTime(); response.isEmpty(); ) {
                if (System.nanoTime() - since > MAX_WAIT_NS) {
                    throw new IllegalStateException("V8 takes no heap snapshot within " + MAX_WAIT_NS + " ns");
                }
                runtime.await(V8AwaitMode.RunNoWait);
            }
            request("HeapProfiler.disable", "{}");
        } finally {
            this.onChunk = _ -> {};
        }
    }

    /**
     * The same at once, inside a native call: V8 takes a snapshot where it ends to watch the heap, and needs no task for that.
     *
     * @param exposeInternals whether V8's own objects are named
     * @param exposeNumbers whether numbers are in it
     */
    public void heapSnapshotNow(Consumer<String> onChunk, boolean exposeInternals, boolean exposeNumbers) {
        this.onChunk = onChunk;
        try {
            request("HeapProfiler.enable", "{}");
            request("HeapProfiler.startTrackingHeapObjects", "{}");
            request(
                    "HeapProfiler.stopTrackingHeapObjects",
                    "{\"captureNumericValue\":" + exposeNumbers + ",\"exposeInternals\":" + exposeInternals + "}");
            request("HeapProfiler.disable", "{}");
        } finally {
            this.onChunk = _ -> {};
        }
    }

    /** Begins a CPU profile, of which there is one at a time. */
    public void startCpuProfile() {
        startCpuProfile(0);
    }

    /** @param intervalMicros between two samples, 0 for V8's default */
    public void startCpuProfile(int intervalMicros) {
        request("Profiler.enable", "{}");
        if (intervalMicros > 0) {
            request("Profiler.setSamplingInterval", "{\"interval\":" + intervalMicros + "}");
        }
        request("Profiler.start", "{}");
    }

    /** Begins to sample allocations; {@code options} are the protocol's, as JSON. There is one such profile at a time. */
    public void startHeapProfile(String options) {
        request("HeapProfiler.enable", "{}");
        request("HeapProfiler.startSampling", options);
    }

    /** Ends it; its JSON. */
    public String stopHeapProfile() {
        request("HeapProfiler.stopSampling", "{}");
        String profile = profileOf(response);
        request("HeapProfiler.disable", "{}");
        return profile;
    }

    /** Ends it; its JSON. */
    public String stopCpuProfile() {
        request("Profiler.stop", "{}");
        String profile = profileOf(response);
        request("Profiler.disable", "{}");
        return profile;
    }

    private static String profileOf(String response) {
        int from = response.indexOf(PROFILE);
        if (from < 0) {
            throw new IllegalStateException("V8 has no profile: " + response);
        }
        return response.substring(from + PROFILE.length(), response.length() - 2);
    }

    private void request(String method, String parameters) {
        try {
            inspector.sendRequest(
                    "{\"id\":" + ++lastId + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}");
        } catch (JavetException e) {
            throw Isolate.translate(e);
        }
    }

    /** The JSON string that begins at {@code from}, behind its quotation mark. */
    private static String unescaped(String json, int from) {
        var text = new StringBuilder(json.length());
        for (int i = from; json.charAt(i) != '"'; i++) {
            char c = json.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            c = json.charAt(++i);
            if (c == 'u') {
                text.append((char) Integer.parseInt(json, i + 1, i + 5, 16));
                i += 4;
            } else {
                int at = "bfnrt".indexOf(c);
                text.append(at < 0 ? c : "\b\f\n\r\t".charAt(at));
            }
        }
        return text.toString();
    }

    void close() throws JavetException {
        inspector.close();
    }
}
