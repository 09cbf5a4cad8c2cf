/** The native half of {@code zlib}, and its codecs. */
@NullMarked
package dev.gyre.node.zlib;

import org.jspecify.annotations.NullMarked;
