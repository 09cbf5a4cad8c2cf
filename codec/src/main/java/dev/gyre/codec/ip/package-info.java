/** IP addresses as text and as bytes. */
package dev.gyre.codec.ip;
