/**
 * What the loops of a process do: recorded ten times a second, and told as a page, as metrics and as a report.
 *
 * <pre>
 *   loop thread ── Telemetry ──┐ read without a lock
 *   worker threads ── … ───────┤
 *                              v
 *            gyre-dashboard: Recorder ──> last 30 s ──┬─> page, live (server-sent events)
 *                    │                                ├─> /metrics, /healthz, /readyz
 *                    └─ HttpService                   └─> report of `gyre doctor`
 * </pre>
 *
 * One thread does all of it, so nothing here needs a lock, and it answers while a loop is pinned: no method waits for a
 * loop. What a loop has to do itself (heap figures, snapshots, profiles) is asked for, and taken when it has answered.
 */
@NullMarked
package dev.gyre.dashboard;

import org.jspecify.annotations.NullMarked;
