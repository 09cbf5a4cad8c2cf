/**
 * How JavaScript and Java exchange data: the numbers they agree on ({@link dev.gyre.node.bridge.Layout}), the memory that
 * both see ({@link dev.gyre.node.bridge.SharedMemory}), what JavaScript submits
 * ({@link dev.gyre.node.bridge.Submissions}), what Java completes ({@link dev.gyre.node.bridge.Completions}), and the form
 * of an error on its way ({@link dev.gyre.node.bridge.ErrorRecord}). The JavaScript side is internal/bridge.js and
 * bridge/internal.
 */
@NullMarked
package dev.gyre.node.bridge;

import org.jspecify.annotations.NullMarked;
