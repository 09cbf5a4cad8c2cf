'use strict';

// Heap snapshots of this thread, and the stream that those of all threads are given as.
//
// V8 takes one inside a native call. Javet's inspector then runs the microtasks that wait, earlier than Node would: only
// where getHeapSnapshot() or writeHeapSnapshot() is called outside of a microtask.

const {
  ArrayPrototypePush, ArrayPrototypeShift, Date, DatePrototypeGetDate, DatePrototypeGetFullYear, DatePrototypeGetHours,
  DatePrototypeGetMinutes, DatePrototypeGetMonth, DatePrototypeGetSeconds, FunctionPrototypeCall, StringPrototypePadStart,
} = require('internal/primordials');
const { Readable } = require('stream');
const { validateBoolean, validateObject } = require('internal/validators');

const { push } = Readable.prototype;

class HeapSnapshotStream extends Readable {
  #parts;

  constructor(parts) {
    super({ autoDestroy: true });
    this.#parts = parts;
  }

  // All of it is there, so all of it is given.
  _read() {
    while (this.#parts.length > 0) FunctionPrototypeCall(push, this, ArrayPrototypeShift(this.#parts));
    FunctionPrototypeCall(push, this, null);
  }
}

function snapshotOptions(options = { __proto__: null }) {
  validateObject(options, 'options');
  const { exposeInternals = false, exposeNumericValues = false } = options;
  validateBoolean(exposeInternals, 'options.exposeInternals');
  validateBoolean(exposeNumericValues, 'options.exposeNumericValues');
  return { exposeInternals, exposeNumericValues };
}

function take({ exposeInternals, exposeNumericValues }) {
  binding('v8').takeHeapSnapshot(exposeInternals, exposeNumericValues);
}

// The next part of the one that was taken last, or undefined.
const nextPart = () => binding('v8').nextHeapSnapshotPart();

function getHeapSnapshot(options) {
  take(snapshotOptions(options));
  const parts = [];
  for (let part = nextPart(); part !== undefined; part = nextPart()) ArrayPrototypePush(parts, part);
  return new HeapSnapshotStream(parts);
}

const digits = (number, count) => StringPrototypePadStart(`${number}`, count, '0');

let lastNumber = 0;

// As Node names its diagnostic files.
function defaultName() {
  const now = new Date();
  const day = digits(DatePrototypeGetFullYear(now), 4) + digits(DatePrototypeGetMonth(now) + 1, 2) +
    digits(DatePrototypeGetDate(now), 2);
  const time = digits(DatePrototypeGetHours(now), 2) + digits(DatePrototypeGetMinutes(now), 2) +
    digits(DatePrototypeGetSeconds(now), 2);
  const { threadId } = require('internal/worker_threads/thread');
  return `Heap.${day}.${time}.${process.pid}.${threadId}.${digits(++lastNumber, 3)}.heapsnapshot`;
}

function writeHeapSnapshot(filename, options) {
  const fs = require('fs');
  const file = filename === undefined ? defaultName() : require('internal/fs/arguments').toPath(filename);
  const wanted = snapshotOptions(options);
  const descriptor = fs.openSync(file, 'w', 0o600);
  try {
    take(wanted);
    for (let part = nextPart(); part !== undefined; part = nextPart()) fs.writeFileSync(descriptor, part);
  } finally {
    fs.closeSync(descriptor);
  }
  return file;
}

// As --heapsnapshot-signal asks.
function writeAtSignal(signal) {
  require('internal/validators').validateSignalName(signal);
  const folder = require('internal/options').get('--diagnostic-dir');
  process.on(signal, () => {
    const name = defaultName();
    writeHeapSnapshot(folder ? require('path').join(folder, name) : name);
  });
}

// When the heap reaches its limit, so many times; Java names and writes the files, because no JavaScript can run then.
function writeNearHeapLimit(count) {
  const folder = require('path').resolve(require('internal/options').get('--diagnostic-dir') || '.');
  binding('v8').snapshotsNearHeapLimit(count, folder, require('internal/worker_threads/thread').threadId);
}

module.exports = {
  HeapSnapshotStream, getHeapSnapshot, snapshotOptions, writeAtSignal, writeHeapSnapshot, writeNearHeapLimit,
};
