package dev.gyre.node.dns;

/** A socket to a server, with the queries that wait for its answers. */
sealed interface Exchange permits UdpExchange, TcpExchange {
    /** Sends a query, under a number of its own among those that wait here; false if it can't be sent. */
    boolean send(DnsQuery query);

    /** Takes back a query that has not been answered. */
    void forget(DnsQuery query);
}
