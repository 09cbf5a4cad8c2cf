package dev.gyre.node.net;

import dev.gyre.io.SpareDescriptor;
import dev.gyre.io.StreamSocket;
import dev.gyre.io.http.HeadText;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.SocketCommand;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All sockets of a runtime, by number. A number is used again only after its socket's close was told. */
final class Connections {
    private static final long REST_MS = 100;

    private final GyreRuntime runtime;
    private final Wire wire;
    private final HeadText headText = new HeadText();
    private final SpareDescriptor spare = new SpareDescriptor();
    private final List<Connection> all = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    Connections(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        wire = new Wire(runtime, memory);
        spare.keep();
        runtime.afterEveryTurn(this::runOutbox);
    }

    Wire wire() {
        return wire;
    }

    Loop loop() {
        return runtime.loop();
    }

    void runEvents() {
        runtime.runEvents();
    }

    Connection get(int id) {
        return all.get(id);
    }

    Connection open() {
        int id = free.isEmpty() ? all.size() : free.removeLast();
        var connection = new Connection(this, id);
        if (id == all.size()) {
            all.add(connection);
        } else {
            all.set(id, connection);
        }
        return connection;
    }

    Connection adopt(int descriptor) {
        Connection connection = open();
        connection.socket.adopt(descriptor);
        return connection;
    }

    /** There are no descriptors left: whoever waits for this server is sent away, or waits a little longer. */
    void shed(StreamSocket server) {
        if (!spare.shed(server)) {
            server.restFromAccepting(REST_MS);
        }
    }

    void closed(Connection connection) {
        all.set(connection.id, null);
        free.add(connection.id);
        wire.event(connection.id, SocketEvent.CLOSED, 0, 0, 0);
        runtime.runEvents(); // in the closing phase, where it belongs
    }

    void attachHttp(int id, boolean isResponse, int maxHeadBytes, int maxHeaders, int lenient) {
        get(id).http(new HttpConnection(id, wire, headText, isResponse, maxHeadBytes, maxHeaders, lenient));
    }

    /**
     * HTTP ends on this connection; what was read and belongs to what comes after it.
     *
     * @param heard how many events JavaScript has had
     * @return null where there is nothing, and no event on its way
     */
    byte[] detachHttp(int id, int heard) {
        HttpConnection http = get(id).http();
        byte[] rest = http.takeRest();
        get(id).http(null);
        return rest.length == 0 && heard == http.told() ? null : rest;
    }

    /** JavaScript wants to see the bytes of this connection itself, and brings them to the parser. */
    HttpFeed unconsumeHttp(int id) {
        HttpFeed feed = get(id).http().toFeed();
        get(id).http(null);
        return feed;
    }

    /** What was read since an upgrade was asked for is looked at in the next turn. */
    void answerUpgrade(int id, boolean isGranted) {
        Connection connection = get(id);
        runtime.loop().defer(() -> {
            if (connection.socket.fd() >= 0 && connection.http() != null) {
                connection.http().answerUpgrade(isGranted);
                runtime.runEvents(); // poll would not know of them
            }
        });
    }

    /** The sockets that have waited for a head, or for a whole request, since before these moments. */
    IntStream expired(double headsBeforeMs, double requestsBeforeMs) {
        return all.stream()
                .filter(connection -> connection != null && connection.http() != null)
                .filter(connection -> connection.http().isExpired(headsBeforeMs, requestsBeforeMs))
                .mapToInt(connection -> connection.id);
    }

    void runOutbox() {
        wire.runOutbox(this::run);
    }

    private void run(int id, int kind, int at, int length) {
        Connection connection = all.get(id);
        if (connection == null || connection.socket.fd() < 0) {
            return;
        }
        switch (kind) {
            case SocketCommand.WRITE -> connection.write(at, length);
            case SocketCommand.SHUTDOWN -> connection.shutdown();
            case SocketCommand.READ -> connection.socket.setReading(true);
            case SocketCommand.STOP_READING -> connection.socket.setReading(false);
            default -> throw new IllegalArgumentException("the outbox has a record of kind " + kind);
        }
    }
}
