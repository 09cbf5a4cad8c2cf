/** HTTP/1: an incremental parser, as strict as Node's. */
package dev.gyre.codec.http1;
