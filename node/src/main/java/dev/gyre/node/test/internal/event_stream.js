'use strict';

// TestsStream: reports tests as events of an emitter ('test:pass', ...) and as objects of a readable stream.

const { NumberMAX_SAFE_INTEGER } = require('internal/primordials');
const { Readable } = require('stream');

class TestsStream extends Readable {
  constructor() {
    super({ __proto__: null, objectMode: true, highWaterMark: NumberMAX_SAFE_INTEGER });
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
