package dev.gyre.distributed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.util.DefaultSocketFactory;
import org.jspecify.annotations.Nullable;

/** Plain or TLS sockets for JGroups, whose server sockets are {@link GuardedServerSocket}s. */
final class GuardedSocketFactory extends DefaultSocketFactory {
    private final @Nullable Credentials credentials;
    private final Obstacles obstacles;
    private final boolean isAnyPort;
    private final LateWriter lateWriter = new LateWriter();

    /** @param isAnyPort whether servers take any free port, whatever they are told */
    GuardedSocketFactory(@Nullable Credentials credentials, Obstacles obstacles, boolean isAnyPort) {
        this.credentials = credentials;
        this.obstacles = obstacles;
        this.isAnyPort = isAnyPort;
    }

    @Override
    public Socket createSocket(String service) throws IOException {
        return new MemberSocket(credentials, obstacles, lateWriter);
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new GuardedServerSocket(credentials, obstacles, isAnyPort, lateWriter);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port) throws IOException {
        return createServerSocket(service, port, 0, null);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog) throws IOException {
        return createServerSocket(service, port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog, @Nullable InetAddress address)
            throws IOException {
        ServerSocket server = createServerSocket(service);
        server.bind(new InetSocketAddress(address, port), backlog);
        return server;
    }

    /** All its sockets are closed. */
    void end() {
        try {
            lateWriter.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
