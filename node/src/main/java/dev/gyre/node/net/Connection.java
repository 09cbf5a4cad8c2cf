package dev.gyre.node.net;

import dev.gyre.io.libc.Errno;
import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.Transport;
import dev.gyre.node.bridge.Layout.SocketEvent;
import org.jspecify.annotations.Nullable;

/** One socket that JavaScript knows by its number. Reports to JavaScript what happens to it. */
public final class Connection implements ByteStream.Owner {

    /** How many bytes one read takes at most. */
    public static final int CHUNK_BYTES = 64 << 10;

    private static final int ACCEPTS_PER_TURN = 64;

    /** Reads the bytes of a connection in JavaScript's place. */
    public interface Reader {
        /** How many bytes of socket memory it may need beyond what is received. */
        int extraRoom();

        /** Reads bytes that stand in the socket memory. */
        void read(int at, int length);

        /** The other side has ended. */
        void finish();
    }

    final int id;
    final ByteStream socket;

    /** What reads and writes go through: the socket itself, or what stands on it. */
    private Transport transport;

    private final Connections connections;
    private final SocketMemory memory;
    private @Nullable Reader reader;
    private long received;

    Connection(Connections connections, int id) {
        this.connections = connections;
        this.id = id;
        memory = connections.memory();
        socket = new ByteStream(connections.loop(), this);
        transport = socket;
    }

    @Override
    public void readable() {
        int at = memory.reserve(reader == null ? CHUNK_BYTES : CHUNK_BYTES + reader.extraRoom());
        if (socket.fd() < 0) {
            return; // closed by the events that ran to make room
        }
        int length = transport.read(memory.address(at), CHUNK_BYTES);
        if (length > 0) {
            memory.keep(length);
            received += length;
            if (reader == null) {
                memory.event(id, SocketEvent.DATA, at, length, isPlain() ? 0 : 1);
            } else {
                reader.read(at, length);
            }
        } else if (length == 0) {
            transport.setReading(false);
            if (reader != null) {
                reader.finish();
            }
            memory.event(id, SocketEvent.END, 0, 0, 0);
        } else if (length != Errno.EAGAIN.number()) {
            transport.setReading(false);
            memory.event(id, SocketEvent.READ_ERROR, 0, 0, length);
        }
    }

    Transport transport() {
        return transport;
    }

    /** Puts a transport on the socket: all bytes from now on go through it. */
    public void transport(TransportMaker maker) {
        transport = maker.on(socket);
    }

    /** Whether its bytes are the descriptor's own. */
    public boolean isPlain() {
        return transport == socket;
    }

    /** Whether bytes have come in that nobody has read yet, as far as that is known. */
    public boolean hasUnread() {
        return transport.hasUnread();
    }

    /** Tells JavaScript that the transport has something to report, which JavaScript takes by a call. */
    public void transportEvent() {
        memory.event(id, SocketEvent.TRANSPORT, 0, 0, 0);
    }

    /** Gives the bytes that come in to this reader; to JavaScript if it is null. */
    public void reader(@Nullable Reader reader) {
        this.reader = reader;
    }

    /** How many bytes have come in. */
    long received() {
        return received;
    }

    public @Nullable Reader reader() {
        return reader;
    }

    public int id() {
        return id;
    }

    public boolean isOpen() {
        return socket.fd() >= 0;
    }

    @Override
    public void acceptable() {
        for (int i = 0; i < ACCEPTS_PER_TURN && socket.fd() >= 0; i++) {
            int descriptor = socket.accept();
            if (descriptor == Errno.EAGAIN.number() || descriptor == Errno.ECONNABORTED.number()) {
                return;
            }
            if (descriptor == Errno.EMFILE.number() || descriptor == Errno.ENFILE.number()) {
                connections.shed(socket);
                return;
            }
            if (descriptor < 0) {
                memory.event(id, SocketEvent.ACCEPTED, 0, 0, descriptor);
                return;
            }
            memory.event(id, SocketEvent.ACCEPTED, 0, 0, connections.accepted(descriptor).id);
        }
    }

    @Override
    public void connected(int errno) {
        memory.event(id, SocketEvent.CONNECTED, 0, 0, errno);
    }

    @Override
    public void refused(int errno) {
        connected(errno);
        connections.runEvents(); // poll would not know of them
    }

    @Override
    public void flushed(int errno, boolean ended) {
        memory.event(id, SocketEvent.FLUSHED, 0, 0, errno);
        if (ended) {
            memory.event(id, SocketEvent.ENDED, 0, 0, 0);
        }
    }

    /** JavaScript learns by an event that bytes wait or that the write failed, unless it waits for the result. */
    void write(int at, int length) {
        int result = transport.write(memory.address(at), length);
        if (result > 0) {
            memory.event(id, SocketEvent.BLOCKED, 0, 0, 0);
        } else if (result < 0) {
            memory.event(id, SocketEvent.WRITE_ERROR, 0, 0, result);
        }
        memory.written(result);
    }

    void shutdown() {
        int result = transport.shutdown();
        if (result <= 0) {
            memory.event(id, SocketEvent.ENDED, 0, 0, result);
        }
    }

    int close(boolean reset) {
        return transport.close(reset, () -> connections.closed(this));
    }
}
