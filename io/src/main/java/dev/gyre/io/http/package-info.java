/** HTTP/1 on the wire: an incremental parser, as strict as Node's. No sockets and no JavaScript. */
package dev.gyre.io.http;
