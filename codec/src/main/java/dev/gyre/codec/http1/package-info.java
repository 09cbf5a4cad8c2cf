/** HTTP/1: an incremental parser, as strict as Node's. */
@NullMarked
package dev.gyre.codec.http1;

import org.jspecify.annotations.NullMarked;
