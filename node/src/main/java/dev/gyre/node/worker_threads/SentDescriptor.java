package dev.gyre.node.worker_threads;

import dev.gyre.io.libc.Posix;

/** A descriptor on its way to another runtime, which owns it until it is received. */
public final class SentDescriptor implements AutoCloseable {
    private final int descriptor;

    public SentDescriptor(int descriptor) {
        this.descriptor = descriptor;
    }

    /** The descriptor, for the one who received it and owns it from now on. */
    public int descriptor() {
        return descriptor;
    }

    @Override
    public void close() {
        Posix.close(descriptor);
    }
}
