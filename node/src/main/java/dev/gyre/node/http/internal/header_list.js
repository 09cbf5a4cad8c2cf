'use strict';

// The headers of an outgoing message in the order in which they were set: one list of [lower-case name, FieldName, value,
// lower-case name, ...]. There are few of them, so a linear search is faster than a hash table, and so is formatting.

const { ArrayFrom, ArrayPrototypeFlat, ArrayPrototypePush, ArrayPrototypeSlice, removeAt } = require('internal/primordials');

const WIDTH = 3;

class HeaderList {
  constructor() {
    this.entries = [];
  }

  indexOf(lower) {
    const { entries } = this;
    for (let i = 0; i < entries.length; i += WIDTH) {
      if (entries[i] === lower) return i;
    }
    return -1;
  }

  has(lower) { return this.indexOf(lower) >= 0; }

  get(lower) {
    const i = this.indexOf(lower);
    return i < 0 ? undefined : this.entries[i + 2];
  }

  set(field, value) {
    const { entries } = this;
    const i = this.indexOf(field.lower);
    if (i < 0) {
      ArrayPrototypePush(entries, field.lower, field, value);
    } else {
      entries[i + 1] = field;
      entries[i + 2] = value;
    }
  }

  append(field, value) {
    const i = this.indexOf(field.lower);
    if (i < 0) ArrayPrototypePush(this.entries, field.lower, field, value);
    else this.entries[i + 2] = ArrayPrototypeFlat([this.entries[i + 2], value]);
  }

  remove(lower) {
    const i = this.indexOf(lower);
    if (i >= 0) removeAt(this.entries, i, WIDTH);
  }

  // As a list of triples.
  all() {
    const { entries } = this;
    return ArrayFrom({ __proto__: null, length: entries.length / WIDTH }, (_, i) => ArrayPrototypeSlice(entries, i * WIDTH, (i + 1) * WIDTH));
  }
}

module.exports = { HeaderList };
