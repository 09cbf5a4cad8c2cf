package dev.gyre.io.tls;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.Transport;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * TLS on a stream: decrypts what it reads and encrypts what is written. What is written before the handshake is done, or
 * while the stream does not keep up, waits here unencrypted. A failure is a notice of the engine, not an errno; after it
 * the transport reads nothing more.
 *
 * <p>An end of the stream without TLS's own end is an end too, as with Node.
 */
public final class TlsTransport implements Transport, ByteStream.Owner {
    public static final int CHUNK_BYTES = 64 << 10;

    private static final int SLICE_BYTES = 64 << 10;
    private static final int MAX_READS_AT_ONCE = 8;
    private static final int NOT_YET = Errno.EAGAIN.number();

    private final ByteStream stream;
    private final ByteStream.Owner owner;
    private final TlsEngine engine;
    private final NativeMemory chunk;
    private final ArrayDeque<ByteBuffer> heldBack = new ArrayDeque<>();
    private boolean wantsToRead;
    private boolean isStarted;
    private boolean isBegun;
    private boolean mustEnd;
    private boolean ownerWaits;
    private boolean isPosted;
    private boolean isClosed;

    /** EAGAIN while the stream has more to come; its end (0) or its error otherwise. */
    private int streamResult = NOT_YET;

    private boolean isResultRead;

    /**
     * Becomes the stream's owner, and the transport of whoever was that.
     *
     * @param chunk memory that transports of one thread share: encrypted bytes pass through it
     */
    public TlsTransport(ByteStream stream, TlsEngine engine, NativeMemory chunk) {
        this.stream = stream;
        this.engine = engine;
        this.chunk = chunk;
        owner = stream.owner();
        stream.owner(this);
        ownerWaits = stream.hasUnsent();
    }

    /** Begins the handshake: a client says hello, a server listens. */
    public void start() {
        if (!isStarted) {
            isStarted = true;
            stream.setReading(mustRead());
            if (!engine.isServer()) {
                later(this::advance);
            }
        }
    }

    /** Goes on after the program has answered a notice that suspends. */
    public void resume() {
        later(() -> {
            advance();
            deliver();
        });
    }

    /** Encrypted bytes that somebody else has read from the stream. */
    public void receive(ByteBuffer bytes) {
        engine.feed(MemorySegment.ofBuffer(bytes).address(), bytes.remaining());
        resume();
    }

    /** Sends what the engine has made by itself, such as a request for a new handshake. */
    public void flush() {
        later(() -> {
            sendOut();
            goOnSending();
        });
    }

    /** Sends what {@link TlsEngine#isHeld} held back. */
    public void release() {
        engine.release();
        flush();
    }

    private void later(Runnable task) {
        stream.loop().post(() -> {
            if (!isClosed) {
                task.run();
            }
        });
    }

    // ---- for the owner

    @Override
    public void setReading(boolean reading) {
        wantsToRead = reading;
        if (isClosed) {
            return;
        }
        stream.setReading(mustRead());
        if (reading && hasSomething()) {
            post();
        }
    }

    private boolean mustRead() {
        if (streamResult != NOT_YET || engine.hasFailed() || engine.isBusy()) {
            return false;
        }
        return engine.isEstablished() ? wantsToRead : isStarted && !engine.isSuspended();
    }

    /** Whether there is something to read that the kernel does not report. */
    private boolean hasSomething() {
        if (engine.hasFailed()) {
            return false;
        }
        return (engine.isEstablished() && !engine.isDry()) || (streamResult != NOT_YET && !isResultRead);
    }

    private void post() {
        if (!isPosted) {
            isPosted = true;
            later(() -> {
                isPosted = false;
                deliver();
            });
        }
    }

    @Override
    public int read(long address, int length) {
        if (isClosed) {
            return NOT_YET;
        }
        int result = NOT_YET;
        if (engine.isEstablished()) {
            result = engine.read(address, length);
            if (result == NOT_YET && !engine.hasFailed() && receive() > 0) {
                result = engine.read(address, length);
            }
            sendOut();
            if (!heldBack.isEmpty() && !stream.hasUnsent()) {
                later(this::goOnSending); // a new handshake had stopped it
            }
        }
        if (result != NOT_YET || engine.hasFailed()) {
            return result;
        }
        isResultRead |= streamResult != NOT_YET;
        return streamResult;
    }

    @Override
    public int write(long address, int length) {
        if (mustHoldBack()) {
            return holdBack(copy(address, length));
        }
        int done = encrypt(address, length);
        if (done >= 0 && done < length) {
            return holdBack(copy(address + done, length - done));
        }
        return done < 0 ? done : waitIfUnsent();
    }

    @Override
    public int write(ByteBuffer bytes) {
        if (mustHoldBack()) {
            return holdBack(bytes.slice());
        }
        int length = bytes.remaining();
        int done = encrypt(MemorySegment.ofBuffer(bytes).address(), length);
        if (done >= 0 && done < length) {
            return holdBack(bytes.slice(bytes.position() + done, length - done));
        }
        return done < 0 ? done : waitIfUnsent();
    }

    private boolean mustHoldBack() {
        return !engine.isEstablished() || engine.isHeld() || !heldBack.isEmpty() || stream.hasUnsent();
    }

    private int holdBack(ByteBuffer bytes) {
        heldBack.add(bytes);
        ownerWaits = true;
        return 1;
    }

