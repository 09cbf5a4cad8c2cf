/** Runs expressions in V8, with texts that grow, under a limit of time: what is slow is what was seen to be slow. */
@NullMarked
package dev.gyre.regexp.proof;

import org.jspecify.annotations.NullMarked;
