'use strict';

// What runs between two callbacks, whatever their phase: the nextTick queue to its end, then the microtasks to theirs,
// again while either has anything; then the promises that were rejected and left alone.

const { validateFunction } = require('internal/validators');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const rejections = require('internal/process/promises');

// A ring of ticks, doubled when full. Four slots a tick: callback, arguments, async id, context frame.
const SLOTS = 4;
let ring = new Array(1024 * SLOTS).fill(undefined);
let mask = ring.length - 1;
let head = 0;
let tail = 0;

function grow() {
  const old = ring;
  const length = old.length;
  ring = new Array(length * 2).fill(undefined);
  for (let i = 0; i < length; i++) ring[i] = old[(head + i) & mask];
  head = 0;
  tail = length;
  mask = ring.length - 1;
}

function push(callback, args) {
  const id = asyncIds.create(callback, 'TickObject');
  ring[tail] = callback;
  ring[tail + 1] = args;
  ring[tail + 2] = id;
  ring[tail + 3] = context.get();
  tail = (tail + SLOTS) & mask;
  if (tail === head) grow();
}

function nextTick(callback, ...args) {
  validateFunction(callback, 'callback');
  if (process._exiting) return;
  push(callback, args.length === 0 ? undefined : args);
}

// V8's own call; this file is compiled with natives syntax when the snapshot is made.
function runMicrotasks() {
  %PerformMicrotaskCheckpoint();
}

function runTicks() {
  while (head !== tail) {
    const at = head;
    head = (head + SLOTS) & mask;
    const callback = ring[at];
    const args = ring[at + 1];
    const id = ring[at + 2];
    const frame = ring[at + 3];
    ring[at] = ring[at + 1] = ring[at + 3] = undefined;
    context.set(frame);
    asyncIds.before(id, 0, undefined);
    try {
      if (args === undefined) callback();
      else callback(...args);
    } finally {
      asyncIds.after(id);
      asyncIds.destroy(id);
      context.set(undefined);
    }
  }
}

function processTicksAndRejections() {
  do {
    runTicks();
    runMicrotasks();
  } while (head !== tail || rejections.process());
}

// The cheap form, for between two callbacks.
function runNextTicks() {
  if (head === tail && !rejections.any()) runMicrotasks();
  if (head === tail && !rejections.any()) return;
  processTicksAndRejections();
}

function runMicrotask(callback, id, frame) {
  const outer = context.get();
  context.set(frame);
  asyncIds.before(id, 0, undefined);
  try {
    callback();
  } catch (error) {
    require('internal/process/fatal').trigger(error, false);
  } finally {
    asyncIds.after(id);
    context.set(outer);
  }
}

function queueMicrotask(callback) {
  validateFunction(callback, 'callback');
  const frame = context.get();
  const id = asyncIds.create(callback, 'Microtask');
  enqueueMicrotask(() => runMicrotask(callback, id, frame));
}

function enqueueMicrotask(fn) {
  %EnqueueMicrotask(fn);
}

// Functions with natives syntax must have been compiled when the snapshot is made.
enqueueMicrotask(() => {});
runMicrotasks();

module.exports = { nextTick, queueMicrotask, runMicrotasks, runNextTicks, processTicksAndRejections };