    private int waitIfUnsent() {
        ownerWaits |= stream.hasUnsent();
        return stream.hasUnsent() ? 1 : 0;
    }

    private static ByteBuffer copy(long address, int length) {
        @Nullable ByteBuffer copy = ByteBuffer.allocateDirect(length);
        NativeMemory.at(address, length).copyTo(copy);
        return copy;
    }

    @Override
    public int shutdown() {
        boolean isHelloDue = isStarted && !isBegun && !engine.isServer();
        if (!heldBack.isEmpty() || engine.isHeld() || isHelloDue) {
            mustEnd = true;
            ownerWaits = true;
            return 1;
        }
        return end();
    }

    private int end() {
        engine.shutdown();
        sendOut();
        int result = stream.shutdown();
        ownerWaits |= result > 0;
        return result;
    }

    @Override
    public boolean hasUnsent() {
        return stream.hasUnsent() || !heldBack.isEmpty();
    }

    @Override
    public int close(boolean reset, Runnable onClose) {
        isClosed = true;
        heldBack.clear();
        engine.free();
        return stream.close(reset, onClose);
    }

    // ---- for the stream

    @Override
    public void readable() {
        if (!engine.isEstablished()) {
            receive();
            advance();
            if (isClosed || (!engine.isEstablished() && streamResult == NOT_YET)) {
                return;
            }
        }
        deliver();
    }

    private void deliver() {
        for (int i = 0; i < MAX_READS_AT_ONCE; i++) {
            if (isClosed || !wantsToRead || engine.hasFailed()) {
                return;
            }
            if (i > 0 && !hasSomething()) {
                return;
            }
            owner.readable();
        }
        if (!isClosed && wantsToRead && hasSomething()) {
            post();
        }
    }

    @Override
    public void connected(int errno) {
        owner.connected(errno);
    }

    @Override
    public void flushed(int errno, boolean ended) {
        if (errno < 0) {
            heldBack.clear();
            tell(errno, ended);
        } else if (ended) {
            tell(errno, true);
        } else {
            goOnSending();
        }
    }

    private void goOnSending() {
        int result = 0;
        while (engine.isEstablished()
                && !engine.isHeld()
                && !heldBack.isEmpty()
                && !stream.hasUnsent()
                && result >= 0) {
            ByteBuffer first = heldBack.remove();
            int length = first.remaining();
            result = encrypt(MemorySegment.ofBuffer(first).address(), length);
            if (result >= 0 && result < length) {
                heldBack.addFirst(first.slice(first.position() + result, length - result));
                if (!stream.hasUnsent()) {
                    return; // a new handshake comes first
                }
            }
        }
        if (result < 0) {
            heldBack.clear();
            tell(result, false);
        } else if (heldBack.isEmpty() && !stream.hasUnsent() && !engine.isHeld()) {
            endIfAsked();
        }
    }

    private void endIfAsked() {
        if (!mustEnd) {
            tell(0, false);
            return;
        }
        mustEnd = false;
        int ended = end();
        if (ended <= 0) { // otherwise the stream reports it
            tell(ended, true);
        }
    }

    private void tell(int errno, boolean ended) {
        if (ownerWaits) {
            ownerWaits = false;
            owner.flushed(errno, ended);
        }
    }

    @Override
    public void acceptable() {
        owner.acceptable();
    }

    @Override
    public void refused(int errno) {
        owner.refused(errno);
    }

    // ---- records

    /** Goes on with the handshake. Never called from inside a method that the owner calls. */
    private void advance() {
        if (engine.isEstablished() || engine.hasFailed() || engine.isBusy() || !isStarted) {
            return;
        }
        isBegun = true;
        if (engine.psk() == null) {
            engine.handshake();
            advanced();
            return;
        }
        engine.begin();
        stream.setReading(false);
        Thread.ofPlatform().daemon().name("tls-handshake").start(() -> {
            int result = engine.handshakeOnThread();
            stream.loop().post(() -> {
                engine.finishHandshake(result);
                if (!isClosed) {
                    advanced();
                    deliver();
                }
            });
        });
    }

    private void advanced() {
        sendOut();
        stream.setReading(mustRead());
        if (engine.isEstablished() && !heldBack.isEmpty()) {
            goOnSending();
        } else if (mustEnd && heldBack.isEmpty() && !engine.isHeld() && !stream.hasUnsent()) {
            endIfAsked(); // the client's first message is sent
        }
    }

    /** How many bytes were taken, or a negative errno. */
    private int encrypt(long address, int length) {
        int done = 0;
        while (done < length && !stream.hasUnsent()) {
            int taken = engine.write(address + done, Math.min(SLICE_BYTES, length - done));
            if (taken == NOT_YET) {
                sendOut();
                return done;
            }
            if (taken < 0) {
                sendOut();
                return taken;
            }
            done += taken;
            int sent = sendOut();
            if (sent < 0) {
                return sent;
            }
        }
        return done;
    }

    private int sendOut() {
        return engine.out(stream::write);
    }

    /** Takes what the kernel has: how many bytes. */
    private int receive() {
        if (streamResult != NOT_YET) {
            return 0;
        }
        int count = stream.read(chunk.address(), CHUNK_BYTES);
        if (count > 0) {
            engine.feed(chunk.address(), count);
        } else {
            streamResult = count;
        }
        return count;
    }
}
