'use strict';

// Two streams from one: each chunk goes to both branches. Bytes are copied for the second branch. If a "byob" reader reads a
// branch, its own buffer is filled.

const { ArrayPrototypeMap, Uint8Array, itemsOf } = require('internal/primordials');
const { bufferOf, byteLengthOf, byteOffsetOf } = require('internal/memory');
const { structuredClone } = require('internal/structured_clone');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { Deferred, invalidState, then, upon } = require('internal/webstreams/util');

class Tee {
  stream;
  reader;
  branches = [];
  canceled = [false, false];
  reasons = [undefined, undefined];
  cancelResult = new Deferred();
  reading = false;

  constructor(stream) {
    if (stream.isLocked) throw invalidState('ReadableStream is locked');
    this.stream = stream;
  }

  get allCanceled() { return this.canceled[0] && this.canceled[1]; }

  cancel(i, reason) {
    this.canceled[i] = true;
    this.reasons[i] = reason;
    if (this.allCanceled) this.cancelResult.resolve(this.stream.cancel(this.reasons));
    return this.cancelResult.promise;
  }

  eachOpen(run) {
    this.branches.forEach((branch, i) => { if (!this.canceled[i]) run(branch.controller, i); });
  }

  closeBranches() {
    this.eachOpen((controller) => controller.close());
    if (!this.allCanceled) this.cancelResult.resolve();
  }

  errorBranches(error) {
    for (const { controller } of itemsOf(this.branches)) controller.error(error);
  }

  // A chunk could not be copied.
  fail(error) {
    this.errorBranches(error);
    this.cancelResult.resolve(this.stream.cancel(error));
  }

  watch(reader) {
    then(reader.closed, undefined, (error) => {
      if (reader !== this.reader) return;
      this.errorBranches(error);
      if (!this.allCanceled) this.cancelResult.resolve();
    });
  }
}

class DefaultTee extends Tee {
  readAgain = false;
  cloneForSecond;

  constructor(stream, cloneForSecond) {
    super(stream);
    this.cloneForSecond = cloneForSecond;
    this.reader = new ReaderCore(stream, false);
    const { createReadable } = require('internal/webstreams/readable');
    this.branches = ArrayPrototypeMap([0, 1], (i) => createReadable(undefined, {
      pull: () => this.pull(),
      cancel: (reason) => this.cancel(i, reason),
    }));
    this.watch(this.reader);
  }

  pull() {
    if (this.reading) {
      this.readAgain = true;
      return;
    }
    this.reading = true;
    this.reader.read({
      chunk: (chunk) => upon(undefined, () => this.#deliver(chunk)),
      close: () => {
        this.reading = false;
        this.closeBranches();
      },
      error: () => { this.reading = false; },
    });
  }

  #deliver(chunk) {
    this.readAgain = false;
    let second = chunk;
    if (this.cloneForSecond && !this.canceled[1]) {
      try {
        second = structuredClone(chunk);
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    this.eachOpen((controller, i) => controller.enqueue(i === 0 ? chunk : second));
    this.reading = false;
    if (this.readAgain) this.pull();
  }
}

const copyOf = (view) => new Uint8Array(bufferOf(new Uint8Array(new Uint8Array(bufferOf(view), byteOffsetOf(view), byteLengthOf(view)))));

class ByteTee extends Tee {
  readAgain = [false, false];

  constructor(stream) {
    super(stream);
    this.reader = new ReaderCore(stream, false);
    const { createByteReadable } = require('internal/webstreams/readable');
    this.branches = ArrayPrototypeMap([0, 1], (i) => createByteReadable(undefined, {
      pull: () => this.pull(i),
      cancel: (reason) => this.cancel(i, reason),
    }));
    this.watch(this.reader);
  }

  pull(i) {
    if (this.reading) {
      this.readAgain[i] = true;
      return;
    }
    this.reading = true;
    const view = this.branches[i].controller.requestView();
    if (view === null) this.#pullChunk();
    else this.#pullInto(view, i);
  }

  #readAs(isByob) {
    if (this.reader.isByob === isByob) return;
    this.reader.release();
    this.reader = new ReaderCore(this.stream, isByob);
    this.watch(this.reader);
  }

  #delivered() {
    this.reading = false;
    if (this.readAgain[0]) this.pull(0);
    else if (this.readAgain[1]) this.pull(1);
  }

  #pullChunk() {
    this.#readAs(false);
    this.reader.read({
      chunk: (chunk) => upon(undefined, () => this.#deliver(chunk)),
      close: () => {
        this.reading = false;
        this.closeBranches();
        for (const { controller } of itemsOf(this.branches)) if (controller.pullIntos.length > 0) controller.respond(0);
      },
      error: () => { this.reading = false; },
    });
  }

  #deliver(chunk) {
    this.readAgain = [false, false];
    let second = chunk;
    if (!this.canceled[0] && !this.canceled[1]) {
      try {
        second = copyOf(chunk);
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    this.eachOpen((controller, i) => controller.enqueue(i === 0 ? chunk : second));
    this.#delivered();
  }

  // Reads into the buffer of branch `i`'s reader; the other branch gets a copy.
  #pullInto(view, i) {
    this.#readAs(true);
    const own = this.branches[i].controller;
    const other = this.branches[1 - i].controller;
    this.reader.readInto(view, 1, {
      chunk: (chunk) => upon(undefined, () => this.#deliverInto(chunk, own, other, i)),
      close: (chunk) => {
        this.reading = false;
        const ownOpen = !this.canceled[i];
        const otherOpen = !this.canceled[1 - i];
        this.eachOpen((controller) => controller.close());
        if (chunk !== undefined) {
          if (ownOpen) own.respondWithNewView(chunk);
          if (otherOpen && other.pullIntos.length > 0) other.respond(0);
        }
        if (ownOpen || otherOpen) this.cancelResult.resolve();
      },
      error: () => { this.reading = false; },
    });
  }

  #deliverInto(chunk, own, other, i) {
    this.readAgain = [false, false];
    const ownOpen = !this.canceled[i];
    if (!this.canceled[1 - i]) {
      let copy;
      try {
        copy = copyOf(chunk);
      } catch (error) {
        this.fail(error);
        return;
      }
      if (ownOpen) own.respondWithNewView(chunk);
      other.enqueue(copy);
    } else if (ownOpen) {
      own.respondWithNewView(chunk);
    }
    this.#delivered();
  }
}

function tee(stream, cloneForSecond) {
  return (stream.controller.isBytes ? new ByteTee(stream) : new DefaultTee(stream, cloneForSecond)).branches;
}

module.exports = { tee };
