'use strict';

// Immediates: a list that the check phase runs. Immediates added while it runs wait for the next turn.

const { words } = require('internal/bridge');
const { Control: { IMMEDIATES, IMMEDIATES_REF }, Kind } = require('internal/layout');
const { begin } = require('internal/callbacks');
const { onEnded, safePoint } = require('internal/repairs');
const { runNextTicks } = require('internal/process/task_queues');
const { Symbol, SymbolDispose, apply } = require('internal/primordials');
const context = require('internal/async_context');
const asyncIds = require('internal/async_ids');

const kRefed = Symbol('refed');
const kAsyncId = Symbol('asyncId');
const kTriggerId = Symbol('triggerId');
const kFrame = Symbol('kAsyncContextFrame');

let head = null;
let tail = null;
let running = null; // the one whose callback runs
let rest = null; // the rest of a list whose run was interrupted by an exception; it still belongs to this turn

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = true;
    this[kAsyncId] = asyncIds.create(this, 'Immediate');
    this[kTriggerId] = asyncIds.current();
    this[kFrame] = context.get();
    const { i32 } = words;
    i32[IMMEDIATES]++;
    i32[IMMEDIATES_REF]++;
    if (tail === null) head = this;
    else {
      tail._idleNext = this;
      this._idlePrev = tail;
    }
    tail = this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      words.i32[IMMEDIATES_REF]++;
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      words.i32[IMMEDIATES_REF]--;
    }
    return this;
  }

  hasRef() { return !!this[kRefed]; }

  [SymbolDispose]() { clear(this); }
}

function start(callback, args) {
  safePoint();
  return new Immediate(callback, args.length === 0 ? undefined : args);
}

function retire(immediate) {
  const { i32 } = words;
  immediate._destroyed = true;
  i32[IMMEDIATES]--;
  if (immediate[kRefed]) i32[IMMEDIATES_REF]--;
  immediate[kRefed] = null;
}

// Drops the references, so that callback and arguments can be collected even if the program keeps the immediate.
function empty(immediate) {
  immediate._onImmediate = undefined;
  immediate._argv = undefined;
  if (immediate[kFrame] !== undefined) immediate[kFrame] = undefined;
}

function clear(immediate) {
  safePoint();
  if (!immediate?._onImmediate || immediate._destroyed || !(kAsyncId in immediate)) return;
  const { _idlePrev: previous, _idleNext: next } = immediate;
  retire(immediate); // no call from here until it is out of the list: any may throw a stack overflow
  if (previous !== null) previous._idleNext = next;
  if (next !== null) next._idlePrev = previous;
  if (head === immediate) head = next;
  if (tail === immediate) tail = previous;
  if (rest === immediate) rest = next;
  immediate._idleNext = null;
  immediate._idlePrev = null;
  empty(immediate);
  asyncIds.destroy(immediate[kAsyncId]);
}

// If a callback throws, the next call continues after it. Returns how many have run.
function run() {
  let count = 0;
  let immediate = rest;
  if (immediate === null) {
    immediate = head;
    head = tail = null;
  }
  let previous = null;
  while (immediate !== null) {
    if (previous !== null) {
      runNextTicks();
      // A tick may have cleared it, which also resets its link to the next one.
      if (immediate._destroyed) {
        rest = immediate = previous._idleNext;
        continue;
      }
    }
    retire(immediate);
    previous = immediate;
    count++;
    begin(Kind.IMMEDIATE, 0);
    running = immediate;
    try {
      runOne(immediate);
    } finally {
      rest = immediate = immediate._idleNext;
      running = null;
    }
  }
  return count;
}

onEnded(() => {
  if (running === null) return;
  rest = running._idleNext;
  empty(running);
  running = null;
});

function runOne(immediate) {
  const id = immediate[kAsyncId];
  context.set(immediate[kFrame]);
  asyncIds.enter(id, immediate[kTriggerId], immediate);
  try {
    const args = immediate._argv;
    if (args === undefined) immediate._onImmediate();
    else apply(immediate._onImmediate, immediate, args);
  } finally {
    empty(immediate);
    asyncIds.destroy(id);
  }
  asyncIds.leave(id);
  context.set(undefined);
}

module.exports = { start, clear, run };
