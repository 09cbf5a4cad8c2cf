/** Waiting for descriptors: epoll under an event loop, poll(2) on a thread that may block. */
package dev.gyre.io.poll;
