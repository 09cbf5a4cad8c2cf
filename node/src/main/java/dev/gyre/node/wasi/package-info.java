/** The native half of {@code node:wasi}: the system calls of WebAssembly programs, within the folders that they are given. */
@NullMarked
package dev.gyre.node.wasi;

import org.jspecify.annotations.NullMarked;
