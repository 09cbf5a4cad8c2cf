'use strict';

// The half of a seat that runs in its worker: see seat.js. Runs the tasks of a message one after the other. A result goes at once,
// unless more tasks are there and these are short: then several go together.

const { ArrayPrototypePush, AtomicsCompareExchange, ReflectApply } = require('internal/primordials');
const { KIND, Outbox, read } = require('internal/gyre/cluster_wire');
const { withOwnPaths } = require('internal/gyre/code_store');
const { toMessage, toMessageByText } = require('internal/gyre/errors_as_messages');
const { BEGUN, DONE, GIVEN } = require('internal/gyre/seat');
const { partsOf } = require('internal/gyre/transfer');
const { fromBytes } = require('internal/v8/deserializer');
const { toBytes } = require('internal/v8/serializer');
const { performance } = require('perf_hooks');

const MAX_HELD = 16; // results
const HELD_MS = 0.5; // since the first of them
const QUICK_MS = 0.1; // a longer task might keep results of others back
const HELD_BYTES = 1 << 16;

class SeatWorker {
  #port;
  #run;
  #folder;
  #states;
  #queue = [];
  #next = 0; // in the queue
  #isRunning = false;
  #outbox = new Outbox();
  #heldSince = 0;
  #runMs = QUICK_MS; // of a task, as a moving average

  // `folder` is where the program's files are on this machine.
  constructor(port, run, folder, states) {
    this.#port = port;
    this.#run = run;
    this.#folder = folder;
    this.#states = states;
  }

  receive(message) {
    read(message, 0, (kind, slot, id, x, y, bytes) => ArrayPrototypePush(this.#queue, { __proto__: null, kind, slot, id, bytes }));
    if (!this.#isRunning) this.#work();
  }

  async #work() {
    this.#isRunning = true;
    let startedAt = performance.now();
    while (this.#next < this.#queue.length) {
      const task = this.#queue[this.#next];
      this.#queue[this.#next++] = undefined;
      startedAt = await this.#perform(task, startedAt);
    }
    this.#queue = [];
    this.#next = 0;
    this.#isRunning = false;
    this.#flush();
  }

  async #perform({ kind, slot, id, bytes }, startedAt) {
    if (AtomicsCompareExchange(this.#states, slot, GIVEN, BEGUN) !== GIVEN) {
      this.#outbox.write(KIND.RETURNED, slot, id, 0, 0, undefined);
      return startedAt;
    }
    let outcome = KIND.DONE;
    let answer;
    try {
      const result = await ReflectApply(this.#run, undefined, [fromBytes(bytes)]);
      const parts = partsOf(result);
      answer = toBytes(parts === undefined ? result : parts.value);
    } catch (error) {
      outcome = KIND.FAILED;
      answer = bytesOf(withOwnPaths(error, this.#folder));
    }
    const now = performance.now();
    const ms = now - startedAt;
    this.#runMs += (ms - this.#runMs) / 8;
    if (this.#outbox.isEmpty) this.#heldSince = now;
    this.#outbox.write(outcome, slot, id, 0, ms * 1000, answer);
    AtomicsCompareExchange(this.#states, slot, BEGUN, DONE);
    const isHeld = kind !== KIND.ONCE && this.#runMs < QUICK_MS && this.#outbox.count < MAX_HELD &&
      this.#outbox.byteLength < HELD_BYTES && now - this.#heldSince < HELD_MS;
    if (!isHeld) this.#flush();
    return now;
  }

  #flush() {
    if (this.#outbox.isEmpty) return;
    const value = this.#outbox.take();
    this.#port.postMessage({ id: 0, value }, value.length > HELD_BYTES ? [value.buffer] : []);
  }
}

function bytesOf(error) {
  try {
    return toBytes(toMessage(error));
  } catch {
    return toBytes(toMessageByText(error));
  }
}

module.exports = { SeatWorker };
