package dev.gyre.io.stream;

import java.nio.ByteBuffer;

/**
 * What stands between the bytes of a connection and whoever reads and writes them. {@link ByteStream} itself is the plain
 * one: the kernel receives straight into the reader's memory. Another one, TLS, stands on a stream and changes the bytes
 * on their way; reader and writer don't notice.
 *
 * <pre>
 *   reader and writer      implements Owner        HTTP's parser, net's sockets
 *        │  ▲
 *   a transport            implements both         decodes what it reads, encodes what it writes
 *        │  ▲
 *   ByteStream             implements Transport    the descriptor
 * </pre>
 *
 * <p>A transport that stands on a stream is the stream's owner, and passes on {@link Owner#connected} as it comes. For a
 * handshake it may write when it is asked to read, and read without being asked. Until the handshake is done it holds back
 * what is written to it: the answer is 1, and {@link Owner#flushed} comes later. It reports that only for what its owner has
 * written, not for bytes of its own. At the shutdown it writes its own end first. As long as it has decoded bytes or a
 * decoded end, and the owner reads, it calls {@link Owner#readable} again, also when reading starts again, by a task posted
 * to the loop: for those the kernel reports no readiness. It never calls its owner from inside one of its own methods.
 *
 * <p>Loop thread only. Numbers below zero are negative errnos.
 */
public interface Transport {
    /** Who reads and writes. Called in poll. */
    interface Owner {
        /** There is something to {@link Transport#read}: bytes, the end, or an error. */
        void readable();

        /** The connection is made, or failed. */
        void connected(int errno);

        /** Everything that waited is sent, or it failed; and the end after it, if one was asked for. */
        void flushed(int errno, boolean ended);
    }

    /** Starts or stops calling {@link Owner#readable}. */
    void setReading(boolean reading);

    /** Reads into memory: how many bytes, 0 at the end, EAGAIN if there are none now, or another negative errno. */
    int read(long address, int length);

    /**
     * Writes what can be written at once and keeps a copy of the rest.
     *
     * @return 0 if everything is sent, 1 if some waits and {@link Owner#flushed} will come, or a negative errno
     */
    int write(long address, int length);

    /** The same without a copy: the bytes must stay as they are until {@link Owner#flushed}. */
    int write(ByteBuffer bytes);

    /** Ends the bytes we send: 0, 1 if that comes after bytes that wait, or a negative errno. */
    int shutdown();

    /** Whether bytes wait to be sent. */
    boolean hasUnsent();

    /** Whether bytes that came in wait in the transport itself, where the kernel does not report them. */
    default boolean hasUnread() {
        return false;
    }

    /**
     * Closes the descriptor at once, unless it is only borrowed, and releases what the transport holds. The callback comes in
     * the closing phase, and no other call after it. Bytes that wait to be sent are lost.
     *
     * @param reset whether the other side gets an error instead of an end
     */
    int close(boolean reset, Runnable onClose);
}
