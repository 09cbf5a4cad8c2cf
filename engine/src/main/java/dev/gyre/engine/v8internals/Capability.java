package dev.gyre.engine.v8internals;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What Gyre uses of V8 and Javet beyond their APIs and can do without: docs/v8-internals.md describes each. */
public enum Capability {
    HEAP_STRINGS("heap-strings"),
    RAW_MEMORY("raw-memory"),
    BACKING_STORES("backing-stores"),
    STRING_REFERENCES("string-references"),
    CONTINUATION_SLOT("continuation-slot"),
    NATIVES("natives"),
    CONTEXTS("contexts"),
    MICROTASK_QUEUES("microtask-queues"),
    SCRIPT_FUNCTIONS("script-functions"),
    FLAG_VALUES("flag-values"),
    SHARED_SNAPSHOT("shared-snapshot"),
    WASM_BYTES("wasm-bytes"),
    THROWN_VALUES("thrown-values"),
    PAUSE_LOOP("pause-loop"),
    VM_STATE("vm-state"),
    PROMISE_HOOKS("promise-hooks"),
    INTERCEPTORS("interceptors"),
    HEAP_FIGURES("heap-figures"),
    INSPECTOR_CALLS("inspector-calls"),
    LOOP_CHECKS("loop-checks"),
    IMPORT_CALLBACK("import-callback"),
    SYSTEM_CALLS("system-calls"),
    COMPILE_CALLS("compile-calls"),
    FUNCTION_COPIES("function-copies");

    private final String label;

    Capability(String label) {
        this.label = label;
    }

    /** The name by which it is turned off. */
    public String label() {
        return label;
    }

    static Capability of(String label) {
        return Arrays.stream(values())
                .filter(one -> one.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("GYRE_V8_INTERNALS: there is no capability '" + label
                        + "'; it is 'on', 'off', or names of what to turn off, with commas between them: "
                        + Arrays.stream(values()).map(Capability::label).collect(Collectors.joining(", "))));
    }
}
