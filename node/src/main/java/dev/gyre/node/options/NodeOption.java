package dev.gyre.node.options;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * One of Node's command line options: all of them are known, so that every word is read as Node reads it. Those that
 * ask for something Gyre does not have are refused by name ({@link #isMissing}). Of the rest, those that nobody reads ask
 * for what Gyre does anyway, or have no effect without an option that is refused, or tune what does not exist here (TLS,
 * Node's own snapshot and checks).
 *
 * @param inEnvironment whether NODE_OPTIONS may hold it
 */
public record NodeOption(String name, Kind kind, boolean inEnvironment) {
    /** How an option is written. */
    public enum Kind {
        /** Given or not; {@code --no-x} is the opposite. */
        FLAG,
        /** Takes a value: {@code --x=v} or {@code --x v}. */
        VALUE,
        /** Takes a number, read as C does: what is no number is 0. */
        NUMBER,
        /** Takes a value and may be repeated. */
        LIST,
        /** Was an option once, and does nothing. */
        NOTHING,
        /** Belongs to V8, and is allowed in NODE_OPTIONS. */
        V8
    }

    /** Environment variables that stand for a switch where their value is 1. */
    public static final Map<String, String> VARIABLES = Map.of(
            "NODE_PENDING_DEPRECATION", "--pending-deprecation",
            "NODE_PRESERVE_SYMLINKS", "--preserve-symlinks",
            "NODE_PRESERVE_SYMLINKS_MAIN", "--preserve-symlinks-main",
            "NODE_USE_ENV_PROXY", "--use-env-proxy",
            "NODE_USE_SYSTEM_CA", "--use-system-ca");

    private static final Map<String, NodeOption> ALL = new LinkedHashMap<>();

    /** Another way of writing an option; {@code --x=} stands for {@code --x} with a value. */
    private static final Map<String, List<String>> ALIASES = Map.ofEntries(
            Map.entry("--dashboard=", List.of("--dashboard-port", "--dashboard")),
            Map.entry("--debug=", List.of("--debug")),
            Map.entry("--debug-brk=", List.of("--debug-brk")),
            Map.entry("--debug-port", List.of("--inspect-port")),
            Map.entry("--enable-network-family-autoselection", List.of("--network-family-autoselection")),
            Map.entry("--es-module-specifier-resolution", List.of("--experimental-specifier-resolution")),
            Map.entry("--experimental-default-config-file", List.of("--experimental-config-file")),
            Map.entry("--experimental-strip-types", List.of("--strip-types")),
            Map.entry("--experimental-test-isolation", List.of("--test-isolation")),
            Map.entry("--inspect=", List.of("--inspect-port", "--inspect")),
            Map.entry("--inspect-brk=", List.of("--inspect-port", "--inspect-brk")),
            Map.entry("--inspect-brk-node=", List.of("--inspect-port", "--inspect-brk-node")),
            Map.entry("--inspect-wait=", List.of("--inspect-port", "--inspect-wait")),
            Map.entry("--jfr=", List.of("--jfr-file", "--jfr")),
            Map.entry("--loader", List.of("--experimental-loader")),
            Map.entry("--prof-process", List.of("--prof-process", "--")),
            Map.entry("--report-directory", List.of("--report-dir")),
            Map.entry("--security-reverts", List.of("--security-revert")),
            Map.entry("--trace-events-enabled", List.of("--trace-event-categories", "v8,node,node.async_hooks")),
            Map.entry("--webstorage", List.of("--experimental-webstorage")),
            Map.entry("-C", List.of("--conditions")),
            Map.entry("-c", List.of("--check")),
            Map.entry("-e", List.of("--eval")),
            Map.entry("-h", List.of("--help")),
            Map.entry("-i", List.of("--interactive")),
            Map.entry("-p", List.of("--print")),
            Map.entry("-pe", List.of("--print", "--eval")),
            Map.entry("-r", List.of("--require")),
            Map.entry("-v", List.of("--version")));

    /** What Gyre does not have. */
    private static final Set<String> MISSING = Set.copyOf(wordsOf("""
            --bench --bench-isolation --bench-name-pattern --bench-reporter --bench-reporter-destination --bench-samples
            --bench-warmup --build-sea --build-snapshot --build-snapshot-config --debug --debug-brk --enable-fips
            --enable-fips-indicator-events --experimental-addon-modules --experimental-bench --experimental-ffi
            --experimental-sea-config --experimental-shadow-realm --experimental-web-worker --force-fips
            --heapsnapshot-near-heap-limit --icu-data-dir --inspect-brk-node --openssl-config --openssl-legacy-provider
            --openssl-shared-config --prof
            --prof-process --report-on-fatalerror --snapshot-blob --trace-env --trace-env-js-stack --trace-env-native-stack
            --trace-promises --trace-sigint --vfs-load
            """));

    static {
        add(Kind.FLAG, false, """
                --bench --build-snapshot --check --completion-bash --debug --debug-brk
                --experimental-inspector-network-resource --experimental-network-inspection --experimental-storage-inspection
                --experimental-test-coverage --experimental-test-module-mocks --experimental-worker-inspection
                --expose-internals --help --inspect-brk-node --interactive --print --prof-process --test --test-force-exit
                --test-udp-no-try-send --test-update-snapshots --v8-options --version
                """);
        add(Kind.VALUE, false, """
                --build-sea --build-snapshot-config --eval --experimental-config-file --experimental-sea-config --run
                """);
        add(Kind.LIST, false, """
                --env-file --env-file-if-exists --experimental-test-tag-filter --security-revert --vfs-load
                """);
        add(Kind.NUMBER, false, "--test-concurrency --test-timeout");
        add(Kind.FLAG, false, "--cluster-threads"); // Gyre's own: see docs/decisions/cluster.md
        add(Kind.VALUE, true, "--pool-warn"); // Gyre's own: see docs/worker-pool.md
        add(Kind.VALUE, true, "--block-warn"); // Gyre's own: see docs/dont-block.md
        add(Kind.FLAG, false, "--dashboard"); // Gyre's own: see docs/dashboard.md
        add(Kind.VALUE, false, "--dashboard-host --dashboard-port --dashboard-token");
        add(Kind.FLAG, false, "--jfr"); // Gyre's own: see docs/telemetry.md
        add(Kind.VALUE, false, "--jfr-file");
        add(Kind.FLAG, false, "--regexp-guard"); // Gyre's own: see docs/dont-block.md
        add(Kind.VALUE, false, "--block-limit"); // likewise
        add(Kind.NOTHING, false, "--experimental-test-snapshots");
        add(Kind.FLAG, true, """
                --addons --allow-addons --allow-child-process --allow-ffi --allow-fs-vfs --allow-inspector --allow-net
                --allow-openssl-store --allow-wasi --allow-worker --async-context-frame --cpu-prof
                --debug-arraybuffer-allocations --deprecation --disable-sigusr1 --disable-wasm-trap-handler --enable-fips
                --enable-fips-indicator-events --enable-source-maps --entry-url --experimental-addon-modules
                --experimental-bench --experimental-detect-module --experimental-eventsource --experimental-ffi
                --experimental-global-navigator --experimental-import-meta-resolve --experimental-import-text
                --experimental-print-required-tla --experimental-repl-await --experimental-require-module
                --experimental-shadow-realm --experimental-sqlite --experimental-stream-iter --experimental-vfs
                --experimental-vm-modules --experimental-web-worker --experimental-websocket --experimental-webstorage
                --extra-info-on-fatal-exception --force-async-hooks-checks --force-context-aware --force-fips
                --force-node-api-uncaught-exceptions-policy --frozen-intrinsics --global-search-paths --heap-prof
                --insecure-http-parser --inspect --inspect-brk --inspect-wait --network-family-autoselection --node-snapshot
                --openssl-legacy-provider --openssl-shared-config --pending-deprecation --permission --permission-audit
                --preserve-symlinks --preserve-symlinks-main --report-compact --report-exclude-env --report-exclude-network
                --report-on-fatalerror --report-on-signal --report-uncaught-exception --require-module --strip-types
                --test-coverage-include-all --test-only --test-randomize --throw-deprecation --tls-max-v1.2 --tls-max-v1.3
                --tls-min-v1.0 --tls-min-v1.1 --tls-min-v1.2 --tls-min-v1.3 --trace-deprecation --trace-env
                --trace-env-js-stack --trace-env-native-stack --trace-exit --trace-promises --trace-sigint --trace-sync-io
                --trace-tls --trace-uncaught --trace-warnings --track-heap-objects --use-bundled-ca --use-env-proxy
                --use-openssl-ca --use-system-ca --verify-base-objects --warnings --watch --watch-preserve-output
                --worker-snapshot --zero-fill-buffers
                """);
        add(Kind.VALUE, true, """
                --bench-isolation --bench-name-pattern --cpu-prof-dir --cpu-prof-name --diagnostic-dir --disable-proto
                --dns-result-order --experimental-package-map --heap-prof-dir --heap-prof-name --heapsnapshot-signal
                --icu-data-dir --input-type --inspect-port --inspect-publish-uid --localstorage-file
                --max-old-space-size-percentage --openssl-config --redirect-warnings --report-dir --report-filename
                --report-signal --snapshot-blob --test-global-setup --test-isolation --test-rerun-failures --test-shard
                --title --tls-cipher-list --tls-keylog --trace-event-categories --trace-event-file-pattern
                --trace-require-module --unhandled-rejections --use-largepages --watch-kill-signal
                """);
        add(Kind.NUMBER, true, """
                --bench-samples --bench-warmup --cpu-prof-interval --heap-prof-interval --heapsnapshot-near-heap-limit
                --max-http-header-size --network-family-autoselection-attempt-timeout --secure-heap --secure-heap-min
                --test-coverage-branches --test-coverage-functions --test-coverage-lines --test-random-seed --v8-pool-size
                """);
        add(Kind.LIST, true, """
                --allow-fs-read --allow-fs-write --bench-reporter --bench-reporter-destination --conditions --disable-warning
                --experimental-loader --import --require --test-coverage-exclude --test-coverage-include --test-name-pattern
                --test-reporter --test-reporter-destination --test-skip-pattern --vfs-mount --watch-path
                """);
        add(Kind.NOTHING, true, """
                --experimental-abortcontroller --experimental-dtls --experimental-fetch --experimental-global-customevent
                --experimental-global-webcrypto --experimental-json-modules --experimental-modules --experimental-quic
                --experimental-report --experimental-specifier-resolution --experimental-top-level-await
                --experimental-wasi-unstable-preview1 --experimental-wasm-modules --experimental-worker --http-parser
                --napi-modules --node-memory-debug
                """);
        add(Kind.V8, true, """
                --abort-on-uncaught-exception --disallow-code-generation-from-strings --enable-etw-stack-walking --expose-gc
                --interpreted-frames-native-stack --jitless --max-heap-size --max-old-space-size --max-semi-space-size
                --perf-basic-prof --perf-basic-prof-only-functions --perf-prof --perf-prof-unwinding-info --stack-trace-limit
                """);
    }

    private static void add(Kind kind, boolean inEnvironment, String names) {
        for (String name : wordsOf(names)) {
            ALL.put(name, new NodeOption(name, kind, inEnvironment));
        }
    }

    /** Not by a regular expression, which every start would run for four hundred names before it is compiled. */
    private static List<String> wordsOf(String text) {
        var words = new ArrayList<String>();
        for (var each = new StringTokenizer(text); each.hasMoreTokens(); ) {
            words.add(each.nextToken());
        }
        return words;
    }

    /** The option of that exact name, or null. */
    public static @Nullable NodeOption named(String name) {
        return ALL.get(name);
    }

    /**
     * Words of NODE_OPTIONS: separated by spaces, double quotes keep them together, a backslash quotes inside
     * these. What is no such text is an IllegalArgumentException with Node's message.
     */
    public static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quoted) {
                if (++i == text.length()) {
                    throw new IllegalArgumentException("invalid value for NODE_OPTIONS (invalid escape)");
                }
                word.append(text.charAt(i));
            } else if (c == '"') {
                quoted = !quoted;
                started = true;
            } else if (c == ' ' && !quoted) {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
            } else {
                word.append(c);
                started = true;
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("invalid value for NODE_OPTIONS (unterminated string)");
        }
        if (started) {
            words.add(word.toString());
        }
        return words;
    }

    /** What an alias stands for, or null. */
    public static @Nullable List<String> alias(String written) {
        return ALIASES.get(written);
    }

    public boolean isMissing() {
        return MISSING.contains(name);
    }

    /** Everything that may be written in NODE_OPTIONS: {@code process.allowedNodeEnvironmentFlags}. */
    public static List<String> environmentFlags() {
        var flags = new ArrayList<String>();
        for (NodeOption option : ALL.values()) {
            if (option.inEnvironment) {
                flags.add(option.name);
                if (option.kind == Kind.FLAG) {
                    flags.add("--no-" + option.name.substring(2));
                }
            }
        }
        ALIASES.forEach((written, words) -> {
            NodeOption last = Objects.requireNonNull(ALL.get(words.stream()
                    .filter(w -> w.length() > 2 && w.startsWith("--"))
                    .toList()
                    .getLast()));
            if (last.inEnvironment) {
                flags.add(written.endsWith("=") ? written.substring(0, written.length() - 1) : written);
            }
        });
        return flags.stream().distinct().toList();
    }

    /** Every way of writing an option that Gyre has, for completion. */
    public static List<String> written() {
        var words = new ArrayList<String>();
        for (NodeOption option : ALL.values()) {
            if (!option.isMissing()) {
                words.add(option.name);
            }
        }
        ALIASES.forEach((written, meant) -> {
            if (!written.endsWith("=")
                    && !Objects.requireNonNull(ALL.get(meant.getFirst())).isMissing()) {
                words.add(written);
            }
        });
        return words;
    }

    static Map<String, NodeOption> all() {
        return Collections.unmodifiableMap(ALL);
    }
}
