'use strict';

// The work between two callbacks of any phase: the whole nextTick queue, then all microtasks, repeated while either has
// entries; then the unhandled rejections; then the first of what the core left for afterwards (afterTicks), and again.

const { validateFunction } = require('internal/validators');
const {
  ArrayPrototypePush, Error, Float64Array, FunctionPrototypeToString, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, apply, emptyList,
} = require('internal/primordials');
const { enqueueMicrotask } = require('internal/v8internals/natives');
const { words } = require('internal/bridge');
const { safePoint } = require('internal/repairs');
const { ENDING } = require('internal/layout').Control;
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');
const rejections = require('internal/process/promises');
const { beginPart, beginTick } = require('internal/callbacks');
const { PROMISE_JOB } = require('internal/layout').Kind;

const { enter, leave, newId, current, hasHooks } = asyncIds;

// A ring of ticks, doubled when full. A tick has four slots: callback, arguments, context frame and, for async hooks, the
// resource. Its async id and trigger id are in a ring beside it.
const WORDS_PER_TICK = 4;
let ring = emptyList(1024 * WORDS_PER_TICK);
let ids = new Float64Array(ring.length / 2);
let mask = ring.length - 1;
let head = 0;
let tail = 0;
let ticking; // the callback of the tick that runs

// With one more tick the ring would be full, which looks the same as empty. If memory or stack is exhausted, it stays as it
// is.
function grow() {
  const { length } = ring;
  const newRing = emptyList(length * 2);
  const newIds = new Float64Array(length);
  for (let i = 0; i < length; i++) newRing[i] = ring[(head + i) & mask];
  for (let i = 0; i < length / 2; i++) newIds[i] = ids[((head >> 1) + i) & (mask >> 1)];
  ring = newRing;
  ids = newIds;
  tail = length - WORDS_PER_TICK;
  head = 0;
  mask = length * 2 - 1;
}

// The resource object of a tick that async hooks see.
class TickObject {
  constructor(callback, args, id) {
    this.callback = callback;
    this.args = args;
    asyncIds.announce(id, 'TickObject', this);
  }
}

// All calls come before the first change, because they may fail and a hook may call nextTick itself.
function push(callback, args) {
  const id = newId();
  const trigger = current();
  const frame = context.get();
  const resource = hasHooks() ? new TickObject(callback, args, id) : undefined;
  put(callback, args, frame, resource, id, trigger);
}

function put(callback, args, frame, resource, id, trigger) {
  if (((tail + WORDS_PER_TICK) & mask) === head) grow();
  ids[tail >> 1] = id;
  ids[(tail >> 1) + 1] = trigger;
  ring[tail] = callback;
  ring[tail + 1] = args;
  ring[tail + 2] = frame;
  ring[tail + 3] = resource;
  tail = (tail + WORDS_PER_TICK) & mask;
}

function nextTick(callback, ...args) {
  safePoint();
  validateFunction(callback, 'callback');
  if (process._exiting) return;
  push(callback, args.length === 0 ? undefined : args);
}

// ---- ticks that wait for all others and for the microtasks

let late = [];
let lateAt = 0;

function afterTicks(callback, argument) {
  const args = [argument];
  const id = newId();
  const resource = hasHooks() ? new TickObject(callback, args, id) : undefined;
  ArrayPrototypePush(late, { callback, args, frame: context.get(), resource, id, trigger: current() });
}

// False if there is none.
function moveLate() {
  if (late.length === 0) return false;
  const { callback, args, frame, resource, id, trigger } = late[lateAt];
  put(callback, args, frame, resource, id, trigger);
  late[lateAt++] = undefined;
  if (lateAt === late.length) {
    late = [];
    lateAt = 0;
  }
  return true;
}

// A V8 intrinsic; this file is compiled with natives syntax when the snapshot is made.
function runMicrotasks() {
  beginPart(PROMISE_JOB);
  %PerformMicrotaskCheckpoint();
  if (words.i32[ENDING] !== 0) leaveEnded();
}

// The callback was to be ended (--block-limit), and V8 has ended the microtask that ran then, and dropped the others.
function leaveEnded() {
  words.i32[ENDING] = 2;
  throw new Error('ended'); // seen by Java only
}

