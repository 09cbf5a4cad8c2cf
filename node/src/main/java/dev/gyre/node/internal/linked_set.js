'use strict';

// A set of objects that contain their own links (`previous`, `next`, both null outside of a set), in insertion order.
//
// It is for objects that come and go by the thousand. A Set is copied into a new table every few deletions, and V8's old
// tables point to the new ones. Once one of them is in the old generation, every later table, and what it contained when it
// was abandoned, lives until the next full collection.

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

  // Also accepts an object that is in no set.
  delete(item) {
    const { previous, next } = item;
    if (next === null) return;
    previous.next = next;
    next.previous = previous;
    item.previous = null;
    item.next = null;
  }

  // A copy, so that items may be added and removed during the iteration.
  toArray() {
    const items = [];
    for (let item = this.next; item !== this; item = item.next) ArrayPrototypePush(items, item);
    return items;
  }
}

module.exports = { LinkedSet };
