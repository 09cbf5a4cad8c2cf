/**
 * The native half of {@code crypto}. A {@code …Functions} class adds the functions of one topic; the others wrap OpenSSL's
 * keys, ciphers, digests, curves and certificates for them. JavaScript knows the objects of OpenSSL by numbers ({@link
 * dev.gyre.node.openssl.Pointers}).
 */
@NullMarked
package dev.gyre.node.crypto;

import org.jspecify.annotations.NullMarked;
