'use strict';

// A Duplex that represents two other streams: writes go to `head`, reads come from `tail`. Duplex.from({ writable, readable
// }) and compose() use it.

const { PromisePrototypeThen, itemsOf } = require('internal/primordials');
const { isNodeStream, isTransformStream } = require('internal/stream/kinds');

// Calls the stored callback once.
class Later {
  callback = null;

  keep(callback) { this.callback = callback; }

  call(...args) {
    const { callback } = this;
    this.callback = null;
    callback?.(...itemsOf(args));
  }
}

// Connects the writable side of `duplex` with the stream `head`. Returns what end() waits for.
function writeInto(duplex, head) {
  const drained = new Later();
  const ended = new Later();
  if (isNodeStream(head)) {
    duplex._write = function(chunk, encoding, callback) {
      if (head.write(chunk, encoding)) callback();
      else drained.keep(callback);
    };
    duplex._final = function(callback) {
      head.end();
      ended.keep(callback);
    };
    head.on('drain', () => drained.call());
  } else {
    const writer = (isTransformStream(head) ? head.writable : head).getWriter();
    duplex._write = async function(chunk, encoding, callback) {
      try {
        await writer.ready;
        PromisePrototypeThen(writer.write(chunk), undefined, () => {}); // `ready` reports its failure
        callback();
      } catch (error) {
        callback(error);
      }
    };
    duplex._final = async function(callback) {
      try {
        await writer.ready;
        PromisePrototypeThen(writer.close(), undefined, () => {});
        ended.keep(callback);
      } catch (error) {
        callback(error);
      }
    };
  }
  return {
    ended,
    forget() {
      drained.keep(null);
      ended.keep(null);
    },
  };
}

module.exports = { Later, writeInto };