function runHooked(at, id, trigger, callback, args) {
  const resource = ring[at + 3];
  ring[at] = ring[at + 1] = ring[at + 2] = ring[at + 3] = undefined;
  enter(id, trigger, resource);
  try {
    if (args === undefined) callback();
    else apply(callback, undefined, args);
  } finally {
    asyncIds.destroy(id);
  }
  leave(id);
}

// One function that contains the call of runMicrotasks: the functions called here are the outermost frames of users' stacks.
function processTicksAndRejections() {
  do {
    while (head !== tail) {
      const at = head;
      head = (head + WORDS_PER_TICK) & mask;
      const id = ids[at >> 1];
      const trigger = ids[(at >> 1) + 1];
      const callback = ring[at];
      const args = ring[at + 1];
      context.set(ring[at + 2]);
      beginTick();
      if (ring[at + 3] !== undefined || hasHooks()) {
        runHooked(at, id, trigger, callback, args);
        continue;
      }
      ring[at] = ring[at + 1] = ring[at + 2] = undefined;
      enter(id, trigger, undefined);
      ticking = callback;
      if (args === undefined) callback();
      else apply(callback, undefined, args);
      ticking = undefined;
      leave(id);
    }
    context.set(undefined);
    beginPart(PROMISE_JOB);
    %PerformMicrotaskCheckpoint();
    if (words.i32[ENDING] !== 0) leaveEnded();
  } while (head !== tail || rejections.process() || moveLate());
}

// The cheap variant, used between two callbacks.
function runNextTicks() {
  if (head === tail && !rejections.any()) runMicrotasks();
  if (head === tail && !rejections.any() && late.length === 0) return;
  processTicksAndRejections();
}

// V8 would report an exception of a microtask and continue; we do the same, at once.
function runMicrotask(callback, id, trigger, frame) {
  const outer = context.get();
  context.set(frame);
  asyncIds.before(id, trigger, undefined);
  try {
    callback();
    asyncIds.after(id);
  } catch (error) {
    require('internal/process/fatal').triggerHere(error);
  }
  asyncIds.destroy(id);
  context.set(outer);
}

function queueMicrotask(callback) {
  safePoint();
  validateFunction(callback, 'callback');
  const frame = context.get();
  const trigger = current();
  const id = asyncIds.create(callback, 'Microtask');
  enqueueMicrotask(() => runMicrotask(callback, id, trigger, frame));
}

// V8 can't read functions with natives syntax from a snapshot unless they were compiled before and their source positions
// were computed.
function readStack() {
  const limit = ObjectGetOwnPropertyDescriptor(Error, 'stackTraceLimit');
  Error.stackTraceLimit = 2;
  void new Error().stack;
  if (limit === undefined) delete Error.stackTraceLimit;
  else ObjectDefineProperty(Error, 'stackTraceLimit', { __proto__: null, ...limit });
}

enqueueMicrotask(readStack);
runMicrotasks();
enqueueMicrotask(readStack);
processTicksAndRejections();

const hasTicks = () => head !== tail;

// ---- when a callback was ended (--block-limit)
//
// V8 drops all microtasks that waited. Ticks that waited go on at once, as a callback of their own: they may be those of
// streams and sockets. If one of these has to be ended too, ticks of the same function that were added meanwhile are
// dropped: so a tick that adds itself anew before it computes comes to its end.

let leftUpTo = 0; // async id of the last tick that waited when a callback was ended; 0 if they have all run since

function goOnLater() {
  if (head !== tail) {
    if (leftUpTo === 0) leftUpTo = ids[((tail - WORDS_PER_TICK) & mask) >> 1];
    else if (ticking !== undefined) dropLike(ticking, leftUpTo);
    push(allHaveRun, undefined);
  }
  ticking = undefined;
}

function allHaveRun() {
  leftUpTo = 0;
}

// By its text, since it may be a new closure each time.
function dropLike(callback, lastId) {
  const text = FunctionPrototypeToString(callback);
  for (let at = head; at !== tail; at = (at + WORDS_PER_TICK) & mask) {
    if (ids[at >> 1] > lastId && FunctionPrototypeToString(ring[at]) === text) ring[at] = dropped;
  }
}

function dropped() {}

module.exports = { afterTicks, goOnLater, hasTicks, nextTick, queueMicrotask, runMicrotasks, runNextTicks, processTicksAndRejections };
