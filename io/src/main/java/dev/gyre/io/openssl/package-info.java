/** The system's OpenSSL 3: loading it and calling it, for crypto and for TLS. */
package dev.gyre.io.openssl;
