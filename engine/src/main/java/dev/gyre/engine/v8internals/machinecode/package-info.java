/**
 * Capabilities that need machine code: functions of ours that V8 calls, and functions of V8's that no API calls. What they know
 * of V8 belongs to one build of it, which they compare before they change anything.
 */
@NullMarked
package dev.gyre.engine.v8internals.machinecode;

import org.jspecify.annotations.NullMarked;
