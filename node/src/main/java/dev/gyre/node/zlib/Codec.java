package dev.gyre.node.zlib;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One compressor or decompressor. Its work runs on a thread of the pool, or on the loop's thread while JavaScript
 * waits, never on two at once. JavaScript closes a codec when no work is under way or submitted; should it not, then the
 * memory is given back by whoever ends that work, because to give it back at once would end the process.
 */
abstract class Codec {
    /** Gives back the native memory of codecs that were never closed, because their runtime is gone. */
    private static final class Unclosed {
        static final Cleaner CLEANER = Cleaner.create();
    }

    private boolean running;
    private boolean closed;
    private Cleaner.@Nullable Cleanable memory;

    /**
     * Takes from {@code in} and adds to {@code out}, moving their positions, until one of them is at its end or the
     * stream is.
     *
     * @return what is wrong, or null
     */
    final @Nullable CodecError process(int flush, ByteBuffer in, ByteBuffer out) {
        begin();
        try {
            return run(flush, in, out);
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        if (closed || running) {
            throw new IllegalStateException("the codec is " + (closed ? "closed" : "at work") + ": " + this);
        }
        running = true;
    }

    private synchronized void end() {
        running = false;
        if (closed) {
            release();
        }
    }

    /** From the loop's thread, at any time. */
    final synchronized void close() {
        closed = true;
        if (!running) {
            release();
        }
    }

    /**
     * The first of several parts of one input is to come. A codec that reckons with the size of its input would
     * otherwise take the first part for the whole.
     *
     * @param flush what the last part will come with
     */
    void announce(long bytes, int flush) {}

    /** The next time, begins a new stream with the same parameters. Not while work is under way. */
    abstract @Nullable CodecError reset();

    abstract @Nullable CodecError run(int flush, ByteBuffer in, ByteBuffer out);

    /** Frees what is not {@link #own}ed. Called once, when no work is under way. */
    void release() {
        if (memory != null) {
            memory.clean();
            memory = null;
        }
    }

    /** @param free gives the native memory back; must not refer to this codec */
    final void own(Runnable free) {
        memory = Unclosed.CLEANER.register(this, free);
    }

    static byte[] copy(@Nullable ByteBuffer bytes) {
        byte[] copy = new byte[bytes == null ? 0 : bytes.remaining()];
        if (bytes != null) {
            bytes.duplicate().get(copy);
        }
        return copy;
    }
}
