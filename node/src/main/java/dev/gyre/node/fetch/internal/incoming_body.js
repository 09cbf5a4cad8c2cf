'use strict';

// The body of a response while it arrives. Its bytes are either collected (text(), json() …), for which no stream is made,
// or delivered to a ReadableStream, made when a program first asks for it.

const {
  ArrayPrototypePush, ArrayPrototypeShift, PromisePrototypeThen, PromiseReject, PromiseResolve, PromiseWithResolvers,
  Uint8Array, setBytes,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { createByteReadable, publicReadable } = require('internal/webstreams/readable');

const HIGH_WATER_MARK = 65536;
const nothing = () => {};

function joinBytes(chunks) {
  let length = 0;
  for (let i = 0; i < chunks.length; i++) length += chunks[i].length;
  const all = Buffer.allocUnsafe(length);
  for (let i = 0, at = 0; i < chunks.length; at += chunks[i++].length) setBytes(all, chunks[i], at);
  return all;
}

class IncomingBody {
  #flow; // { pause(), resume(), cancel(reason) }
  #chunks = [];
  #byteCount = 0;
  #isPaused = false;
  #isEnded = false;
  #error;
  #hasFailed = false;
  #collecting; // the promise of all bytes
  #controller;
  #isWanted = false; // the stream waits for bytes

  constructor(flow) {
    this.#flow = flow;
  }

  get isTaken() { return this.#collecting !== undefined || this.#controller !== undefined; }

  // ---- the network's side

  take(bytes) {
    if (this.#isEnded || this.#hasFailed) return;
    if (this.#isWanted) {
      this.#isWanted = false;
      this.#controller.enqueue(new Uint8Array(bytes));
      return;
    }
    ArrayPrototypePush(this.#chunks, bytes);
    this.#byteCount += bytes.length;
    if (this.#byteCount >= HIGH_WATER_MARK && this.#collecting === undefined && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
  }

  end() {
    if (this.#isEnded || this.#hasFailed) return;
    this.#isEnded = true;
    if (this.#collecting !== undefined) this.#collecting.resolve(this.#all());
    else if (this.#chunks.length === 0) this.#close();
  }

  fail(error) {
    if (this.#hasFailed || (this.#isEnded && this.#chunks.length === 0)) return;
    this.#hasFailed = true;
    this.#error = error;
    this.#chunks = [];
    this.#collecting?.reject(error);
    this.#controller?.error(error);
  }

  // ---- the reader's side

  #all() {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? chunks[0] : joinBytes(chunks);
  }

  #resume() {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#flow.resume();
  }

  collect() {
    if (this.#hasFailed) return PromiseReject(this.#error);
    if (this.#isEnded) return PromiseResolve(this.#all());
    this.#collecting = PromiseWithResolvers();
    this.#resume();
    return this.#collecting.promise;
  }

  // The stream of a body that is collected: it only shows that it is in use.
  usedStream() {
    const stream = this.#makeStream();
    const reader = stream.getReader();
    const close = () => this.#close();
    PromisePrototypeThen(reader.read(), nothing, nothing);
    if (this.#collecting !== undefined) PromisePrototypeThen(this.#collecting.promise, close, nothing);
    if (this.#isEnded) close();
    return stream;
  }

  toStream() {
    const stream = this.#makeStream();
    if (this.#hasFailed) this.#controller.error(this.#error);
    else if (this.#isEnded && this.#chunks.length === 0) this.#close();
    return stream;
  }

  #makeStream() {
    const core = createByteReadable(nothing, {
      pull: () => this.#pull(),
      cancel: (reason) => this.#cancel(reason),
    });
    this.#controller = core.controller;
    return publicReadable(core);
  }

  #pull() {
    if (this.#collecting !== undefined) return;
    if (this.#chunks.length === 0) {
      if (!this.#isEnded) this.#isWanted = true;
      this.#resume();
      return;
    }
    const bytes = ArrayPrototypeShift(this.#chunks);
    this.#byteCount -= bytes.length;
    this.#controller.enqueue(new Uint8Array(bytes));
    if (this.#chunks.length > 0) return;
    if (this.#isEnded) this.#close();
    else this.#resume();
  }

  #close() {
    const controller = this.#controller;
    if (controller === undefined) return;
    controller.close();
    if (controller.pullIntos.length > 0) controller.respond(0); // readers that wait with a buffer of their own
  }

  #cancel(reason) {
    if (this.#isEnded || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#chunks = [];
    this.#flow.cancel(reason);
  }
}

module.exports = { IncomingBody, joinBytes };
