'use strict';

// Contexts of node:vm as clients of the debugging protocol know them. Most programs have no such client: their contexts are
// remembered, weakly, in case one comes. A WeakMap keeps them and no WeakRefs: V8 keeps what a new WeakRef refers to until the
// job ends, so contexts that are made and dropped in one loop would all stay.

const { ArrayPrototypePush, ArrayPrototypeSort, SafeWeakMap } = require('internal/primordials');

let native;
const known = new SafeWeakMap(); // function -> { number, name, origin }, until there is an inspector
let count = 0;

// `anyFunction` is one of the context's own, at its top level: V8 finds the context by it.
function contextCreated(anyFunction, name, origin = '') {
  if (native !== undefined) {
    native.contextCreated(anyFunction, name, origin);
    require('internal/inspector/connection').deliver(); // to sessions of this thread
    return;
  }
  known.set(anyFunction, { number: count++, name, origin });
}

// There is an inspector from now on. It hears of the contexts in the order in which they were made.
function tellOfContexts() {
  if (native !== undefined) return;
  native = binding('inspector');
  if (count === 0) return; // V8's inspector runs the microtasks that wait when it lists entries
  const { 0: entries } = require('internal/util/v8').previewEntries(known);
  const list = [];
  for (let i = 0; i < entries.length; i += 2) ArrayPrototypePush(list, { anyFunction: entries[i], context: entries[i + 1] });
  ArrayPrototypeSort(list, (a, b) => a.context.number - b.context.number);
  for (let i = 0; i < list.length; i++) {
    const { anyFunction, context: { name, origin } } = list[i];
    native.contextCreated(anyFunction, name, origin);
  }
}

module.exports = { contextCreated, tellOfContexts };
