package dev.gyre.node.net;

import dev.gyre.io.stream.ByteStream;
import dev.gyre.io.stream.SpareDescriptor;
import dev.gyre.loop.Loop;
import dev.gyre.node.GyreRuntime;
import dev.gyre.node.bridge.Layout.Operation;
import dev.gyre.node.bridge.Layout.SocketEvent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All sockets of a runtime, by number. A number is used again only after JavaScript has seen its socket's close. */
public final class Connections {
    private static final long REST_MS = 100;
    private static final int LAST_STANDARD = 2;

    private final GyreRuntime runtime;
    private final SocketMemory memory;
    private final @Nullable TransportMaker transports;
    private final SpareDescriptor spare = new SpareDescriptor();
    private final List<Connection> all = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    Connections(GyreRuntime runtime, ByteBuffer memory) {
        this.runtime = runtime;
        this.memory = new SocketMemory(runtime.turns(), runtime.loop(), memory);
        transports = runtime.sharedIfAny(TransportMaker.class);
        spare.keep();
        handle(Operation.SOCKET_WRITE, Connection::write);
        handle(Operation.SOCKET_SHUTDOWN, (connection, _, _) -> connection.shutdown());
        handle(
                Operation.SOCKET_READ,
                (connection, _, _) -> connection.transport().setReading(true));
        handle(
                Operation.SOCKET_STOP_READING,
                (connection, _, _) -> connection.transport().setReading(false));
    }

    public SocketMemory memory() {
        return memory;
    }

    public Loop loop() {
        return runtime.loop();
    }

    public void runEvents() {
        runtime.turns().runEvents();
    }

    public Connection get(int id) {
        return all.get(id);
    }

    Connection open() {
        int id = free.isEmpty() ? all.size() : free.removeLast();
        var connection = new Connection(this, id);
        if (transports != null) {
            connection.transport(transports);
        }
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

    Connection accepted(int descriptor) {
        Connection connection = open();
        connection.socket.adoptAccepted(descriptor);
        return connection;
    }

    /** A standard stream stays open when its stream is closed. */
    Connection adoptShared(int descriptor) {
        Connection connection = open();
        connection.socket.adoptShared(descriptor, descriptor > LAST_STANDARD);
        return connection;
    }

    /** There are no descriptors left: whoever waits for this server is sent away, or waits a little longer. */
    void shed(ByteStream server) {
        if (!spare.shed(server)) {
            server.restFromAccepting(REST_MS);
        }
    }

    void closed(Connection connection) {
        all.set(connection.id, null);
        memory.event(connection.id, SocketEvent.CLOSED, 0, 0, 0);
        runtime.turns().runEvents(); // in the closing phase, where it belongs
        // Not before: events that waited before this one run first, and what they open must not get this number.
        free.add(connection.id);
    }

    /** Closes all of them; nobody is told. */
    void close() {
        for (Connection connection : all) {
            if (connection != null) {
                connection.transport().close(false, () -> {});
            }
        }
        all.clear();
        spare.close();
    }

    public Stream<Connection> all() {
        return all.stream().filter(Objects::nonNull);
    }

    /** Carries out what JavaScript has written so far. */
    public void runOutbox() {
        runtime.submissions().carryOut();
    }

    /** One operation on a socket, with bytes of the socket memory. */
    private interface SocketOperation {
        void run(Connection connection, int at, int length);
    }

    private void handle(int operation, SocketOperation body) {
        runtime.submissions().on(operation, (id, at, length) -> {
            Connection connection = all.get(id);
            if (connection != null && connection.socket.fd() >= 0) {
                body.run(connection, at, length);
            }
        });
    }
}
