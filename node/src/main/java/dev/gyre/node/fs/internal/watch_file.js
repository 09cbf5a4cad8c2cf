'use strict';

// fs.watchFile: polls the status of a file and reports changes. One watcher serves all listeners of a path.

const {
  ArrayPrototypeMap, ArrayPrototypeSome, BigInt64Array, Float64Array, Float64ArrayOf, MathMax, Number, SafeMap, itemsOf,
} = require('internal/primordials');
const EventEmitter = require('events');
const { resolve } = require('path');
const { validateFunction, validateUint32 } = require('internal/validators');
const { answer } = require('internal/fs/call_styles');
const { toPath } = require('internal/fs/arguments');
const { toStats } = require('internal/fs/stats');
const questions = require('internal/fs/questions');
const permission = require('internal/permission/model');
const { AsyncScope } = require('internal/async_scope');

const DEFAULT_INTERVAL_MS = 5007;
const FIELDS = 18;
const COMPARED = ['dev', 'mode', 'uid', 'gid', 'ino', 'size', 'mtimeNs', 'ctimeNs', 'birthtimeNs'];

// The status of a missing file: all zeros.
const nothing = (big) => toStats(big ? new BigInt64Array(FIELDS) : new Float64Array(FIELDS));

// BigInt values are compared, because they include the nanoseconds; listeners get the kind of Stats they asked for.
function toPlain(stats) {
  const time = (ns) => [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
  return toStats(Float64ArrayOf(
    ...itemsOf(ArrayPrototypeMap([stats.dev, stats.mode, stats.nlink, stats.uid, stats.gid, stats.rdev, stats.blksize, stats.ino, stats.size,
        stats.blocks], Number)),
    ...itemsOf(time(stats.atimeNs)), ...itemsOf(time(stats.mtimeNs)), ...itemsOf(time(stats.ctimeNs)), ...itemsOf(time(stats.birthtimeNs))));
}

class StatWatcher extends EventEmitter {
  #path;
  #big;
  #intervalMs;
  #timer = null; // null once stopped
  #scope = new AsyncScope(this, 'STATWATCHER');
  #last; // BigIntStats of the last time the file existed
  #errno = 0; // of the last poll
  #refs = 1; // listeners that keep the process running
  #maxRefs = 1;

  constructor(path, { bigint, persistent, interval }) {
    super();
    validateUint32(interval, 'interval');
    permission.require('fs.read', path);
    this.#path = path;
    this.#big = !!bigint;
    this.#intervalMs = MathMax(1, interval);
    this.#timer = require('timers').setTimeout(() => this.#look(), 0);
    if (!persistent) this.unref();
  }

  #look() {
    answer(questions.stat(this.#path, { bigint: true }), (error, stats) => {
      if (this.#timer === null) return;
      if (error) this.#failed(error.errno);
      else this.#compare(stats);
      if (this.#timer === null) return;
      const { setTimeout } = require('timers');
      this.#timer = setTimeout(() => this.#look(), this.#intervalMs);
      if (this.#refs === 0) this.#timer.unref();
    });
  }

  // The first poll reports nothing, unless the file is missing.
  #failed(errno) {
    if (this.#errno === errno) return;
    this.#errno = errno;
    this.#tell(undefined, this.#last);
  }

  #compare(now) {
    const before = this.#last;
    const isBack = this.#errno !== 0;
    this.#last = now;
    this.#errno = 0;
    const isChanged = before !== undefined && ArrayPrototypeSome(COMPARED, (field) => now[field] !== before[field]);
    if (isBack || isChanged) this.#tell(now, before);
  }

  #tell(now, before) {
    const told = (stats) => (stats === undefined ? nothing(this.#big) : this.#big ? stats : toPlain(stats));
    this.emit('change', told(now), told(before));
  }

  start() {} // a public method in earlier versions of Node

  stop() {
    if (this.#timer === null) return;
    require('timers').clearTimeout(this.#timer);
    this.#timer = null;
    this.#scope.destroy();
    process.nextTick(() => this.emit('stop'));
  }

  // Each listener counts once, however often ref() and unref() are called.
  addRef() {
    this.#maxRefs++;
    this.ref();
  }

  dropRef(all) {
    this.#maxRefs = all ? 0 : this.#maxRefs - 1;
    if (!all) return this.unref();
    this.#refs = 0;
    this.#timer?.unref();
    return this;
  }

  ref() {
    if (this.#refs < this.#maxRefs && this.#timer !== null && this.#refs++ === 0) this.#timer.ref();
    return this;
  }

  unref() {
    if (this.#refs > 0 && this.#timer !== null && --this.#refs === 0) this.#timer.unref();
    return this;
  }
}

const watchers = new SafeMap(); // absolute path -> StatWatcher

const pathOf = (filename) => resolve(toPath(filename).toString());

function watchFile(filename, options, listener) {
  const path = pathOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = null;
  }
  options = { interval: DEFAULT_INTERVAL_MS, persistent: true, ...options };
  validateFunction(listener, 'listener');
  let watcher = watchers.get(path);
  if (watcher === undefined) {
    watcher = new StatWatcher(path, options);
    watchers.set(path, watcher);
  } else {
    watcher.addRef();
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(filename, listener) {
  const path = pathOf(filename);
  const watcher = watchers.get(path);
  if (watcher === undefined) return;
  if (typeof listener === 'function') {
    const before = watcher.listenerCount('change');
    watcher.removeListener('change', listener);
    if (watcher.listenerCount('change') < before) watcher.dropRef(false);
  } else {
    watcher.removeAllListeners('change');
    watcher.dropRef(true);
  }
  if (watcher.listenerCount('change') === 0) {
    watcher.stop();
    watchers.delete(path);
  }
}

module.exports = { unwatchFile, watchFile };
