package dev.gyre.io.stream;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.libc.NativeMemory;
import java.io.ByteArrayOutputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A transport for tests that makes everything difficult that TLS makes difficult, and nothing else. Bytes travel masked, in
 * records that can be read only when they are complete. Both sides greet each other first, and hold back what is written
 * until then. One read returns at most one record, and after a few records the rest comes by a posted task. An empty record
 * says that no more will come, and the reader learns it before the descriptor has ended.
 */
public final class RecordTransport implements Transport, ByteStream.Owner {
    private static final int MASK = 0x5a;
    private static final byte[] GREETING = {'h', 'i', '!'};
    private static final int LENGTH_BYTES = 2;
    private static final int MAX_RECORD = 1000;
    private static final int CHUNK = 4096;
    private static final int MAX_READS_AT_ONCE = 3;
    private static final int NOT_YET = Errno.EAGAIN.number();

    private final ByteStream stream;
    private final ByteStream.Owner owner;
    private final NativeMemory chunk = NativeMemory.allocate(CHUNK);
    private final ArrayDeque<byte[]> heldBack = new ArrayDeque<>();
    private final ArrayDeque<byte[]> decoded = new ArrayDeque<>();
    private byte[] encoded = {};
    private boolean hasGreeted;
    private boolean wasGreeted;
    private boolean wantsToRead;
    private boolean mustEnd;
    private boolean hasEnded;
    private boolean endIsRead;
    private boolean ownerWaits;
    private boolean isPosted;
    private int streamResult = NOT_YET;

    /** Becomes the stream's owner, and the transport of whoever was that. */
    public RecordTransport(ByteStream stream) {
        this.stream = stream;
        owner = stream.owner();
        stream.owner(this);
    }

    // ---- for the owner

    @Override
    public void setReading(boolean reading) {
        wantsToRead = reading;
        greet();
        stream.setReading(reading || !wasGreeted);
        if (reading && hasSomething()) {
            post();
        }
    }

    /** Whether there is something to read that the kernel does not report. */
    private boolean hasSomething() {
        return !decoded.isEmpty() || (hasEnded && !endIsRead);
    }

    private void post() {
        if (!isPosted) {
            isPosted = true;
            stream.loop().post(() -> {
                isPosted = false;
                deliver();
            });
        }
    }

    @Override
    public int read(long address, int length) {
        if (decoded.isEmpty() && !hasEnded) {
            receive();
        }
        byte[] record = decoded.poll();
        if (record == null) {
            endIsRead |= hasEnded;
            return hasEnded ? 0 : streamResult;
        }
        int count = Math.min(length, record.length);
        NativeMemory.at(address, count).put(0, record, 0, count);
        if (count < record.length) {
            decoded.addFirst(Arrays.copyOfRange(record, count, record.length));
        }
        return count;
    }

    @Override
    public int write(long address, int length) {
        return write(NativeMemory.at(address, length).bytes(0, length));
    }

    @Override
    public int write(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return write(copy);
    }

    private int write(byte[] bytes) {
        greet();
        if (wasGreeted) {
            int result = send(bytes);
            ownerWaits |= result > 0;
            return result;
        }
        heldBack.add(bytes);
        ownerWaits = true;
        stream.setReading(true);
        return 1;
    }

    @Override
    public int shutdown() {
        if (!wasGreeted) {
            mustEnd = true;
            ownerWaits = true;
            greet();
            stream.setReading(true);
            return 1;
        }
        int sent = sendRecord(new byte[0], 0, 0);
        int ended = stream.shutdown();
        ownerWaits |= ended > 0;
        return sent < 0 ? sent : ended;
    }

    @Override
    public boolean hasUnsent() {
        return stream.hasUnsent() || !heldBack.isEmpty();
    }

    @Override
    public int close(boolean reset, Runnable onClose) {
        decoded.clear();
        heldBack.clear();
        return stream.close(reset, onClose);
    }

    // ---- for the stream

