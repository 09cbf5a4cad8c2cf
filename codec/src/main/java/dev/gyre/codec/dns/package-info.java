/**
 * DNS messages (RFC 1035).
 *
 * <p>Every message comes from the network and may be hostile. Each read is checked against the message's end; a name has
 * at most 255 bytes and its pointers lead backwards only, so none can loop; a count in the message allocates nothing.
 */
@NullMarked
package dev.gyre.codec.dns;

import org.jspecify.annotations.NullMarked;
