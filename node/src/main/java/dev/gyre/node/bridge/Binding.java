package dev.gyre.node.bridge;

/** The native half of a core module: {@code fs.js} calls the functions that {@code FsBinding} adds. */
public interface Binding {
    /** What {@code binding(name)} says in JavaScript. */
    String name();

    /** Adds the functions. Called once, on the loop's thread, when JavaScript first calls one of them. */
    void register(Functions functions);

    /**
     * Releases what the binding holds: descriptors, native memory, handles in the loop. Called once, on the loop's thread,
     * when the runtime closes: JavaScript does not run any more, and the pool is done with the runtime's work.
     */
    default void close() {}
}
