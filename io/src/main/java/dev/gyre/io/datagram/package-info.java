/** UDP sockets on an event loop, with their options. Used on the loop's thread. */
@NullMarked
package dev.gyre.io.datagram;

import org.jspecify.annotations.NullMarked;
