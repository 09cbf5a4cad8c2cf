/** HTTP/2: frames (RFC 9113), header compression (HPACK, RFC 7541) and the rules of header lists. */
@NullMarked
package dev.gyre.codec.http2;

import org.jspecify.annotations.NullMarked;
