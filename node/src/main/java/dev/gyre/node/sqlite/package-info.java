/** The native half of {@code node:sqlite}. */
@NullMarked
package dev.gyre.node.sqlite;

import org.jspecify.annotations.NullMarked;
