/**
 * The native half of {@code crypto}. A {@code …Functions} class adds the functions of one topic; the other classes wrap
 * OpenSSL's keys, ciphers, digests, curves and certificates. JavaScript refers to OpenSSL objects by number ({@link
 * dev.gyre.node.openssl.Pointers}).
 */
@NullMarked
package dev.gyre.node.crypto;

import org.jspecify.annotations.NullMarked;
