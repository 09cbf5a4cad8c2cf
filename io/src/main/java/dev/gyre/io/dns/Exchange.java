package dev.gyre.io.dns;

import java.io.IOException;

/** A socket to a server, with the queries that wait for its answers. */
sealed interface Exchange permits UdpExchange, TcpExchange {
    /** Sends a query, under a number of its own among those that wait here. */
    void send(DnsQuery query) throws IOException;

    /** Takes back a query that has not been answered. */
    void forget(DnsQuery query);
}
