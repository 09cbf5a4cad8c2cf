/** HTTP/1 on the wire: an incremental parser, as strict as Node's. No sockets and no JavaScript. */
@NullMarked
package dev.gyre.io.http;

import org.jspecify.annotations.NullMarked;
