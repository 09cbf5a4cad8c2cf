'use strict';

// The half of a seat that runs in its worker: see seat.js. Runs the tasks of a message one after the other. A result goes at once,
// unless more tasks are there and these are short: then several go together. They go from here to the program, and the node only
// hears that they did; but if the program's code has posted messages, these go by way of the node, and so do the results, behind
// them.

const { ArrayPrototypePush, AtomicsCompareExchange, MathMax, ReflectApply, byteLengthOf } = require('internal/primordials');
const { KIND, Outbox, read } = require('internal/gyre/cluster_wire');
const { toMessage, toMessageByText } = require('internal/gyre/errors_as_messages');
const { BEGUN, DONE, GIVEN, SENT } = require('internal/gyre/seat');
const { partsOf } = require('internal/gyre/transfer');
const { fromBytes } = require('internal/v8/deserializer');
const { toBytes } = require('internal/v8/serializer');
const { postCount } = require('internal/worker_threads/message_port');

const native = binding('nodes');
const clock = binding('process');

const MAX_HELD = 16; // results
const HELD_MS = 0.5; // since the first of them
const QUICK_MS = 0.1; // a longer task might keep results of others back
const HELD_BYTES = 1 << 16;

const nowMs = () => clock.hrtime() / 1e6;

class SeatWorker {
  #port;
  #run;
  #folder;
  #states;
  #queue = [];
  #next = 0; // in the queue
  #isRunning = false;
  #reply;
  #results = []; // that are held back: { kind, slot, id, waitUs, runUs, body }
  #bytes = 0; // of them
  #passed = new Outbox(); // what only the node hears of
  #posts = postCount();
  #heldSince = 0;
  #runMs = QUICK_MS; // of a task, as a moving average

  // `folder` is where the program's files are on this machine; `reply` says where results go.
  constructor(port, run, { isRemote: folder, states, reply }) {
    this.#port = port;
    this.#run = run;
    this.#folder = folder;
    this.#states = states;
    this.#reply = reply;
  }

  receive(message) {
    read(message, 0, (kind, slot, id, x, arrivedAt, bytes) => ArrayPrototypePush(this.#queue, { __proto__: null, kind, slot, id, arrivedAt, bytes }));
    if (!this.#isRunning) this.#work();
  }

  async #work() {
    this.#isRunning = true;
    let startedAt = nowMs();
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

  async #perform({ kind, slot, id, arrivedAt, bytes }, startedAt) {
    if (AtomicsCompareExchange(this.#states, slot, GIVEN, BEGUN) !== GIVEN) {
      this.#passed.write(KIND.RETURNED, slot, id, 0, 0, undefined);
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
      answer = bytesOf(error, this.#folder);
    }
    const now = nowMs();
    const ms = now - startedAt;
    this.#runMs += (ms - this.#runMs) / 8;
    if (this.#results.length === 0) this.#heldSince = now;
    const waitUs = MathMax(0, startedAt - arrivedAt) * 1000;
    ArrayPrototypePush(this.#results, { __proto__: null, kind: outcome, slot, id, waitUs, runUs: ms * 1000, body: answer });
    this.#bytes += byteLengthOf(answer);
    AtomicsCompareExchange(this.#states, slot, BEGUN, DONE);
    const isHeld = kind !== KIND.ONCE && this.#runMs < QUICK_MS && this.#results.length < MAX_HELD &&
      this.#bytes < HELD_BYTES && now - this.#heldSince < HELD_MS;
    if (!isHeld) this.#flush();
    return now;
  }

  #flush() {
    const results = this.#results;
    this.#results = [];
    this.#bytes = 0;
    const isDirect = postCount() === this.#posts;
    if (isDirect && results.length > 0) this.#send(results);
    const outbox = this.#passed;
    for (let i = 0; i < results.length; i++) {
      const { kind, slot, id, runUs, body } = results[i];
      outbox.write(kind, slot, id, isDirect ? 1 : 0, runUs, isDirect ? undefined : body);
    }
    if (outbox.isEmpty) return;
    const value = outbox.take();
    this.#port.postMessage({ id: 0, value }, value.length > HELD_BYTES ? [value.buffer] : []);
    this.#posts = postCount();
  }

  // The state is changed first: a worker that is ended in between has then not run a task that will run again.
  #send(results) {
    const { token, member, session } = this.#reply;
    const outbox = new Outbox();
    for (let i = 0; i < results.length; i++) {
      const { kind, slot, id, waitUs, runUs, body } = results[i];
      AtomicsCompareExchange(this.#states, slot, DONE, SENT);
      outbox.write(kind, session, id, waitUs, runUs, body);
    }
    native.reply(token, member, outbox.take());
  }
}

function bytesOf(error, folder) {
  try {
    return toBytes(toMessage(error, folder));
  } catch {
    return toBytes(toMessageByText(error));
  }
}

module.exports = { SeatWorker };
