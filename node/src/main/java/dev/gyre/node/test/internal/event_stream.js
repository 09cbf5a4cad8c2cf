'use strict';

// TestsStream: what happens to tests, as events of an emitter ('test:pass', ...) and as objects of a readable stream.

const { Readable } = require('stream');

class TestsStream extends Readable {
  constructor() {
    super({ __proto__: null, objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
  }

  _read() {}

  report(type, data) {
    this.emit(type, data);
    this.push({ type, data });
  }

  end() {
    this.push(null);
  }
}

module.exports = { TestsStream };
