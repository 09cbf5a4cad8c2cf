package dev.gyre.node.net;

import dev.gyre.io.Errno;
import dev.gyre.io.StreamSocket;
import dev.gyre.node.bridge.Layout.SocketEvent;

/** One socket of JavaScript's, by its number; tells it what happens. */
final class Connection implements StreamSocket.Owner {
    private static final int CHUNK = 64 << 10;
    private static final int ACCEPTS_PER_TURN = 64;

    final int id;
    final StreamSocket socket;
    private final Connections connections;
    private final Wire wire;
    private HttpConnection http;
    private long received;

    Connection(Connections connections, int id) {
        this.connections = connections;
        this.id = id;
        wire = connections.wire();
        socket = new StreamSocket(connections.loop(), this);
    }

    @Override
    public void readable() {
        // The heads that a parser finds need as much room again, and what it had of one before.
        int at = wire.reserve(http == null ? CHUNK : 2 * CHUNK + http.headRoom());
        if (socket.fd() < 0) {
            return; // closed by what ran to make room
        }
        int length = socket.read(wire.address(at), CHUNK);
        if (length > 0) {
            wire.keep(length);
            received += length;
            if (http == null) {
                wire.event(id, SocketEvent.DATA, at, length, 0);
            } else {
                http.feed(at, length);
            }
        } else if (length == 0) {
            socket.setReading(false);
            if (http != null) {
                http.finish();
            }
            wire.event(id, SocketEvent.END, 0, 0, 0);
        } else if (length != Errno.EAGAIN.number()) {
            socket.setReading(false);
            wire.event(id, SocketEvent.READ_ERROR, 0, 0, length);
        }
    }

    /** Has a parser read what comes in, or none. */
    void http(HttpConnection http) {
        this.http = http;
    }

    /** How many bytes have come in. */
    long received() {
        return received;
    }

    HttpConnection http() {
        return http;
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
                wire.event(id, SocketEvent.ACCEPTED, 0, 0, descriptor);
                return;
            }
            wire.event(id, SocketEvent.ACCEPTED, 0, 0, connections.adopt(descriptor).id);
        }
    }

    @Override
    public void connected(int errno) {
        wire.event(id, SocketEvent.CONNECTED, 0, 0, errno);
    }

    @Override
    public void refused(int errno) {
        connected(errno);
        connections.runEvents(); // poll would not know of them
    }

    @Override
    public void flushed(int errno, boolean ended) {
        wire.event(id, SocketEvent.FLUSHED, 0, 0, errno);
        if (ended) {
            wire.event(id, SocketEvent.ENDED, 0, 0, 0);
        }
    }

    void write(int at, int length) {
        int result = socket.write(wire.address(at), length);
        if (result > 0) {
            wire.event(id, SocketEvent.BLOCKED, 0, 0, 0);
        } else if (result < 0) {
            wire.event(id, SocketEvent.WRITE_ERROR, 0, 0, result);
        }
    }

    void shutdown() {
        int result = socket.shutdown();
        if (result <= 0) {
            wire.event(id, SocketEvent.ENDED, 0, 0, result);
        }
    }

    int close(boolean reset) {
        return socket.close(reset, () -> connections.closed(this));
    }
}
