package dev.gyre.io.tls;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.Transport;
import dev.gyre.loop.ExternalRequest;
import dev.gyre.loop.Outcome;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * TLS on a stream: decrypts what it reads and encrypts what is written. What is written before the handshake is done, or
 * while the stream does not keep up, waits here unencrypted. A failure is a notice of the engine, not an errno; what comes
 * after it is discarded, up to the end.
 *
 * <p>An end of the stream without TLS's own end is an end too, as with Node.
 */
public final class TlsTransport implements Transport, ByteStream.Owner {
    /** Room for four records, with what TLS adds to each. */
    public static final int CHUNK_BYTES = 68 << 10;

    /** What is received at once, together with a record that began before, is not more than the owner reads at once. */
    private static final int RECEIVE_BYTES = 48 << 10;

    private static final int MAX_READS_AT_ONCE = 8;
    private static final int NOT_YET = Errno.EAGAIN.number();

    /** OpenSSL's SSL_ERROR_SSL. */
    private static final int FAILED = 1;

    private final ByteStream stream;
    private final ByteStream.Owner owner;
    private final TlsEngine engine;
    private final NativeMemory chunk;
    private final Runnable onClosed;
    private final ArrayDeque<ByteBuffer> heldBack = new ArrayDeque<>();
    private boolean wantsToRead;
    private boolean isStarted;
    private boolean isBegun;
    private boolean mustEnd;
    private boolean ownerWaits;
    private boolean isPosted;
    private boolean isClosed;

    /**
     * A client's first request has come with the end of the handshake. The session tickets wait until the program has heard of
     * it, to be sent together with the answer, as in Node.
     */
    private boolean doTicketsWait;

    /** EAGAIN while the stream has more to come; its end (0) or its error otherwise. */
    private int streamResult = NOT_YET;

    private boolean isResultRead;

    /** Whether the kernel has reported bytes that are not all received. */
    private boolean mayReceive;

    /** How much of the chunk is filled with bytes to send. Between two calls of the transport it is empty. */
    private int gathered;

