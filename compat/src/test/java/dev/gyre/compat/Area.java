package dev.gyre.compat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The areas by which shares are counted: the folder of a test, or what its name begins with. */
final class Area {
    private static final Map<String, Pattern> BY_NAME = new LinkedHashMap<>();

    static {
        name("timers", "timers?(-|$)|primitive-timer-leak");
        name("nexttick", "next-tick|process-next-tick");
        name("promises", "promises?-|microtask|queue-microtask|unhandled-");
        name(
                "abort-eventtarget",
                "abort|event-target|eventtarget|nodeeventtarget|whatwg-events|events-customevent|global-customevent");
        name("events", "event-|events-|eventemitter");
        name(
                "webstreams-fetch",
                "webstreams?-|whatwg-(readable|writable|transform|webstreams|encoding)|fetch|compression-decompression"
                        + "|global-webstreams|readable-from-web|blob|global-encoder|filehandle-readablestream");
        name("fs", "fs(-|$)|filehandle-|file-(read|write|validate)|sync-fileread");
        name("https", "https(-|$)");
        name("http2", "http2");
        name("http", "http(-|$)|client-request|outgoing-message|pipe-file-to-http|pipe-outgoing|set-http|set-incoming");
        name(
                "net",
                "net(-|$)|socket-(?!writes)|socketaddress|blocklist|tcp-wrap|listen-fd|pipe-(abstract|address|unref|writev)");
        name("dns", "dns(-|$)|c-ares");
        name("crypto", "crypto|webcrypto|x509|secure|ssl|openssl");
        name("zlib", "zlib(-|$)");
        name("child-process", "child-process");
        name("cluster", "cluster(-|$)");
        name("worker", "worker(-|$)|messagechannel|messageport|messaging|broadcastchannel|messageevent");
        name("stream", "streams?-|stream[23]-|readable-|duplex-|pipe-(head|return|stream)|pipe$");
        name("buffer", "buffer(-|$)|btoa-atob");
        name("path", "path(-|$)");
        name("url", "url(-|$)|whatwg-url|urlpattern|fileurl");
        name("querystring", "querystring");
        name("util", "util(-|$)|sys$|parse-args|mime-");
        name("process", "process-|stdin-|stdout-|stdio-|signal-|exception-handler|beforeexit|uncaught-");
        name("module", "module-|require-|directory-import|delayed-require|find-package-json|preload");
        name("console", "console(-|$)|global-console");
        name("assert", "assert(-|$)");
        name("async-hooks", "async-hooks|async-local-storage|als-|asyncresource|async-wrap");
        name("readline", "readline(-|$)");
        name("repl", "repl(-|$)");
        name("dgram", "dgram(-|$)");
        name("tls", "tls(-|$)|double-tls");
        name("perf-hooks", "perf-hooks|performance|tojson-perf");
        name("string-decoder", "string-decoder");
        name("os", "os(-|$)");
        name("vm", "vm(-|$)");
        name("inspector", "inspect|debugger|debug-");
        name("test-runner", "runner|test-runner");
        name("sqlite", "sqlite|webstorage");
        name("permission", "permission");
        name("diagnostics", "diagnostics?(-|$)|trace(-|$)|tracing|report|heap|v8|cpu-prof|memory|gc-|tick-");
        name("domain", "domain");
        name("wasm-wasi", "wasi|wasm");
    }

    private Area() {}

    private static void name(String area, String start) {
        BY_NAME.put(area, Pattern.compile("(?:" + start + ")"));
    }

    static String of(String test) {
        int slash = test.indexOf('/');
        var folder = test.substring(0, slash);
        if (!folder.equals("parallel") && !folder.equals("sequential")) {
            return folder;
        }
        var name = test.substring(slash + 1).replaceFirst("^test-", "").replaceFirst("\\.m?js$", "");
        return BY_NAME.entrySet().stream()
                .filter(area -> area.getValue().matcher(name).lookingAt())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("rest");
    }
}
