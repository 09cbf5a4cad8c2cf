/**
 * A Node runtime on the event loop: {@link dev.gyre.node.GyreRuntime} enters JavaScript, {@link dev.gyre.node.Bindings}
 * knows the native halves of the core's modules, {@link dev.gyre.node.Core} loads the core's JavaScript. Each core module
 * has a package below this one.
 */
@NullMarked
package dev.gyre.node;

import org.jspecify.annotations.NullMarked;