    /**
     * Becomes the stream's owner, and the transport of whoever was that.
     *
     * @param chunk memory that transports of one thread share: encrypted bytes pass through it
     * @param onClosed who is told when the transport is closed and the engine free
     */
    public TlsTransport(ByteStream stream, TlsEngine engine, NativeMemory chunk, Runnable onClosed) {
        this.stream = stream;
        this.engine = engine;
        this.chunk = chunk;
        this.onClosed = onClosed;
        owner = stream.owner();
        stream.owner(this);
        ownerWaits = stream.hasUnsent();
        engine.onHeard(this::heard);
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
            if (engine.isEstablished()) {
                deliver();
            } else {
                advance();
            }
        });
    }

    /** Encrypted bytes that somebody else has read from the stream. */
    public void receive(ByteBuffer bytes) {
        engine.feed(NativeMemory.at(MemorySegment.ofBuffer(bytes).address(), bytes.remaining()), bytes.remaining());
        engine.takeIn();
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
        } else if (!reading && doTicketsWait) {
            later(this::sendTickets);
        }
    }

    private boolean mustRead() {
        if (streamResult != NOT_YET || engine.isBusy() || (engine.hasFailed() && !engine.isEstablished())) {
            return false;
        }
        return engine.isEstablished() ? wantsToRead : isStarted && !engine.isSuspended();
    }

    /** Bytes that came with the end of the handshake waited for this: who reads them may be chosen by the program. */
    private void heard() {
        if (!isClosed) {
            setReading(wantsToRead);
        }
    }

    /** Whether there is something to read that the kernel does not report. */
    private boolean hasSomething() {
        if (engine.isEstablished() ? !engine.isHeard() : engine.hasFailed()) {
            return false;
        }
        boolean hasBytes = engine.isHeard() && !engine.hasFailed() && engine.hasMore();
        return hasBytes || (streamResult != NOT_YET && !isResultRead);
    }

    private void post() {
        if (!isPosted) {
            isPosted = true;
            later(() -> {
                isPosted = false;
                if (hasSomething()) {
                    deliver();
                }
            });
        }
    }

    @Override
    public int read(long address, int length) {
        if (isClosed) {
            return NOT_YET;
        }
        int result = NOT_YET;
        if (engine.hasFailed()) {
            discard();
        } else if (engine.isEstablished()) {
            if (engine.hasMore()) {
                result = engine.read(address, length);
            }
            if (result == NOT_YET && !engine.hasFailed() && receive() > 0) {
                result = engine.read(address, length);
                engine.takeIn();
            }
            if (!doTicketsWait) {
                sendOut();
            }
            if (!heldBack.isEmpty() && !stream.hasUnsent()) {
                later(this::goOnSending); // a new handshake had stopped it
            }
        }
        if (result != NOT_YET) {
            return result;
        }
        isResultRead |= streamResult != NOT_YET;
        return streamResult;
    }

    /** After a failure only the end of the bytes is of interest, or the connection would stay open for ever. */
    private void discard() {
        if (streamResult == NOT_YET && mayReceive) {
            int count = stream.read(chunk.address(), RECEIVE_BYTES);
            mayReceive = count == RECEIVE_BYTES;
            if (count <= 0) {
                streamResult = count;
            }
        }
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
    public boolean hasUnread() {
        return !isClosed && engine.isEstablished() && !engine.hasFailed() && engine.hasMore();
    }

    @Override
    public int close(boolean reset, Runnable onClose) {
        isClosed = true;
        heldBack.clear();
        engine.free();
        onClosed.run();
        return stream.close(reset, onClose);
    }

    // ---- for the stream

    @Override
    public void readable() {
        mayReceive = true;
        if (!engine.isEstablished()) {
            receive();
            engine.takeIn();
            advance();
            if (isClosed || engine.isEstablished() || streamResult == NOT_YET) {
                return;
            }
        } else if (!engine.isHeard()) {
            stream.setReading(false); // until then
            return;
        }
        deliver();
    }

    private void deliver() {
        for (int i = 0; i < MAX_READS_AT_ONCE; i++) {
            if (isClosed || !wantsToRead || (engine.isEstablished() ? !engine.isHeard() : engine.hasFailed())) {
                return;
            }
            if (i > 0 && !hasSomething() && !mayReceive) {
                return;
            }
            owner.readable();
            engine.tellNotices();
            if (doTicketsWait) {
                later(() -> later(this::sendTickets));
            }
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
        if (engine.choices().question() == null) {
            engine.handshake();
            advanced();
            return;
        }
        engine.begin();
        stream.setReading(false);
        // A request, because nothing else may keep the loop running meanwhile: the stream is not read.
        ExternalRequest<Integer> request = stream.loop().request(outcome -> {
            engine.finishHandshake(outcome instanceof Outcome.Success<Integer>(Integer error) ? error : FAILED);
            if (!isClosed) {
                advanced();
            }
        });
        Thread.ofPlatform().daemon().name("tls-handshake").start(() -> request.succeed(engine.handshakeOnThread()));
    }

    private void advanced() {
        doTicketsWait = engine.isServer() && engine.isEstablished() && engine.hasMore() && wantsToRead;
        if (!doTicketsWait) {
            sendOut();
        }
        stream.setReading(mustRead());
        if (engine.isEstablished() && !heldBack.isEmpty()) {
            goOnSending();
        } else if (mustEnd && heldBack.isEmpty() && !engine.isHeld() && !stream.hasUnsent()) {
            endIfAsked(); // the client's first message is sent
        }
        if (!isClosed && wantsToRead && hasSomething()) {
            post();
        }
    }

    /** How many bytes were taken, or a negative errno. As many records as fit into the chunk are sent at once. */
    private int encrypt(long address, int length) {
        int done = 0;
        while (done < length && !stream.hasUnsent()) {
            int taken = engine.write(address + done, Math.min(TlsEngine.RECORD_BYTES, length - done));
            if (taken < 0) {
                sendOut();
                return taken == NOT_YET ? done : taken;
            }
            done += taken;
            if (done < length) {
                gather();
            }
            if (done == length || gathered > CHUNK_BYTES - TlsEngine.SEALED_RECORD_BYTES) {
                int sent = sendOut();
                if (sent < 0) {
                    return sent;
                }
            }
        }
        return done;
    }

    private void gather() {
        gathered += engine.takeOut(chunk.address() + gathered, CHUNK_BYTES - gathered);
    }

    private void sendTickets() {
        if (doTicketsWait) {
            sendOut();
        }
    }

    private int sendOut() {
        doTicketsWait = false;
        int result = 0;
        int length;
        do {
            gather();
            length = gathered;
            gathered = 0;
            if (length > 0) {
                int sent = stream.write(chunk.address(), length);
                result = result < 0 ? result : sent;
            }
        } while (length == CHUNK_BYTES);
        return result;
    }

    /** Takes what the kernel has, if it has reported something: how many bytes. */
    private int receive() {
        if (streamResult != NOT_YET || !mayReceive) {
            return 0;
        }
        int count = stream.read(chunk.address(), RECEIVE_BYTES);
        mayReceive = count == RECEIVE_BYTES;
        if (count > 0) {
            engine.feed(chunk, count);
        } else {
            streamResult = count;
        }
        return count;
    }
}
