/** The command {@code gyre lint-regexp}: files in, a report of vulnerable expressions out. */
@NullMarked
package dev.gyre.regexp.lint;

import org.jspecify.annotations.NullMarked;
