/** Trace events: what happened when, in the JSON that Perfetto and chrome://tracing read. */
@NullMarked
package dev.gyre.node.trace_events;

import org.jspecify.annotations.NullMarked;
