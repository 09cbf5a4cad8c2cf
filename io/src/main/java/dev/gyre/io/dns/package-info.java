/**
 * Asking DNS servers, on an event loop, with c-ares's manners: tries, timeouts, fallback to TCP, error codes.
 *
 * <pre>
 *   DnsResolver                  servers, and the queries under way: whom to ask, how long to wait, when to give up
 *   UdpExchange   TcpExchange    one socket each, the queries that wait for its answers
 *   DnsMessage    DnsRecord      what is on the wire (RFC 1035), read with distrust
 *   DnsReader     DnsName
 *   ResolverConfig  HostsFile    /etc/resolv.conf, /etc/hosts
 * </pre>
 *
 * <p>Everything that comes from the network may be hostile. A read is checked against the message's end; a name has at
 * most 255 bytes and its pointers lead backwards only, so none can loop; what is counted by a field is never allocated
 * before it was read. An answer must come from the server that was asked (sockets are connected), to a port that the
 * kernel chose at random, with the query's random number and its question; anything else is ignored.
 */
@NullMarked
package dev.gyre.io.dns;

import org.jspecify.annotations.NullMarked;
