/**
 * The native half of {@code http}: it connects the parser of {@code dev.gyre.codec.http1} to sockets ({@link
 * dev.gyre.node.http.HttpConnection}) and to streams of JavaScript ({@link dev.gyre.node.http.HttpFeed}).
 */
@NullMarked
package dev.gyre.node.http;

import org.jspecify.annotations.NullMarked;
