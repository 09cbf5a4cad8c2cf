/**
 * Carries the messages of pools on several machines: {@link dev.gyre.distributed.JGroupsEngine} on JGroups, which has
 * membership, failure detection, ordered and repeated sending, and flow control. See docs/decisions/distributed-engine.md.
 */
@NullMarked
package dev.gyre.distributed;

import org.jspecify.annotations.NullMarked;
