/**
 * OpenSSL's general objects, for the core modules that call {@link dev.gyre.io.openssl.LibCrypto}: numbers, parameters,
 * streams in memory (BIO), passphrases, errors in Node's form, and the objects that JavaScript holds by number.
 */
@NullMarked
package dev.gyre.node.openssl;

import org.jspecify.annotations.NullMarked;
