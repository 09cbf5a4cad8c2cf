/** Regular expressions of ECMAScript 2026: the parser, the tree that it makes, and sets of characters. */
@NullMarked
package dev.gyre.regexp.syntax;

import org.jspecify.annotations.NullMarked;
