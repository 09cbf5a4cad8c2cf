/** UDP sockets on an event loop, with their options. Used on the loop's thread. */
package dev.gyre.io.datagram;
