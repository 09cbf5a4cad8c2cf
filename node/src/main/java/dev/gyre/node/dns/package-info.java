/**
 * The native half of {@code dns}: a resolver on the event loop that behaves like c-ares (tries, timeouts, fallback to TCP,
 * error codes).
 *
 * <pre>
 *   DnsBinding                   functions for JavaScript
 *   DnsResolver                  the servers and the queries under way: which server, how long to wait, when to give up
 *   UdpExchange   TcpExchange    one socket each, with the queries that wait for its answers
 *   ResolverConfig  HostsFile    /etc/resolv.conf, /etc/hosts
 * </pre>
 *
 * <p>An answer must come from the server that was asked (sockets are connected), to a port that the kernel chose at
 * random, with the query's random number and its question; anything else is ignored. {@code dev.gyre.codec.dns} reads the
 * messages.
 */
@NullMarked
package dev.gyre.node.dns;

import org.jspecify.annotations.NullMarked;
