/**
 * TLS by OpenSSL's libssl, as a {@link dev.gyre.io.stream.Transport}.
 *
 * <pre>
 *   owner of a connection      net's sockets, HTTP's parser
 *        │  ▲
 *   TlsTransport               a stream's owner: records in, records out, what is held back
 *        │  ▲
 *   TlsEngine                  one SSL object with two BIOs in memory; no descriptor, no loop
 *        ⋮
 *   HandshakeChoices           what the program decides in a handshake, and OpenSSL's callbacks for it
 *   TlsNotices                 what an engine has to tell, in order
 *   TlsContext                 one SSL_CTX, shared by connections
 *   TlsCallbacks               what OpenSSL calls; finds the engine by the thread that runs it
 * </pre>
 *
 * <p>OpenSSL's callbacks never enter JavaScript and never throw. Where the program decides (which certificate, which
 * session, which protocol), the callback suspends the handshake and leaves a {@link dev.gyre.io.tls.TlsNotice}; the answer
 * resumes it. Pre-shared keys have no such point: see {@link dev.gyre.io.tls.TlsEngine}.
 */
@NullMarked
package dev.gyre.io.tls;

import org.jspecify.annotations.NullMarked;
