package dev.gyre.node.crypto;

import dev.gyre.engine.NativeFunction;
import dev.gyre.loop.WorkKind;
import dev.gyre.node.bridge.Functions;
import dev.gyre.node.openssl.OpenSslErrors;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/**
 * The functions of the binding. Each leaves the thread's queue of OpenSSL errors empty. An error that one call ignored,
 * because it reports the failure in its own way, must not become the reason of another call's failure.
 */
final class CryptoFunctions {
    private static final int LARGE_BYTES = 16 << 20;

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
        functions.addWork(name, kind, cleared(work));
    }

    /** The same of what may compute for long. */
    void addWork(String name, WorkKind kind, Predicate<Object[]> isLong, Functions.Work work) {
        functions.addWork(name, kind, isLong, cleared(work));
    }

    private static Functions.Work cleared(Functions.Work work) {
        return args -> {
            try {
                return work.run(args);
            } finally {
                OpenSslErrors.clearIfAny();
            }
        };
    }

    /** Whether an argument is memory of a size that takes tens of milliseconds to go over. */
    static boolean isLarge(Object[] args) {
        for (Object arg : args) {
            if (arg instanceof ByteBuffer bytes && bytes.remaining() >= LARGE_BYTES) {
                return true;
            }
        }
        return false;
    }
}
