/** Finds the regular expressions of JavaScript and TypeScript files: literals, and calls of RegExp with constant texts. */
@NullMarked
package dev.gyre.regexp.source;

import org.jspecify.annotations.NullMarked;
