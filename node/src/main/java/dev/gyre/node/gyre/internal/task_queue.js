'use strict';

// Tasks that wait: higher priorities first, and among equals in the order they came. A bucket for each priority, linked by
// the tasks themselves, so that a task can leave from the middle when it is aborted.

const { isolated, removeAt } = require('internal/primordials');

const Bucket = isolated(class Bucket {
  first = undefined;
  last = undefined;

  constructor(priority) {
    this.priority = priority;
  }
});

const TaskQueue = isolated(class TaskQueue {
  size = 0;
  #buckets = []; // the highest priority last; none is empty

  enqueue(task) {
    const bucket = this.#bucketFor(task.priority);
    task.bucket = bucket;
    task.previous = bucket.last;
    if (bucket.last === undefined) bucket.first = task;
    else bucket.last.next = task;
    bucket.last = task;
    this.size++;
  }

  // The task that is next in turn leaves the queue.
  take() {
    const task = this.peek();
    if (task !== undefined) this.remove(task);
    return task;
  }

  remove(task) {
    const { bucket, previous, next } = task;
    if (previous === undefined) bucket.first = next;
    else previous.next = next;
    if (next === undefined) bucket.last = previous;
    else next.previous = previous;
    task.bucket = undefined;
    task.previous = undefined;
    task.next = undefined;
    this.size--;
    if (bucket.first === undefined) removeAt(this.#buckets, this.#indexFor(bucket.priority));
  }

  // What take() would give.
  peek() {
    return this.#buckets[this.#buckets.length - 1]?.first;
  }

  holds(task) {
    return task.bucket !== undefined;
  }

  // By halves: the index of the first bucket whose priority is not less.
  #indexFor(priority) {
    let low = 0;
    let high = this.#buckets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#buckets[middle].priority < priority) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #bucketFor(priority) {
    const buckets = this.#buckets;
    const index = this.#indexFor(priority);
    if (buckets[index]?.priority === priority) return buckets[index];
    const bucket = new Bucket(priority);
    for (let i = buckets.length; i > index; i--) buckets[i] = buckets[i - 1];
    buckets[index] = bucket;
    return bucket;
  }
});

module.exports = { TaskQueue };
