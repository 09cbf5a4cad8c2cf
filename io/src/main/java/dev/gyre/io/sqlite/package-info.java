/** SQLite's C library: connections, statements, and functions that it calls back. */
@NullMarked
package dev.gyre.io.sqlite;

import org.jspecify.annotations.NullMarked;
