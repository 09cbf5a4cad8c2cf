/** Hash functions on Keccak that OpenSSL does not have. */
@NullMarked
package dev.gyre.node.crypto.keccak;

import org.jspecify.annotations.NullMarked;
