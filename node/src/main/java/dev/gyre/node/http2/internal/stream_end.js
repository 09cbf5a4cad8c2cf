'use strict';

// One side of a stream: its state, its windows and the data that waits to be sent. The endpoint of the connection owns it;
// an Http2Stream is its owner towards the program.

const { ArrayPrototypePush, ArrayPrototypeShift, MathMin } = require('internal/primordials');
const { subarrayOf } = require('internal/http2/bytes');

const OPEN = 2;
const RESERVED_LOCAL = 3;
const HALF_CLOSED_LOCAL = 5;
const HALF_CLOSED_REMOTE = 6;
const CLOSED = 7;

class StreamEnd {
  constructor(endpoint, id, sendWindow, receiveWindow) {
    this.endpoint = endpoint;
    this.id = id;
    this.owner = undefined;
    // receiving
    this.isRemoteClosed = false;
    this.hasHeaders = false; // the final headers were received
    this.isReserved = false; // pushed: nothing was sent or received on it yet
    this.isReading = false;
    this.receiveWindow = receiveWindow; // what the other side may send in all before it hears of consumption
    this.received = 0; // since the last WINDOW_UPDATE
    this.consumed = 0;
    this.consumedWhilePaused = 0;
    this.isUpdateQueued = false; // a WINDOW_UPDATE is not sent yet
    this.contentLength = -1;
    this.contentReceived = 0;
    this.isHead = false;
    this.isConnect = false;
    this.headerBytes = 0; // counted as memory of the session
    // sending
    this.isLocalClosed = false;
    this.mayStart = true; // false while a request waits, because the other side allows no more streams
    this.areHeadersSent = false;
    this.sendWindow = sendWindow;
    this.queue = []; // of { chunk, at, done }
    this.queuedBytes = 0;
    this.isShutDown = false; // nothing will be written any more
    this.hasTrailers = false;
    this.isWaitingForTrailers = false;
    this.isReady = false; // in the endpoint's list of streams that may have data to send
    // ending
    this.rstCode = undefined; // RST_STREAM waits to be sent
    this.isClosed = false;
    this.isDestroyed = false;
  }

  get state() {
    if (this.isClosed) return CLOSED;
    if (this.isReserved) return RESERVED_LOCAL;
    if (this.isLocalClosed) return this.isRemoteClosed ? CLOSED : HALF_CLOSED_LOCAL;
    return this.isRemoteClosed ? HALF_CLOSED_REMOTE : OPEN;
  }

  get effectiveReceiveWindow() { return this.receiveWindow - this.received; }

  // ---- what the owner asks for

  respond(text, isEmpty, hasTrailers) {
    this.hasTrailers = hasTrailers;
    const isEnd = isEmpty || this.isShutDown;
    this.isReserved = false;
    this.endpoint.sendHeaders(this, text, isEnd);
  }

  info(text) { this.endpoint.sendHeaders(this, text, false, true); }

  // The last headers, or an empty DATA frame if there are none: some peers don't take empty trailers.
  trailers(text) {
    this.isWaitingForTrailers = false;
    if (this.isLocalClosed || this.isClosed) return;
    if (text === '') this.endpoint.sendEmptyEnd(this);
    else this.endpoint.sendHeaders(this, text, true);
  }

  pushPromise(text) { return this.endpoint.sendPushPromise(this, text); }

  // `done` is called with an error, or without one when the chunks were handed to the socket.
  write(chunks, done) {
    if (this.isShutDown || this.isDestroyed) return false;
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i];
      ArrayPrototypePush(this.queue, { chunk, at: 0, length: chunk.byteLength, done: i === chunks.length - 1 ? done : undefined });
      this.queuedBytes += chunk.byteLength;
      this.endpoint.memoryBytes += chunk.byteLength;
    }
    this.endpoint.resumeData(this);
    return true;
  }

  shutdown() {
    this.isShutDown = true;
    this.endpoint.resumeData(this);
  }

  readStart() {
    if (this.isDestroyed) return;
    this.isReading = true;
    const count = this.consumedWhilePaused;
    this.consumedWhilePaused = 0;
    if (count > 0) this.endpoint.consumeStream(this, count);
  }

  readStop() { this.isReading = false; }

  rstStream(code) { this.endpoint.reset(this, code); }

  destroy() { this.endpoint.forget(this); }

  // ---- what the endpoint asks for

  // Takes at most `limit` bytes off the queue. Calls that are done then go to the list.
  take(limit, doneCalls) {
    const parts = [];
    let left = limit;
    while (this.queue.length > 0) {
      const entry = this.queue[0];
      const count = MathMin(left, entry.length - entry.at);
      if (count > 0) {
        ArrayPrototypePush(parts, count === entry.length ? entry.chunk : subarrayOf(entry.chunk, entry.at, entry.at + count));
      }
      entry.at += count;
      left -= count;
      if (entry.at < entry.length) break;
      if (entry.done !== undefined) ArrayPrototypePush(doneCalls, entry.done);
      ArrayPrototypeShift(this.queue);
    }
    this.queuedBytes -= limit;
    this.endpoint.memoryBytes -= limit;
    return parts;
  }

  // Drops what waits; the calls are told by the caller.
  drop() {
    const entries = this.queue;
    this.endpoint.memoryBytes -= this.queuedBytes + this.headerBytes;
    this.headerBytes = 0;
    this.queue = [];
    this.queuedBytes = 0;
    return entries;
  }
}

module.exports = { StreamEnd };
