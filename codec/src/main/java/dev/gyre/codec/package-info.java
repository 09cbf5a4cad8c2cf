/** Protocols as bytes. Nothing here knows a socket, an event loop or JavaScript. */
@NullMarked
package dev.gyre.codec;

import org.jspecify.annotations.NullMarked;
