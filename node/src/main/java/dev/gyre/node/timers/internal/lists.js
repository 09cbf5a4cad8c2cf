'use strict';

// Timers, kept as Node keeps them: one list per duration, a heap of lists by their next deadline.
//
//   lists    1 ms -> T7 <-> T9 <-> T12        all of one list have the same duration,
//           40 ms -> T1 <-> T8                so its order of insertion is its order of deadlines
//   heap    the lists, the one with the nearest deadline on top
//
// Inserting into a known duration and cancelling are O(1); a new duration or a list that ran costs O(log lists). Java
// knows only the nearest deadline, which stands in a control word whenever JavaScript returns.

const { words, DEADLINE, LOOP_NOW, TIMERS_REF } = require('internal/bridge');

const { SafeMap, emptyList, push, trunc } = require('internal/primordials');

const MAX_TIMEOUT = 2 ** 31 - 1;

let listCount = 0;

class TimersList {
  constructor(duration, expiry) {
    this._idleNext = this; // the list is the head of its own ring of timers
    this._idlePrev = this;
    this.expiry = expiry;
    this.id = listCount++; // lists due at the same time run in the order they were made
    this.msecs = duration;
    this.priorityQueuePosition = 0;
  }
}

const lists = new SafeMap();
const heap = emptyList(64); // 1-based binary heap, with room for more
let heapSize = 0;

const before = (a, b) => a.expiry < b.expiry || (a.expiry === b.expiry && a.id < b.id);

function place(list, at) {
  heap[at] = list;
  list.priorityQueuePosition = at;
}

function siftUp(list, at) {
  while (at > 1) {
    const parent = at >> 1;
    if (!before(list, heap[parent])) break;
    place(heap[parent], at);
    at = parent;
  }
  place(list, at);
}

function siftDown(list, at) {
  const size = heapSize;
  for (;;) {
    let child = at * 2;
    if (child > size) break;
    if (child < size && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], list)) break;
    place(heap[child], at);
    at = child;
  }
  place(list, at);
}

function heapAdd(list) {
  if (++heapSize === heap.length) push(heap, undefined);
  siftUp(list, heapSize);
}

function heapRemove(list) {
  const at = list.priorityQueuePosition;
  const last = heap[heapSize];
  heap[heapSize--] = undefined;
  if (last === list) return;
  if (at > 1 && before(last, heap[at >> 1])) siftUp(last, at);
  else siftDown(last, at);
}

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
    lists.set(duration, list);
    heapAdd(list);
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

function dropIfEmpty(list) {
  if (list._idleNext === list && lists.get(list.msecs) === list) {
    lists.delete(list.msecs);
    heapRemove(list);
    publishDeadline();
  }
}

function remove(timer) {
  if (timer._idleNext === null) return;
  unlink(timer);
  const list = lists.get(trunc(timer._idleTimeout));
  if (list !== undefined) dropIfEmpty(list);
}

function countRef(by) {
  words.i32[TIMERS_REF] += by;
}

// Runs all lists that are due. `fire(timer)` runs one timer; `drain()` runs nextTicks and microtasks between two
// timers. After the last one the caller drains. When a timer throws, calling again goes on with the rest. The time
// stands still here: a timer that becomes due while others run waits for the next turn, so that timers which set
// themselves again can't keep the loop for ever.
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
      // The rest was started later: it waits for a deadline of its own.
      const due = timer._idleStart + list.msecs;
      list.expiry = due > time + 1 ? due : time + 1;
      list.id = listCount++;
      siftDown(list, list.priorityQueuePosition);
      return;
    }
    if (ranOne) {
      drain();
      if (timer._idleNext === null) continue; // a tick cancelled it
    } else {
      ranOne = true;
    }
    unlink(timer);
    fire(timer);
  }
  dropIfEmpty(list);
}

module.exports = { MAX_TIMEOUT, insert, remove, countRef, runDue };
