'use strict';

// A worker of a node, and the tasks that it has been given. Short tasks are given ahead, several in a message, so that neither
// the worker nor the node's loop wakes for each of them; the results come back in the same way (seat_worker).
//
//   GIVEN ──the worker──> BEGUN ──the worker──> DONE ──the worker──> SENT ──> its result
//     └────the node────> WITHDRAWN ─────────────────────────────────────────> the worker says that it has passed it
//
// The states are in memory that both share, one number for each slot, and are changed by compare and exchange: so a task that was
// withdrawn never runs, and one that has begun is never withdrawn. When a worker ends, its one task that is BEGUN ended with it;
// GIVEN ones can run elsewhere, and so can those that are DONE but whose results were held back (never a task that must not run
// twice: its result is sent at once). A worker sends results to the program by itself, and tells the node: the node does not
// know whether one that is SENT arrived, and leaves it to the program's check.

const primordials = require('internal/primordials'); // SharedArrayBuffer is there only at run time
const { ArrayPrototypePop, ArrayPrototypePush, AtomicsCompareExchange, AtomicsLoad, Int32Array, MathFloor, MathMax, MathMin, isolated } = primordials;
const { KIND, Outbox } = require('internal/gyre/cluster_wire');

const SLOTS = 32;
const AHEAD_US = 600; // so much work is given ahead
const TRANSFERRED_BYTES = 1 << 15;

const GIVEN = 0;
const BEGUN = 1;
const DONE = 2;
const WITHDRAWN = 3;
const SENT = 4;

const Seat = isolated(class Seat {
  runner = undefined;
  isReady = false;
  isEnding = false;
  idleSince = 0;
  heardAt = 0; // of its last result, or of its first task
  count = 0; // tasks that it has been given and has not answered
  entries = []; // by slot
  #free = [];
  #states = new Int32Array(new primordials.SharedArrayBuffer(SLOTS * 4));
  #outbox = new Outbox();

  constructor(offer, name) {
    this.offer = offer;
    this.name = name;
    for (let slot = SLOTS - 1; slot >= 0; slot--) {
      this.entries[slot] = undefined;
      ArrayPrototypePush(this.#free, slot);
    }
  }

  // For the worker.
  get states() { return this.#states; }

  // How many tasks it may have, if they take so long.
  static depthFor(runUs) {
    return MathMax(1, MathMin(SLOTS, MathFloor(AHEAD_US / (runUs + 1))));
  }

  get hasSlot() { return this.#free.length > 0; }

  // It goes with the next flush().
  give(entry) {
    const slot = ArrayPrototypePop(this.#free);
    this.entries[slot] = entry;
    entry.seat = this;
    entry.slot = slot;
    this.count++;
    AtomicsCompareExchange(this.#states, slot, AtomicsLoad(this.#states, slot), GIVEN);
    this.#outbox.write(entry.isOnce ? KIND.ONCE : KIND.TASK, slot, entry.id, 0, entry.arrivedAt, entry.bytes);
  }

  flush() {
    if (!this.isReady || this.isEnding || this.#outbox.isEmpty) return;
    const message = this.#outbox.take();
    this.runner.run(0, message, message.length >= TRANSFERRED_BYTES ? [message.buffer] : []);
  }

  // Whether a task could be taken back. Its slot is free when the worker has passed it.
  takeBack(entry) {
    if (AtomicsCompareExchange(this.#states, entry.slot, GIVEN, WITHDRAWN) !== GIVEN) return false;
    entry.seat = undefined;
    this.entries[entry.slot] = undefined;
    return true;
  }

  hasBegun(entry) {
    return AtomicsLoad(this.#states, entry.slot) === BEGUN;
  }

  isSent(entry) {
    return AtomicsLoad(this.#states, entry.slot) === SENT;
  }

  // The task of a slot that the worker has answered; undefined if it was taken back.
  release(slot) {
    const entry = this.entries[slot];
    this.entries[slot] = undefined;
    ArrayPrototypePush(this.#free, slot);
    this.count--;
    if (entry !== undefined) entry.seat = undefined;
    return entry;
  }
});

module.exports = { BEGUN, DONE, GIVEN, SENT, Seat };
