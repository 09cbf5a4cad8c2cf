package dev.gyre.node.worker_threads;

/** An attachment that several receivers of a message can have, those of a broadcast channel. */
public interface Duplicable extends AutoCloseable {
    /** For one more receiver, who closes it too. */
    Duplicable duplicate();

    @Override
    void close();
}
