/**
 * Everything that depends on the insides of V8 and of Javet: offsets in V8's heap, slots of its contexts, private fields of
 * Javet's. The JavaScript halves are in the core's folder {@code v8internals}. Each dependency is a named
 * {@link dev.gyre.engine.v8internals.Capability} that checks itself before its first use, can be turned off, and has a
 * fallback; docs/v8-internals.md lists them with the versions they were checked on.
 */
@NullMarked
package dev.gyre.engine.v8internals;

import org.jspecify.annotations.NullMarked;
