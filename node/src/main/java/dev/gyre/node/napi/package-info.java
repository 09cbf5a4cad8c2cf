/**
 * Node-API: native add-ons. {@link dev.gyre.node.napi.NodeApi} lists the functions, {@link dev.gyre.node.napi.Upcalls} is
 * where they arrive, {@link dev.gyre.node.napi.AddonHost} takes them to a runtime's JavaScript, whose half is in
 * napi/internal. See {@code docs/decisions/node-api.md}.
 */
@NullMarked
package dev.gyre.node.napi;

import org.jspecify.annotations.NullMarked;
