/**
 * The native half of {@code crypto}. A {@code …Functions} class adds the functions of one topic; the others wrap what these
 * use of OpenSSL: keys, certificates, big numbers, parameters, errors. JavaScript knows the objects of OpenSSL by numbers
 * ({@link dev.gyre.node.crypto.Pointers}).
 */
@NullMarked
package dev.gyre.node.crypto;

import org.jspecify.annotations.NullMarked;
