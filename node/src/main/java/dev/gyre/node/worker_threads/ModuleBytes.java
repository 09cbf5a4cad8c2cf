package dev.gyre.node.worker_threads;

/** The bytes that a WebAssembly module was compiled from. Nobody changes them. */
record ModuleBytes(byte[] bytes) implements Duplicable {
    @Override
    public ModuleBytes duplicate() {
        return this;
    }

    @Override
    public void close() {}
}
