package dev.gyre.node.net;

import dev.gyre.io.stream.SpareDescriptor;
import dev.gyre.io.stream.StreamSocket;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.SocketCommand;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** All sockets of a runtime, by number. A number is used again only after JavaScript has seen its socket's close. */
public final class Connections {
    private static final long REST_MS = 100;

    private final GyreRuntime runtime;
    private final SocketMemory memory;
    private final SpareDescriptor spare = new SpareDescriptor();
    private final List<Connection> all = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    Connections(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        this.memory = new SocketMemory(runtime, memory);
        spare.keep();
        runtime.afterEveryTurn(this::runOutbox);
    }

    public SocketMemory memory() {
        return memory;
    }

    public Loop loop() {
        return runtime.loop();
    }

    public void runEvents() {
        runtime.runEvents();
    }

    public Connection get(int id) {
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
        memory.event(connection.id, SocketEvent.CLOSED, 0, 0, 0);
        runtime.runEvents(); // in the closing phase, where it belongs
    }

    /** Closes all of them; nobody is told. */
    void close() {
        for (Connection connection : all) {
            if (connection != null) {
                connection.socket.close(false, () -> {});
            }
        }
        all.clear();
        spare.close();
    }

    public Stream<Connection> all() {
        return all.stream().filter(Objects::nonNull);
    }

    void runOutbox() {
        memory.runOutbox(this::run);
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
