/**
 * The native half of {@code tls}: contexts, connections and certificates. The bytes of a connection pass through
 * {@link dev.gyre.io.tls.TlsTransport}; JavaScript hears of its notices one by one ({@code transportEvent}).
 */
@NullMarked
package dev.gyre.node.tls;

import org.jspecify.annotations.NullMarked;
