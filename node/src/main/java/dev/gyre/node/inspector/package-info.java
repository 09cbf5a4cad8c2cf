/**
 * The debugging protocol: {@code node:inspector} and the server that {@code --inspect} opens. docs/decisions/inspector.md says
 * which thread does what, and why.
 */
@NullMarked
package dev.gyre.node.inspector;

import org.jspecify.annotations.NullMarked;
