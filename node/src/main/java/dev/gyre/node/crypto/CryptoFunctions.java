package dev.gyre.node.crypto;

import dev.gyre.engine.NativeFunction;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.openssl.OpenSslErrors;

/**
 * The functions of the binding. Each leaves the thread's queue of OpenSSL errors empty. An error that one call ignored,
 * because it reports the failure in its own way, must not become the reason of another call's failure.
 */
final class CryptoFunctions {
    private final Functions functions;

    CryptoFunctions(Functions functions) {
        this.functions = functions;
    }

    /** @see Functions#add */
    void add(String name, NativeFunction body) {
        functions.add(name, args -> {
            try {
                return body.call(args);
            } finally {
                OpenSslErrors.clearIfAny();
            }
        });
    }

    /** @see Functions#addWork */
    void addWork(String name, WorkKind kind, Functions.Work work) {
        functions.addWork(name, kind, args -> {
            try {
                return work.run(args);
            } finally {
                OpenSslErrors.clearIfAny();
            }
        });
    }
}
