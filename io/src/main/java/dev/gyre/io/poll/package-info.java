/** Waiting for descriptors: epoll under an event loop, poll(2) on a thread that may block. */
@NullMarked
package dev.gyre.io.poll;

import org.jspecify.annotations.NullMarked;
