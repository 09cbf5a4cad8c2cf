/**
 * Several runtimes that talk. The runtimes of one {@link dev.gyre.node.worker_threads.Family} exchange
 * {@link dev.gyre.node.worker_threads.Message}s through {@link dev.gyre.node.worker_threads.Port}s; each runtime has its own
 * in a table, {@link dev.gyre.node.worker_threads.Ports}. See docs/decisions/messages.md.
 */
@NullMarked
package dev.gyre.node.worker_threads;

import org.jspecify.annotations.NullMarked;
