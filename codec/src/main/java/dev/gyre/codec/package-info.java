/** Protocols as bytes. Nothing here knows a socket, an event loop or JavaScript. */
package dev.gyre.codec;
