'use strict';

// Timers, organized as in Node: one list per duration, and a heap of lists ordered by their next deadline.
//
//   lists    1 ms -> T7 <-> T9 <-> T12        all timers of a list have the same duration,
//           40 ms -> T1 <-> T8                so insertion order is deadline order
//   heap    the lists, the one with the nearest deadline on top
//
// Inserting into an existing list and cancelling are O(1). A new duration and a list that has run cost O(log lists). Java
// knows only the nearest deadline, which is in a control word whenever JavaScript returns.

const { words } = require('internal/bridge');
const { onEnded, reserveStack } = require('internal/repairs');
const { ControlTime: { DEADLINE, LOOP_NOW }, Kind } = require('internal/layout');
const { begin } = require('internal/callbacks');

const { SafeMap, emptyList, push, trunc } = require('internal/primordials');

const MAX_TIMEOUT = 2 ** 31 - 1;

let listCount = 0;

class TimersList {
  constructor(duration, expiry) {
    this._idleNext = this; // the list is the head of its own ring of timers
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = listCount++; // lists due at the same time run in the order of their creation
    this.msecs = duration;
    this.priorityQueuePosition = 0;
  }
}

const lists = new SafeMap();
const heap = emptyList(64); // 1-based binary heap, with spare capacity
let heapSize = 0;

// Every call can throw a stack overflow, including setTimeout() within a deep recursion. Code that changes several related
// fields therefore calls nothing between the first and the last change. An exception before or after that leaves a
// consistent state. The end of a loop's body can throw it too: V8 calls a function there from time to time. So what changes
// the heap in a loop first makes sure that there is stack for that.

// Moves the list up to its place, starting at `at`.
function siftUp(list, at) {
  const { expiry, id } = list;
  while (at > 1) {
    const parent = heap[at >> 1];
    if (parent.expiry < expiry || (parent.expiry === expiry && parent.id < id)) break;
    heap[at] = parent;
    parent.priorityQueuePosition = at;
    at >>= 1;
  }
  heap[at] = list;
  list.priorityQueuePosition = at;
}

// Moves the list down to its place, among the first `size` lists.
function siftDown(list, at, size) {
  const { expiry, id } = list;
  for (let child = at * 2; child <= size; child = at * 2) {
    let next = heap[child];
    if (child < size) {
      const other = heap[child + 1];
      if (other.expiry < next.expiry || (other.expiry === next.expiry && other.id < next.id)) {
        next = other;
        child++;
      }
    }
    if (expiry < next.expiry || (expiry === next.expiry && id < next.id)) break;
    heap[at] = next;
    next.priorityQueuePosition = at;
    at = child;
  }
  heap[at] = list;
  list.priorityQueuePosition = at;
}

function heapAdd(list) {
  reserveStack();
  const size = heapSize + 1;
  if (size === heap.length) push(heap, undefined);
  siftUp(list, size);
  heapSize = size;
}

function heapRemove(list) {
  reserveStack();
  const at = list.priorityQueuePosition;
  const last = heap[heapSize];
  if (last !== list) {
    const parent = heap[at >> 1];
    if (at > 1 && (last.expiry < parent.expiry || (last.expiry === parent.expiry && last.id < parent.id))) siftUp(last, at);
    else siftDown(last, at, heapSize - 1);
  }
  heap[heapSize--] = undefined;
  list.priorityQueuePosition = 0;
}

// A callback was ended: perhaps in the middle of the heap's change. The lists are whole.
onEnded(() => {
  for (let i = 1; i <= heapSize + 1; i++) heap[i] = undefined;
  heapSize = 0;
  lists.forEach(heapAdd);
  publishDeadline();
});

function publishDeadline() {
  words.f64[DEADLINE] = heapSize > 0 ? heap[1].expiry : -1;
}

// A timer is any object with `_idleNext`, `_idlePrev`, `_idleStart`, `_idleTimeout`.
function insert(timer, start) {
  const duration = trunc(timer._idleTimeout);
  timer._idleStart = start;
  let list = lists.get(duration);
  if (list === undefined) {
    list = new TimersList(duration, start + duration);
    heapAdd(list);
    lists.set(duration, list);
    if (list.priorityQueuePosition === 1) words.f64[DEADLINE] = list.expiry;
  }
  if (timer._idleNext !== null) unlink(timer); // refreshed by its own callback
  const last = list._idlePrev;
  timer._idlePrev = last;
  timer._idleNext = list;
  last._idleNext = timer;
  list._idlePrev = timer;
}

function unlink(timer) {
  timer._idlePrev._idleNext = timer._idleNext;
  timer._idleNext._idlePrev = timer._idlePrev;
  timer._idleNext = timer._idlePrev = null;
}

// An empty list stays in the heap until it is due, and is dropped then.
function dropIfEmpty(list) {
  if (list._idleNext !== list) return;
  if (lists.get(list.msecs) === list) lists.delete(list.msecs);
  if (list.priorityQueuePosition === 0) return;
  heapRemove(list);
  publishDeadline();
}

function remove(timer) {
  if (timer._idleNext === null) return;
  unlink(timer);
  const list = lists.get(trunc(timer._idleTimeout));
  if (list !== undefined) dropIfEmpty(list);
}

// Runs all lists that are due. `fire(timer)` runs one timer; `drain()` runs nextTicks and microtasks between two timers.
// After the last timer the caller drains. If a timer throws, the next call continues with the rest. The time does not
// advance here: a timer that becomes due while others run waits for the next turn, so that timers which re-arm themselves
// can't block the loop.
function runDue(fire, drain) {
  const time = words.f64[LOOP_NOW];
  let ranOne = false;
  for (;;) {
    const list = heap[1];
    if (list === undefined || list.expiry > time) break;
    if (ranOne) drain();
    else ranOne = true;
    runList(list, time, fire, drain);
  }
  publishDeadline();
}

function runList(list, time, fire, drain) {
  let ranOne = false;
  for (;;) {
    const timer = list._idleNext;
    if (timer === list) break;
    if (time - timer._idleStart < list.msecs) {
      // The remaining timers were started later, so the list gets a new deadline.
      const due = timer._idleStart + list.msecs;
      list.expiry = due > time + 1 ? due : time + 1;
      list.id = listCount++;
      siftDown(list, list.priorityQueuePosition, heapSize);
      return;
    }
    if (ranOne) {
      drain();
      if (timer._idleNext === null) continue; // a tick cancelled it
    } else {
      ranOne = true;
    }
    unlink(timer);
    begin(Kind.TIMER, 0);
    fire(timer);
  }
  dropIfEmpty(list);
}

module.exports = { MAX_TIMEOUT, insert, remove, runDue };
