/**
 * A small HTTP server that one thread runs beside its other work: {@link dev.gyre.dashboard.http.HttpService}. It is for a
 * few clients that may be hostile, and for nothing that a loop of a program has a part in.
 */
@NullMarked
package dev.gyre.dashboard.http;

import org.jspecify.annotations.NullMarked;
