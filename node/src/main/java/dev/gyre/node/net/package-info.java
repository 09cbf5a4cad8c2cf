/**
 * The native half of {@code net}: stream sockets by number. JavaScript submits what it does often ({@link
 * dev.gyre.node.net.Connections}) and calls {@link dev.gyre.node.net.NetBinding} for the rest; what sockets receive stands
 * in {@link dev.gyre.node.net.SocketMemory}, which both languages see.
 */
@NullMarked
package dev.gyre.node.net;

import org.jspecify.annotations.NullMarked;
