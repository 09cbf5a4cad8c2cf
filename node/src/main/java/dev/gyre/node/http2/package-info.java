/**
 * HTTP/2. JavaScript has the state of sessions and streams; Java turns bytes into frames and headers and back, by one call
 * for all that was received or is to be sent.
 */
@NullMarked
package dev.gyre.node.http2;

import org.jspecify.annotations.NullMarked;
