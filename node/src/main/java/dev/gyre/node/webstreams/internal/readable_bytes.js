'use strict';

// The internals of the byte controller: a queue of byte ranges, and buffers of waiting readers ("pull-intos").
//
// A buffer changes its owner by being transferred, so nobody else can write into it meanwhile. The source sees the first
// pull-into as controller.byobRequest. `readerType` of a pull-into says who waits for it: a "byob" reader, a "default"
// reader whose buffer was allocated here, or none, after its reader was released: then the bytes that the source writes into
// it go to the queue.

const {
  ArrayBuffer, ArrayBufferPrototype, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSplice, DataView, MathMin,
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, SymbolToStringTag, Uint8Array, joinLists,
} = require('internal/primordials');
const { FastBuffer } = require('internal/buffer/fast');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { Queue, apply, asPromise, invalidState, upon } = require('internal/webstreams/util');

const { transfer: transferBuffer, slice: sliceBuffer } = ArrayBufferPrototype;
const isDetached = ObjectGetOwnPropertyDescriptor(ArrayBufferPrototype, 'detached').get;

// Throws for the pool that small Buffers share, which must not be transferred.
const transfer = (buffer) => apply(transferBuffer, buffer, []);

const detached = (buffer) => apply(isDetached, buffer, []);

const tagOf = ObjectGetOwnPropertyDescriptor(ObjectGetPrototypeOf(Uint8Array).prototype, SymbolToStringTag).get;

// The constructor for the result: that of the view's real type, whatever its `constructor` says.
function viewClassOf(view) {
  const name = apply(tagOf, view, []);
  if (name === undefined) return DataView;
  return view instanceof FastBuffer ? FastBuffer : globalThis[name];
}

class PullInto {
  buffer;
  bufferByteLength;
  byteOffset;
  byteLength;
  minimumFill;
  View;
  elementSize;
  readerType;
  bytesFilled = 0;

  constructor(buffer, byteOffset, byteLength, minimumFill, View, readerType) {
    this.buffer = buffer;
    this.bufferByteLength = buffer.byteLength;
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
    this.minimumFill = minimumFill;
    this.View = View;
    this.elementSize = View.BYTES_PER_ELEMENT ?? 1; // undefined for a DataView
    this.readerType = readerType;
  }

  get partBytes() { return this.bytesFilled % this.elementSize; }

  toView() {
    return new this.View(transfer(this.buffer), this.byteOffset, this.bytesFilled / this.elementSize);
  }
}

class ByteController {
  stream;
  source;
  highWaterMark;
  autoAllocateBytes;
  pulled;
  failed;
  started = false;
  closeRequested = false;
  pullAgain = false;
  pulling = false;
  request = null; // { view }: what controller.byobRequest shows
  pullIntos = [];
  queue = new Queue(); // of { buffer, byteOffset, byteLength }
  total = 0;
  facade = undefined;
  isBytes = true;

  // `source` has pull() and cancel(reason), both optional.
  constructor(stream, source, highWaterMark, autoAllocateBytes) {
    this.stream = stream;
    this.source = source;
    this.highWaterMark = highWaterMark;
    this.autoAllocateBytes = autoAllocateBytes;
    this.pulled = () => this.#pulled();
    this.failed = (error) => this.error(error);
    stream.controller = this;
  }

