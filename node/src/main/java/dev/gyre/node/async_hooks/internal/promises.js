'use strict';

// Promises as asynchronous resources. As in Node their ids are properties with symbols for names.

const { FinalizationRegistry, ObjectPrototypeHasOwnProperty, registerFinalizer } = require('internal/primordials');
const { enqueueMicrotask } = require('internal/v8internals/natives');
const hooks = require('internal/v8internals/promise_hooks');
const asyncIds = require('internal/async_ids');
const { kAsyncId, kTriggerAsyncId } = require('internal/async_hooks/symbols');

let isWanted = false;
let isTracked = false;
let collected; // made when first needed: it can't be in the snapshot

function identify(promise, parent) {
  if (promise[kAsyncId]) return;
  const trigger = parent === undefined ? asyncIds.defaultTrigger() : idOf(parent);
  promise[kAsyncId] = asyncIds.newId();
  promise[kTriggerAsyncId] = trigger;
}

function idOf(promise) {
  if (!ObjectPrototypeHasOwnProperty(promise, kAsyncId)) promise[kAsyncId] = asyncIds.newId();
  return promise[kAsyncId];
}

function knownIdsOf(promise) {
  if (!ObjectPrototypeHasOwnProperty(promise, kAsyncId)) return undefined;
  return { id: promise[kAsyncId], trigger: promise[kTriggerAsyncId] ?? 0 };
}

function init(promise, parent) {
  identify(promise, parent);
  asyncIds.announceFor(promise[kAsyncId], 'PROMISE', promise[kTriggerAsyncId], promise);
}

function destroyWhenCollected(promise, parent) {
  identify(promise, parent);
  collected ??= new FinalizationRegistry((id) => asyncIds.destroy(id));
  registerFinalizer(collected, promise, promise[kAsyncId]);
}

function initAndDestroy(promise, parent) {
  init(promise, parent);
  destroyWhenCollected(promise, parent);
}

function before(promise) {
  identify(promise);
  asyncIds.before(promise[kAsyncId], promise[kTriggerAsyncId], promise);
}

function after(promise) {
  identify(promise);
  asyncIds.afterIfEntered(promise[kAsyncId]);
}

function settled(promise) {
  identify(promise);
  asyncIds.resolved(promise[kAsyncId]);
}

// `wants` tells whether a hook has a callback of that name.
function track(wants) {
  const tracksEnds = wants('destroy');
  const made = wants('init') ? (tracksEnds ? initAndDestroy : init) : (tracksEnds ? destroyWhenCollected : undefined);
  hooks.setOwn([made, wants('promiseResolve') ? settled : undefined, before, after]);
  asyncIds.setIdsOfPromise(knownIdsOf);
  isTracked = true;
  isWanted = true;
}

// Later, because a promise's reaction may be running, whose end is to be seen.
function untrackSoon() {
  isWanted = false;
  if (isTracked) enqueueMicrotask(untrack);
}

function untrack() {
  if (isWanted || !isTracked) return;
  hooks.setOwn(null);
  isTracked = false;
}

module.exports = { track, untrackSoon };
