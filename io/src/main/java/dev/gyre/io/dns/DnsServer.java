package dev.gyre.io.dns;

import java.net.InetSocketAddress;

/** A server, and how it has been doing. */
final class DnsServer {
    final InetSocketAddress address;

    /** Failures since its last answer: those with fewer are asked first. */
    int failures;

    /** The socket that the next query to it may share, or null. */
    UdpExchange open;

    DnsServer(InetSocketAddress address) {
        this.address = address;
    }
}
