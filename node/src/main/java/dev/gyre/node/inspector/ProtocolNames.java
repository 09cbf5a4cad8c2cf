package dev.gyre.node.inspector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names of all commands and events of the protocol, by domain: clients make functions of them. */
final class ProtocolNames {
    /** Of each domain its name, its commands, a bar, its events, a semicolon. */
    private static final String DOMAINS = """
            Console clearMessages disable enable | messageAdded ;
            Debugger continueToLocation disable enable evaluateOnCallFrame getPossibleBreakpoints getScriptSource
            disassembleWasmModule nextWasmDisassemblyChunk getWasmBytecode getStackTrace pause pauseOnAsyncCall
            removeBreakpoint restartFrame resume searchInContent setAsyncCallStackDepth setBlackboxExecutionContexts
            setBlackboxPatterns setBlackboxedRanges setBreakpoint setInstrumentationBreakpoint setBreakpointByUrl
            setBreakpointOnFunctionCall setBreakpointsActive setPauseOnExceptions setReturnValue setScriptSource
            setSkipAllPauses setVariableValue stepInto stepOut stepOver | breakpointResolved paused resumed
            scriptFailedToParse scriptParsed ;
            HeapProfiler addInspectedHeapObject collectGarbage disable enable getHeapObjectId getObjectByHeapObjectId
            getSamplingProfile startSampling startTrackingHeapObjects stopSampling stopTrackingHeapObjects takeHeapSnapshot
            | addHeapSnapshotChunk heapStatsUpdate lastSeenObjectId reportHeapSnapshotProgress resetProfiles ;
            Profiler disable enable getBestEffortCoverage setSamplingInterval start startPreciseCoverage stop
            stopPreciseCoverage takePreciseCoverage | consoleProfileFinished consoleProfileStarted
            preciseCoverageDeltaUpdate ;
            Runtime awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable evaluate getIsolateId
            getHeapUsage getProperties globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup
            runIfWaitingForDebugger runScript setAsyncCallStackDepth setCustomObjectFormatterEnabled
            setMaxCallStackSizeToCapture terminateExecution addBinding removeBinding getExceptionDetails | bindingCalled
            consoleAPICalled exceptionRevoked exceptionThrown executionContextCreated executionContextDestroyed
            executionContextsCleared inspectRequested ;
            Schema getDomains | ;
            IO read close | ;
            Network disable enable getRequestPostData getResponseBody streamResourceContent loadNetworkResource |
            requestWillBeSent responseReceived loadingFailed loadingFinished dataReceived webSocketCreated webSocketClosed
            webSocketHandshakeResponseReceived ;
            NodeRuntime enable disable notifyWhenWaitingForDisconnect | waitingForDisconnect waitingForDebugger ;
            NodeTracing getCategories start stop | dataCollected tracingComplete ;
            NodeWorker sendMessageToWorker enable disable detach | attachedToWorker detachedFromWorker
            receivedMessageFromWorker ;
            Target getTargets setAutoAttach | targetCreated attachedToTarget ;
            DOMStorage clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem | domStorageItemAdded
            domStorageItemRemoved domStorageItemUpdated domStorageItemsCleared ;
            Storage getStorageKey | ;
            """;

    private ProtocolNames() {}

    /** As the protocol's description has them, for JSON. */
    static Map<String, Object> description() {
        var domains = new ArrayList<Object>();
        for (String text : DOMAINS.split(";", -1)) {
            if (text.isBlank()) {
                continue;
            }
            String[] halves = text.split("\\|", -1);
            List<String> words = List.of(halves[0].strip().split("\\s+", -1));
            var domain = new LinkedHashMap<String, Object>();
            domain.put("domain", words.getFirst());
            domain.put("commands", named(words.subList(1, words.size())));
            domain.put("events", named(List.of(halves[1].strip().split("\\s+", -1))));
            domains.add(domain);
        }
        var all = new LinkedHashMap<String, Object>();
        all.put("version", Map.of("major", "1", "minor", "0"));
        all.put("domains", domains);
        return all;
    }

    private static List<Object> named(List<String> names) {
        return names.stream()
                .filter(name -> !name.isEmpty())
                .map(name -> (Object) Map.of("name", name))
                .toList();
    }
}
