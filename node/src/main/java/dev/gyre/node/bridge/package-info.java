/** The protocol between JavaScript and Java. */
@NullMarked
package dev.gyre.node.bridge;

import org.jspecify.annotations.NullMarked;