    @Override
    public void readable() {
        if (!wasGreeted) {
            receive();
            if (!wasGreeted && streamResult == NOT_YET) {
                return;
            }
        }
        deliver();
    }

    private void deliver() {
        for (int i = 0; i < MAX_READS_AT_ONCE; i++) {
            if (stream.fd() < 0 || !wantsToRead) {
                return;
            }
            owner.readable();
            if (!hasSomething()) {
                return;
            }
        }
        post();
    }

    @Override
    public void connected(int errno) {
        if (errno == 0) {
            greet();
        }
        owner.connected(errno);
    }

    @Override
    public void flushed(int errno, boolean ended) {
        if (ownerWaits && (errno < 0 || heldBack.isEmpty())) { // otherwise it was our greeting that waited
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

    private void greet() {
        if (!hasGreeted && stream.fd() >= 0) {
            hasGreeted = true;
            write(stream, GREETING);
        }
    }

    private int send(byte[] bytes) {
        int result = 0;
        for (int at = 0; at < bytes.length && result >= 0; at += MAX_RECORD) {
            result = Math.max(result, sendRecord(bytes, at, Math.min(MAX_RECORD, bytes.length - at)));
        }
        return result < 0 ? result : stream.hasUnsent() ? 1 : 0;
    }

    private int sendRecord(byte[] bytes, int from, int length) {
        byte[] record = new byte[LENGTH_BYTES + length];
        record[0] = (byte) (length >> 8);
        record[1] = (byte) length;
        for (int i = 0; i < length; i++) {
            record[LENGTH_BYTES + i] = (byte) (bytes[from + i] ^ MASK);
        }
        return write(stream, record);
    }

    private static int write(ByteStream stream, byte[] bytes) {
        NativeMemory memory = NativeMemory.allocate(bytes.length);
        memory.put(0, bytes, 0, bytes.length);
        try {
            return stream.write(memory.address(), bytes.length); // copies what has to wait
        } finally {
            Reference.reachabilityFence(memory); // its address alone does not keep it
        }
    }

    /** Takes what the kernel has, and decodes the records that are complete. */
    private void receive() {
        streamResult = stream.read(chunk.address(), CHUNK);
        if (streamResult > 0) {
            encoded = joined(encoded, chunk.bytes(0, streamResult));
            streamResult = NOT_YET;
        }
        if (!wasGreeted && encoded.length >= GREETING.length) {
            wasGreeted = true;
            encoded = Arrays.copyOfRange(encoded, GREETING.length, encoded.length);
            sendHeldBack();
        }
        while (wasGreeted && decodeOne()) {}
    }

    private boolean decodeOne() {
        if (hasEnded || encoded.length < LENGTH_BYTES) {
            return false;
        }
        int length = (encoded[0] & 0xff) << 8 | (encoded[1] & 0xff);
        if (encoded.length < LENGTH_BYTES + length) {
            return false;
        }
        byte[] record = Arrays.copyOfRange(encoded, LENGTH_BYTES, LENGTH_BYTES + length);
        for (int i = 0; i < length; i++) {
            record[i] ^= MASK;
        }
        hasEnded = length == 0;
        if (!hasEnded) {
            decoded.add(record);
        }
        encoded = Arrays.copyOfRange(encoded, LENGTH_BYTES + length, encoded.length);
        return true;
    }

    private void sendHeldBack() {
        boolean hadSome = !heldBack.isEmpty();
        int result = 0;
        while (!heldBack.isEmpty() && result >= 0) {
            result = send(heldBack.remove());
        }
        stream.setReading(wantsToRead);
        int ended = mustEnd ? shutdown() : 0;
        if ((hadSome || mustEnd) && !stream.hasUnsent()) { // otherwise the stream reports it
            ownerWaits = false;
            owner.flushed(Math.min(result, 0), mustEnd && ended == 0);
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        var all = new ByteArrayOutputStream(first.length + second.length);
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
