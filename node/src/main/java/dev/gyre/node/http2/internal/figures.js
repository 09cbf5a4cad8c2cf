'use strict';

// Performance entries of type 'http2': what a session, and each of its streams, has sent and received. Figures are kept for sessions
// that begin while somebody observes the type; others have none, and no cost.

const { MathMax, SafeMap } = require('internal/primordials');
const { Http2Event } = require('internal/layout');
const { performance } = require('perf_hooks');
const measure = require('internal/perf_hooks/measure').of('http2');

// Events that are a part of a frame, or none.
const isPart = [];
isPart[Http2Event.DATA] = isPart[Http2Event.DATA_END] = isPart[Http2Event.SETTING] = isPart[Http2Event.ERROR] = true;

class StreamFigures {
  startMs = performance.now();
  bytesRead = 0;
  bytesWritten = 0;
  firstByteMs = 0; // after the start; 0 if there was none
  firstByteSentMs = 0;
  firstHeaderMs = 0;

  constructor() {
    measure.begin(this, 'Http2Stream');
  }

  get ms() { return performance.now() - this.startMs; }

  finish(id) {
    measure.end(this, {
      bytesRead: this.bytesRead, bytesWritten: this.bytesWritten, id,
      timeToFirstByte: this.firstByteMs, timeToFirstByteSent: this.firstByteSentMs, timeToFirstHeader: this.firstHeaderMs,
    });
  }
}

class SessionFigures {
  #streams = new SafeMap(); // by number
  #bytesRead = 0;
  #bytesWritten = 0;
  #framesReceived = 0;
  #pingMs = 0;
  #began = 0;
  #ended = 0;
  #endedMs = 0; // of all streams together
  #most = 0;

  constructor() {
    measure.begin(this, 'Http2Session');
  }

  reads(chunk) { this.#bytesRead += chunk.byteLength; }

  writes(parts) {
    for (let i = 0; i < parts.length; i++) this.#bytesWritten += parts[i].byteLength;
  }

  begins(id) {
    this.#streams.set(id, new StreamFigures());
    this.#began++;
    this.#most = MathMax(this.#most, this.#streams.size);
  }

  /** An event that the endpoint has handled. */
  received(kind, id, length) {
    if (!isPart[kind]) this.#framesReceived++;
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (kind === Http2Event.DATA) {
      if (stream.bytesRead === 0) stream.firstByteMs = stream.ms;
      stream.bytesRead += length;
    } else if (kind === Http2Event.HEADERS && stream.firstHeaderMs === 0) {
      stream.firstHeaderMs = stream.ms;
    }
  }

  pinged(ms) { this.#pingMs = ms; }

  sends(id, length) {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (stream.firstByteSentMs === 0) stream.firstByteSentMs = stream.ms;
    stream.bytesWritten += length;
  }

  ends(id) {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    this.#streams.delete(id);
    this.#ended++;
    this.#endedMs += stream.ms;
    stream.finish(id);
  }

  finish(isServer, framesSent) {
    measure.end(this, {
      bytesWritten: this.#bytesWritten, bytesRead: this.#bytesRead, framesReceived: this.#framesReceived, framesSent,
      maxConcurrentStreams: this.#most, pingRTT: this.#pingMs,
      streamAverageDuration: this.#ended === 0 ? 0 : this.#endedMs / this.#ended, streamCount: this.#began,
      type: isServer ? 'server' : 'client',
    });
  }
}

/** Undefined if nobody observes. */
const figuresOfSession = () => (measure.isObserved() ? new SessionFigures() : undefined);

module.exports = { figuresOfSession };
