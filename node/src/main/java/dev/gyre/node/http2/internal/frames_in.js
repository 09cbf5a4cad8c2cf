'use strict';

// Hands the frames of received chunks to an endpoint.
//
// As in Node, the program hears of a frame before the next one is looked at: all nextTicks and microtasks run in between. So
// a listener of 'stream' has a stream that it can answer, even if a RST_STREAM came in the same packet. What is left after a
// frame of which the program may hear waits for them (afterTicks), also if a listener throws.

const { ArrayPrototypePush, ArrayPrototypeShift, Int32Array, StringPrototypeSlice, bufferOf, byteLengthOf, byteOffsetOf } = require('internal/primordials');
const { Http2Event } = require('internal/layout');
const { afterTicks, hasTicks } = require('internal/process/task_queues');
const { received } = require('internal/http2/endpoint_events');

const native = binding('http2');

const { NUMBERS } = Http2Event;

const isTold = [];
isTold[Http2Event.DATA] = isTold[Http2Event.HEADERS] = isTold[Http2Event.PUSH_PROMISE] = true;

class FramesIn {
  #endpoint;
  #events = undefined; // of the chunk whose frames are not all handled: five numbers each
  #at = 0;
  #text = '';
  #textAt = 0;
  #chunk = undefined;
  #waiting = []; // further chunks

  constructor(endpoint) {
    this.#endpoint = endpoint;
  }

  take(chunk) {
    if (this.#events !== undefined) ArrayPrototypePush(this.#waiting, chunk);
    else this.#read(chunk);
  }

  #read(chunk) {
    const found = native.feed(this.#endpoint.codec, chunk);
    if (found === undefined || found === null) return;
    const { 0: bytes, 1: text } = found;
    this.#events = new Int32Array(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes) / 4);
    this.#at = 0;
    this.#text = text;
    this.#textAt = 0;
    this.#chunk = chunk;
    this.#handle();
  }

  // Handles frames up to one of which the program hears. The end of a stream is told by itself, after the frame that ended it.
  #handle() {
    const endpoint = this.#endpoint;
    const events = this.#events;
    const { closings } = endpoint;
    let isDone = false;
    endpoint.isFeeding = true;
    try {
      let isTelling = closings.length > 0;
      if (isTelling) endpoint.tellClosings();
      while (!isTelling && this.#at < events.length && !endpoint.isClosing) {
        const at = this.#at;
        const length = events[at + 4];
        const part = length === 0 ? '' : StringPrototypeSlice(this.#text, this.#textAt, this.#textAt + length);
        this.#at += NUMBERS;
        this.#textAt += length;
        received[events[at]](endpoint, events[at + 1], events[at + 2], events[at + 3], part, this.#chunk);
        endpoint.figures?.received(events[at], events[at + 1], events[at + 3]);
        isTelling = isTold[events[at]] || hasTicks();
        if (!isTelling && closings.length > 0) {
          endpoint.tellClosings();
          isTelling = true;
        }
      }
      isDone = endpoint.isClosing || (this.#at === events.length && closings.length === 0);
    } finally {
      endpoint.isFeeding = false;
      if (isDone) this.#events = this.#chunk = undefined;
      else afterTicks(goOn, this);
    }
    endpoint.afterFrames(isDone);
    while (isDone && this.#waiting.length > 0 && this.#events === undefined && !endpoint.isClosing) this.#read(ArrayPrototypeShift(this.#waiting));
  }

  goOn() {
    if (!this.#endpoint.isClosing && this.#endpoint.codec !== undefined) this.#handle();
  }
}

const goOn = (frames) => frames.goOn();

module.exports = { FramesIn };
