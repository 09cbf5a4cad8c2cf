/**
 * V8 for the rest of Gyre: the only package that imports Javet.
 *
 * <p>{@link dev.gyre.engine.Engine} is V8 in this process, configured once. {@link dev.gyre.engine.Isolate} is one
 * JavaScript heap, owned by one thread. JavaScript reaches Java through one {@link dev.gyre.engine.NativeFunction},
 * whose arguments come as {@link dev.gyre.engine.Args}. What a script throws out of an isolate arrives as a
 * {@link dev.gyre.engine.ScriptException}, which tells where it was thrown.
 */
@NullMarked
package dev.gyre.engine;

import org.jspecify.annotations.NullMarked;
