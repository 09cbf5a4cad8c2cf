package dev.gyre.distributed;

import java.util.Collection;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.BasicTCP;
import org.jspecify.annotations.Nullable;

/** The transport: JGroups' own one for TCP, with another server. */
final class MemberTransport extends BasicTCP {
    private final int bufferBytes;
    private final Consumer<PhysicalAddress> left;
    private @Nullable MemberServer server;

    /**
     * @param bufferBytes for what a connection sends and receives, each
     * @param left gets where members were that said goodbye
     */
    MemberTransport(int bufferBytes, Consumer<PhysicalAddress> left) {
        this.bufferBytes = bufferBytes;
        this.left = left;
    }

    /** Whether a message could be sent without connecting first. */
    boolean isConnectedTo(Address member) {
        PhysicalAddress place = getPhysicalAddressFromCache(member);
        return place != null && server != null && server.connectionEstablishedTo(place);
    }

    @Override
    public void start() throws Exception {
        server = new MemberServer(getThreadFactory(), getSocketFactory(), bind_addr, bind_port, bufferBytes);
        server.setMaxLength(max_length)
                .receiver(this)
                .timeService(time_service)
                .socketConnectionTimeout(sock_conn_timeout)
                .tcpNodelay(tcp_nodelay)
                .clientBindAddress(client_bind_addr)
                .log(log)
                .addConnectionListener(this);
        server.peerAddressReadTimeout(peer_addr_read_timeout);
        super.start();
    }

    @Override
    public void stop() {
        super.stop();
        if (server != null) {
            server.stop();
        }
    }

    @Override
    protected void handleConnect() throws Exception {
        theServer().start();
        connected = true;
        super.handleConnect();
    }

    @Override
    protected void handleDisconnect() {
        super.handleDisconnect();
        connected = false;
        theServer().stop();
    }

    private MemberServer theServer() {
        MemberServer started = server;
        if (started == null) {
            throw new IllegalStateException("the transport has not started");
        }
        return started;
    }

    @Override
    protected @Nullable PhysicalAddress getPhysicalAddress() {
        return server == null ? null : (PhysicalAddress) server.localAddress();
    }

    @Override
    public void send(Address to, byte[] bytes, int offset, int length) throws Exception {
        if (server != null) {
            server.send(to, bytes, offset, length);
        }
    }

    @Override
    public void connectionClosed(Connection connection) {
        super.connectionClosed(connection);
        if (connection.isClosedGracefully() && connection.peerAddress() instanceof PhysicalAddress place) {
            left.accept(place);
        }
    }

    @Override
    public void retainAll(Collection<Address> members) {
        theServer().retainAll(members, is_member);
    }

    @Override
    public String printConnections() {
        return theServer().printConnections();
    }

    @Override
    public BasicTCP clearConnections(boolean isGraceful) {
        theServer().clearConnections(isGraceful);
        return this;
    }
}
