'use strict';

// A set of objects that know their neighbours (`previous`, `next`, both null outside of a set), in the order of adding.
//
// It is for what comes and goes by the thousand. A Set is copied into a new table every few deletions, and V8's old
// tables point to the new ones: once one of them is among the old objects, every later table, and what was in the set
// when that was given up, lives until the next collection of everything.

const { ArrayPrototypePush } = require('internal/primordials');

class LinkedSet {
  constructor() {
    this.previous = this;
    this.next = this;
  }

  add(item) {
    const last = this.previous;
    item.previous = last;
    item.next = this;
    last.next = item;
    this.previous = item;
  }

  // Also of what is in no set.
  delete(item) {
    const { previous, next } = item;
    if (next === null) return;
    previous.next = next;
    next.previous = previous;
    item.previous = null;
    item.next = null;
  }

  // A copy, so that items may come and go while somebody looks at it.
  toArray() {
    const items = [];
    for (let item = this.next; item !== this; item = item.next) ArrayPrototypePush(items, item);
    return items;
  }
}

module.exports = { LinkedSet };
