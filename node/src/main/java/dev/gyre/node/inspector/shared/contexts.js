'use strict';

// Contexts of node:vm as clients of the debugging protocol know them. Most programs have no such client: their contexts are
// remembered, weakly, in case one comes.

const { ArrayPrototypePush, WeakRef, deref } = require('internal/primordials');

const FIRST_LOOK = 64;

let native;
let known = []; // { reference, name, origin }, until there is an inspector
let nextLook = FIRST_LOOK; // how many there are when the dead are looked for

// `anyFunction` is one of the context's own, at its top level: V8 finds the context by it.
function contextCreated(anyFunction, name, origin = '') {
  if (native !== undefined) {
    native.contextCreated(anyFunction, name, origin);
    require('internal/inspector/connection').deliver(); // to sessions of this thread
    return;
  }
  if (known.length >= nextLook) forgetDead();
  ArrayPrototypePush(known, { reference: new WeakRef(anyFunction), name, origin });
}

function forgetDead() {
  const alive = [];
  for (let i = 0; i < known.length; i++) if (deref(known[i].reference) !== undefined) ArrayPrototypePush(alive, known[i]);
  known = alive;
  nextLook = FIRST_LOOK + 2 * alive.length;
}

// There is an inspector from now on.
function tellOfContexts() {
  if (native !== undefined) return;
  native = binding('inspector');
  for (let i = 0; i < known.length; i++) {
    const { reference, name, origin } = known[i];
    const anyFunction = deref(reference);
    if (anyFunction !== undefined) native.contextCreated(anyFunction, name, origin);
  }
  known = [];
}

module.exports = { contextCreated, tellOfContexts };
