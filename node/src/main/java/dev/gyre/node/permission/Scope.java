package dev.gyre.node.permission;

import org.jspecify.annotations.Nullable;

/** What a permission is about, with Node's names. */
public enum Scope {
    FILE_SYSTEM("fs", "FileSystem", ""),
    FILE_SYSTEM_READ("fs.read", "FileSystemRead", "--allow-fs-read"),
    FILE_SYSTEM_WRITE("fs.write", "FileSystemWrite", "--allow-fs-write"),
    CHILD_PROCESS("child", "ChildProcess", "--allow-child-process"),
    WASI("wasi", "WASI", "--allow-wasi"),
    WORKER_THREADS("worker", "WorkerThreads", "--allow-worker"),
    INSPECTOR("inspector", "Inspector", "--allow-inspector"),
    NET("net", "Net", "--allow-net"),
    ADDON("addon", "Addon", "--allow-addons"),
    FFI("ffi", "FFI", "--allow-ffi"),
    OPENSSL_STORE("openssl.store", "OpenSSLStore", "--allow-openssl-store");

    private static final Scope[] ALL = values();

    private final String label;
    private final String title;
    private final String option;

    Scope(String label, String title, String option) {
        this.label = label;
        this.title = title;
        this.option = option;
    }

    /** The name in {@code process.permission.has()}. */
    String label() {
        return label;
    }

    /** The name in errors. */
    String title() {
        return title;
    }

    /** The option that allows it; empty where two do. */
    String option() {
        return option;
    }

    boolean isOfFiles() {
        return this == FILE_SYSTEM || this == FILE_SYSTEM_READ || this == FILE_SYSTEM_WRITE;
    }

    /** Null for a label that nobody knows. */
    static @Nullable Scope labelled(String label) {
        for (Scope scope : ALL) {
            if (scope.label.equals(label)) {
                return scope;
            }
        }
        return null;
    }
}
