'use strict';

const { codes: { ERR_MISSING_OPTION } } = require('internal/errors');
const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');
const { finishInterface, inspectWith } = require('internal/webstreams/util');

// One size function for all strategies of a kind, as the standard requires.
const { size: byteLengthOf } = { size: (chunk) => chunk.byteLength };
const { size: one } = { size: () => 1 };

function markFrom(init) {
  validateObject(init, 'init', kValidateObjectAllowObjects);
  const { highWaterMark } = init;
  if (highWaterMark === undefined) throw new ERR_MISSING_OPTION('init.highWaterMark');
  return +highWaterMark;
}

class ByteLengthQueuingStrategy {
  #mark;

  constructor(init) { this.#mark = markFrom(init); }

  get highWaterMark() { return this.#mark; }

  get size() {
    void this.#mark; // throws a TypeError if `this` is no strategy
    return byteLengthOf;
  }
}

class CountQueuingStrategy {
  #mark;

  constructor(init) { this.#mark = markFrom(init); }

  get highWaterMark() { return this.#mark; }

  get size() {
    void this.#mark; // throws a TypeError if `this` is no strategy
    return one;
  }
}

for (let i = 0, list = [ByteLengthQueuingStrategy, CountQueuingStrategy]; i < list.length; i++) {
  const Strategy = list[i];
  finishInterface(Strategy);
  inspectWith(Strategy, ({ highWaterMark }) => ({ highWaterMark }));
}

module.exports = { ByteLengthQueuingStrategy, CountQueuingStrategy };
