/**
 * The load test: many clients open and break connections at random against one server, at full speed, and every
 * answer is checked to be the one to its request.
 *
 * <pre>
 * Load         the command behind bench/load; LoadTest runs it for a few seconds
 * Visitor      one client, in a virtual thread: connections of random length, requests of random kinds, breaks
 * LoadConnection         one connection: bytes out in random pieces, answers in
 * LoadServer   the process that runs conformance/load/server.js, and its memory
 * Tally        what all visitors saw, and what went wrong
 * </pre>
 *
 * <p>The clients speak HTTP by themselves, so that a mistake of the runtime's own client can't hide the server's. All
 * random choices come from one seed, which is printed.
 */
package dev.gyre.conformance.load;
