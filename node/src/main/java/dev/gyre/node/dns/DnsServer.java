package dev.gyre.node.dns;

import dev.gyre.io.address.Endpoint;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A server, and how it has been doing. */
final class DnsServer {
    final InetSocketAddress address;

    /** Failures since its last answer: those with fewer are asked first. */
    int failures;

    /** The socket that the next query to it may share, or null. */
    @Nullable
    UdpExchange open;

    DnsServer(InetSocketAddress address) {
        this.address = address;
    }

    boolean isV4() {
        return address.getAddress() instanceof Inet4Address;
    }

    ByteBuffer endpoint() {
        return Endpoint.of(address.getAddress(), address.getPort());
    }
}
