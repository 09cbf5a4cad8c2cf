/**
 * The native half of {@code crypto}. A {@code …Functions} class adds the functions of one topic; the other classes wrap
 * the parts of OpenSSL that these use: keys, certificates, big numbers, parameters, errors. JavaScript refers to
 * OpenSSL objects by number ({@link dev.gyre.node.crypto.Pointers}).
 */
@NullMarked
package dev.gyre.node.crypto;

import org.jspecify.annotations.NullMarked;
