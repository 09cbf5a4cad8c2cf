/** The command {@code gyre}: its options, where its files are, and how a process starts a runtime from them. */
@NullMarked
package dev.gyre.cli;

import org.jspecify.annotations.NullMarked;
