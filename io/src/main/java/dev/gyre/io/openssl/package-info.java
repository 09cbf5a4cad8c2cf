/** The system's OpenSSL 3: loading it and calling it, for crypto and for TLS. */
@NullMarked
package dev.gyre.io.openssl;

import org.jspecify.annotations.NullMarked;
