/**
 * How JavaScript and Java exchange data. Java enters JavaScript by {@link dev.gyre.node.bridge.Turns}; JavaScript calls Java
 * by {@link dev.gyre.node.bridge.NativeCalls}, whose functions the bindings add
 * ({@link dev.gyre.node.bridge.Binding}, {@link dev.gyre.node.bridge.FunctionTable}). What they exchange stands in
 * {@link dev.gyre.node.bridge.SharedMemory}, laid out as {@link dev.gyre.node.bridge.Layout} says: what JavaScript submits
 * ({@link dev.gyre.node.bridge.Submissions}), what Java completes ({@link dev.gyre.node.bridge.Completions}), and work for
 * the pool ({@link dev.gyre.node.bridge.WorkSlots}). An exception crosses as an {@link dev.gyre.node.bridge.ErrorRecord}.
 * The JavaScript side is internal/bridge.js and bridge/shared. The package uses nothing else of node.
 */
@NullMarked
package dev.gyre.node.bridge;

import org.jspecify.annotations.NullMarked;
