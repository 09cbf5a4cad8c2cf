/** IP addresses as text and as bytes. */
@NullMarked
package dev.gyre.codec.ip;

import org.jspecify.annotations.NullMarked;