  start(startAlgorithm) {
    upon(asPromise(startAlgorithm?.()), () => {
      this.started = true;
      this.pullIfNeeded();
    }, this.failed);
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === 'errored') return null;
    return state === 'closed' ? 0 : this.highWaterMark - this.total;
  }

  // ---- the source's side

  pullIfNeeded() {
    const { stream } = this;
    if (!this.started || this.closeRequested || stream.state !== 'readable' || this.source?.pull === undefined) return;
    if (stream.waiting === 0 && this.highWaterMark - this.total <= 0) return;
    if (this.pulling) {
      this.pullAgain = true;
      return;
    }
    this.pulling = true;
    upon(this.source.pull(), this.pulled, this.failed);
  }

  #pulled() {
    this.pulling = false;
    if (!this.pullAgain) return;
    this.pullAgain = false;
    this.pullIfNeeded();
  }

  // The unfilled part of the first waiting buffer, or null.
  requestView() {
    if (this.pullIntos.length === 0) return null;
    const { buffer, byteOffset, byteLength, bytesFilled } = this.pullIntos[0];
    return new Uint8Array(buffer, byteOffset + bytesFilled, byteLength - bytesFilled);
  }

  byobRequest(makeRequest) {
    if (this.request === null && this.pullIntos.length > 0) this.request = makeRequest(this, this.requestView());
    return this.request === null ? null : this.request.facade;
  }

  #invalidateRequest() {
    if (this.request === null) return;
    this.request.controller = undefined;
    this.request.view = null;
    this.request = null;
  }

  close() {
    const { stream } = this;
    if (this.closeRequested || stream.state !== 'readable') return;
    if (this.total > 0) {
      this.closeRequested = true;
      return;
    }
    if (this.pullIntos.length > 0 && this.pullIntos[0].partBytes !== 0) {
      const error = invalidState('Partial read');
      this.error(error);
      throw error;
    }
    this.source = undefined;
    stream.close();
  }

  enqueue(chunk) {
    const { stream } = this;
    if (this.closeRequested || stream.state !== 'readable') return;
    const { buffer, byteOffset, byteLength } = chunk;
    const transferred = transfer(buffer);
    if (this.pullIntos.length > 0) {
      const first = this.pullIntos[0];
      if (detached(first.buffer)) throw invalidState('Destination ArrayBuffer is detached');
      this.#invalidateRequest();
      first.buffer = transfer(first.buffer);
      if (first.readerType === 'none') this.#releasedToQueue(first);
    }
    if (stream.hasDefaultReader) {
      this.#serveReads();
      if (stream.waiting === 0) {
        this.#put(transferred, byteOffset, byteLength);
      } else {
        ArrayPrototypeShift(this.pullIntos); // allocated here for the current read
        stream.fulfillRead(new Uint8Array(transferred, byteOffset, byteLength), false);
      }
    } else {
      this.#put(transferred, byteOffset, byteLength);
      if (stream.hasByobReader) this.#commitAll(this.#fillFromQueue());
    }
    this.pullIfNeeded();
  }

  error(error) {
    if (this.stream.state !== 'readable') return;
    this.#clear();
    this.source = undefined;
    this.stream.error(error);
  }

  errorIfNeeded(error) { this.error(error); }

  respond(bytesWritten) {
    const first = this.pullIntos[0];
    if (this.stream.state === 'closed') {
      if (bytesWritten !== 0) throw new ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    } else if (bytesWritten === 0) {
      throw new ERR_INVALID_ARG_VALUE('bytesWritten', bytesWritten);
    } else if (first.bytesFilled + bytesWritten > first.byteLength) {
      throw new ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', bytesWritten);
    }
    first.buffer = transfer(first.buffer);
    this.#respond(bytesWritten);
  }

  respondWithNewView(view) {
    const first = this.pullIntos[0];
    const { buffer, byteLength, byteOffset } = view;
    if (this.stream.state === 'closed') {
      if (byteLength !== 0) throw invalidState('View is not zero-length');
    } else if (byteLength === 0) {
      throw invalidState('View is zero-length');
    }
    if (first.byteOffset + first.bytesFilled !== byteOffset || first.bufferByteLength !== buffer.byteLength ||
        first.bytesFilled + byteLength > first.byteLength) {
      throw new ERR_INVALID_ARG_VALUE.RangeError('view', view);
    }
    first.buffer = transfer(buffer);
    this.#respond(byteLength);
  }

  #respond(bytesWritten) {
    const first = this.pullIntos[0];
    this.#invalidateRequest();
    if (this.stream.state === 'closed') this.#respondWhenClosed(first);
    else this.#respondWhenReadable(bytesWritten, first);
    this.pullIfNeeded();
  }

  #respondWhenClosed(first) {
    if (first.readerType === 'none') ArrayPrototypeShift(this.pullIntos);
    const { stream } = this;
    if (stream.hasByobReader) this.#commitAll(ArrayPrototypeSplice(this.pullIntos, 0, stream.waiting));
  }

  #respondWhenReadable(bytesWritten, pullInto) {
    pullInto.bytesFilled += bytesWritten;
    if (pullInto.readerType === 'none') {
      this.#releasedToQueue(pullInto);
      this.#commitAll(this.#fillFromQueue());
      return;
    }
    if (pullInto.bytesFilled < pullInto.minimumFill) return;
    ArrayPrototypeShift(this.pullIntos);
    const rest = pullInto.partBytes;
    if (rest > 0) this.#putCopy(pullInto.buffer, pullInto.byteOffset + pullInto.bytesFilled - rest, rest);
    pullInto.bytesFilled -= rest;
    this.#commitAll(joinLists([pullInto], this.#fillFromQueue()));
  }

  // ---- the queue

  #put(buffer, byteOffset, byteLength) {
    this.queue.push({ buffer, byteOffset, byteLength });
    this.total += byteLength;
  }

  #putCopy(buffer, byteOffset, byteLength) {
    let copy;
    try {
      copy = apply(sliceBuffer, buffer, [byteOffset, byteOffset + byteLength]);
    } catch (error) {
      this.error(error);
      throw error;
    }
    this.#put(copy, 0, byteLength);
  }

  // Bytes for a reader that was released.
  #releasedToQueue(pullInto) {
    if (pullInto.bytesFilled > 0) this.#putCopy(pullInto.buffer, pullInto.byteOffset, pullInto.bytesFilled);
    ArrayPrototypeShift(this.pullIntos);
  }

  #takeView() {
    const { buffer, byteOffset, byteLength } = this.queue.shift();
    this.total -= byteLength;
    this.#drained();
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  #drained() {
    if (this.total === 0 && this.closeRequested) {
      this.source = undefined;
      this.stream.close();
    } else {
      this.pullIfNeeded();
    }
  }

  #serveReads() {
    const { reader } = this.stream;
    while (reader.requests.length > 0 && this.total > 0) {
      const request = reader.requests.shift();
      request.chunk(this.#takeView());
    }
  }

  // Copies from the queue; returns true if the buffer has as much as its reader requested.
  #fill(pullInto) {
    const canCopy = MathMin(this.total, pullInto.byteLength - pullInto.bytesFilled);
    const filled = pullInto.bytesFilled + canCopy;
    const aligned = filled - filled % pullInto.elementSize;
    const isReady = aligned >= pullInto.minimumFill;
    let remaining = isReady ? aligned - pullInto.bytesFilled : canCopy;
    while (remaining > 0) {
      const head = this.queue.peek();
      const n = MathMin(remaining, head.byteLength);
      new Uint8Array(pullInto.buffer, pullInto.byteOffset + pullInto.bytesFilled, n)
        .set(new Uint8Array(head.buffer, head.byteOffset, n));
      if (head.byteLength === n) {
        this.queue.shift();
      } else {
        head.byteOffset += n;
        head.byteLength -= n;
      }
      this.total -= n;
      pullInto.bytesFilled += n;
      remaining -= n;
    }
    return isReady;
  }

  #fillFromQueue() {
    const filled = [];
    while (this.pullIntos.length > 0 && this.total > 0 && this.#fill(this.pullIntos[0])) {
      ArrayPrototypePush(filled, ArrayPrototypeShift(this.pullIntos));
    }
    return filled;
  }

  #commitAll(pullIntos) {
    const { stream } = this;
    const done = stream.state === 'closed';
    for (let i = 0; i < pullIntos.length; i++) stream.fulfillRead(pullIntos[i].toView(), done);
  }

  #clear() {
    this.#invalidateRequest();
    this.pullIntos = [];
    this.queue.clear();
    this.total = 0;
  }

  // ---- for the stream and its readers

  pull(request) {
    if (this.total > 0) {
      request.chunk(this.#takeView());
      return;
    }
    const bytes = this.autoAllocateBytes;
    if (bytes !== undefined) {
      let buffer;
      try {
        buffer = new ArrayBuffer(bytes);
      } catch (error) {
        request.error(error);
        return;
      }
      ArrayPrototypePush(this.pullIntos, new PullInto(buffer, 0, bytes, 1, Uint8Array, 'default'));
    }
    this.stream.reader.requests.push(request);
    this.pullIfNeeded();
  }

  pullInto(view, min, request) {
    const { stream } = this;
    const View = viewClassOf(view);
    const { byteOffset, byteLength } = view;
    let buffer;
    try {
      buffer = transfer(view.buffer);
    } catch (error) {
      request.error(error);
      return;
    }
    const pullInto = new PullInto(buffer, byteOffset, byteLength, 0, View, 'byob');
    pullInto.minimumFill = min * pullInto.elementSize;
    if (this.pullIntos.length > 0) {
      ArrayPrototypePush(this.pullIntos, pullInto);
      stream.reader.requests.push(request);
      return;
    }
    if (stream.state === 'closed') {
      request.close(new View(buffer, byteOffset, 0));
      return;
    }
    if (this.total > 0) {
      if (this.#fill(pullInto)) {
        const filled = pullInto.toView();
        this.#drained();
        request.chunk(filled);
        return;
      }
      if (this.closeRequested) {
        const error = invalidState('ReadableStream closed');
        this.error(error);
        request.error(error);
        return;
      }
    }
    ArrayPrototypePush(this.pullIntos, pullInto);
    stream.reader.requests.push(request);
    this.pullIfNeeded();
  }

  cancel(reason) {
    this.#clear();
    const result = this.source?.cancel?.(reason);
    this.source = undefined;
    return result;
  }

  release() {
    if (this.pullIntos.length === 0) return;
    this.pullIntos[0].readerType = 'none';
    this.pullIntos.length = 1;
  }
}

module.exports = { ByteController, detached };
