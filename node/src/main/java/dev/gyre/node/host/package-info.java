/**
 * How a Java program talks to a runtime that it has opened: a {@link dev.gyre.node.host.Session} carries requests to {@code
 * internal/host_session.js} and its answers back. Values cross as plain Java values, see {@link
 * dev.gyre.node.host.PlainValues}.
 */
@NullMarked
package dev.gyre.node.host;

import org.jspecify.annotations.NullMarked;
