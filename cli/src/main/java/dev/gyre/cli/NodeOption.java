package dev.gyre.cli;

import java.util.HashMap;
import java.util.Map;

/** Node's options that Gyre honours, or that ask for what Gyre does anyway. */
record NodeOption(String name, Kind kind) {
    enum Kind {
        /** Given or not; {@code --no-x} is the opposite. */
        FLAG,
        /** Takes a value: {@code --x=v} or {@code --x v}. */
        VALUE,
        /** Takes a value and may be repeated. */
        LIST
    }

    private static final Map<String, NodeOption> ALL = new HashMap<>();
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("-c", "--check"), Map.entry("-C", "--conditions"), Map.entry("-e", "--eval"),
            Map.entry("-h", "--help"), Map.entry("-i", "--interactive"), Map.entry("-p", "--print"),
            Map.entry("-r", "--require"), Map.entry("-v", "--version"), Map.entry("-pe", "--print"),
            Map.entry("--es-module-specifier-resolution", "--experimental-specifier-resolution"),
            Map.entry("--strip-types", "--experimental-strip-types"),
            Map.entry("--prof-process", "--prof-process"));

    static {
        add(Kind.FLAG, """
                --check --help --version --interactive --deprecation --warnings --throw-deprecation
                --trace-deprecation --trace-warnings --trace-uncaught --trace-exit --trace-sigint --trace-sync-io
                --pending-deprecation --preserve-symlinks --preserve-symlinks-main --experimental-require-module
                --experimental-detect-module --experimental-repl-await --experimental-global-navigator
                --experimental-websocket --experimental-fetch --experimental-global-customevent
                --experimental-global-webcrypto --experimental-abortcontroller --experimental-strip-types
                --experimental-webstorage --experimental-vm-modules --experimental-eventsource
                --experimental-async-context-frame --async-context-frame --experimental-import-meta-resolve
                --experimental-json-modules --experimental-modules --experimental-sqlite --experimental-ffi
                --experimental-worker --experimental-network-inspection --experimental-print-required-tla
                --addons --global-search-paths --extra-info-on-fatal-exception --force-async-hooks-checks
                --verify-base-objects --zero-fill-buffers --frozen-intrinsics --node-snapshot --enable-source-maps
                --abort-on-uncaught-exception --insecure-http-parser --network-family-autoselection
                --enable-network-family-autoselection --force-context-aware --test-only --track-heap-objects
                --force-node-api-uncaught-exceptions-policy --require-module --worker-snapshot --entry-url
                --use-bundled-ca --use-openssl-ca --use-system-ca --openssl-legacy-provider --disable-sigusr1
                """);
        add(Kind.VALUE, """
                --eval --print --unhandled-rejections --redirect-warnings --stack-trace-limit --title --input-type
                --dns-result-order --max-http-header-size --icu-data-dir --diagnostic-dir --disable-proto
                --network-family-autoselection-attempt-timeout --trace-require-module --secure-heap
                --secure-heap-min --tls-cipher-list --v8-pool-size --experimental-specifier-resolution
                """);
        add(Kind.LIST, "--require --conditions --disable-warning --env-file --env-file-if-exists --import");
    }

    private static void add(Kind kind, String names) {
        for (String name : names.strip().split("\\s+")) {
            ALL.put(name, new NodeOption(name, kind));
        }
    }

    /** The option for what was written, such as {@code -e}, {@code --no-warnings} or {@code --trace_uncaught}. */
    static NodeOption find(String written) {
        String name = ALIASES.getOrDefault(written, written);
        NodeOption option = ALL.get(name);
        return option != null || !name.startsWith("--") ? option : ALL.get(name.replace('_', '-'));
    }

    /** The option that {@code --no-x} negates, or null. */
    static NodeOption findNegated(String written) {
        if (!written.startsWith("--no-")) {
            return null;
        }
        NodeOption option = find("--" + written.substring("--no-".length()));
        return option != null && option.kind() == Kind.FLAG ? option : null;
    }
}
