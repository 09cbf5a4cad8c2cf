'use strict';

// Watching the files of a provider: its status is looked at in intervals and compared with that of the time before.

const {
  ArrayPrototypePush, ArrayPrototypeShift, PromiseResolve, PromiseWithResolvers, SafeMap, SymbolAsyncIterator, copyList,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const EventEmitter = require('events');
const { AbortError } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { basename, join } = require('path');
const { noStatus } = require('internal/vfs/status');

const WATCH_INTERVAL_MS = 100;
const STAT_INTERVAL_MS = 5007;
const MAX_WAITING_EVENTS = 1024; // further ones are dropped

// Calls `look` in intervals until it is stopped.
class Polling {
  #timer;

  constructor(look, intervalMs, isPersistent) {
    this.#timer = require('timers').setInterval(look, intervalMs);
    if (!isPersistent) this.#timer.unref();
  }

  ref() { this.#timer?.ref(); }
  unref() { this.#timer?.unref(); }

  stop() {
    require('timers').clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

// The status of a path, or null.
function look(provider, path) {
  try {
    return provider.statSync(path);
  } catch {
    return null;
  }
}

class Listing {
  #found = new SafeMap(); // relative path -> status

  put(name, status) { this.#found.set(name, status); }
  hasName(name) { return this.#found.has(name); }
  statusOf(name) { return this.#found.get(name); }
  names() { return copyList(this.#found.keys()); }
}

// What is in a folder. In a whole tree only files count.
function listing(provider, folder, isRecursive, prefix = '', found = new Listing()) {
  let entries;
  try {
    entries = provider.readdirSync(folder, { withFileTypes: true });
  } catch {
    return found; // removed meanwhile
  }
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    const path = join(folder, entry.name);
    const name = join(prefix, entry.name);
    if (isRecursive && entry.isDirectory()) listing(provider, path, true, name, found);
    else found.put(name, look(provider, path));
  }
  return found;
}

const isThere = (stats) => stats !== null && stats !== undefined;

// 'rename' for a file that came or went, 'change' for a changed one, otherwise undefined.
function eventOf(before, now) {
  if (isThere(before) !== isThere(now)) return 'rename';
  if (!isThere(now)) return undefined;
  return before.mtimeMs !== now.mtimeMs || before.size !== now.size ? 'change' : undefined;
}

// What watch() returns.
class Watcher extends EventEmitter {
  #provider;
  #path;
  #isRecursive;
  #encoding;
  #signal;
  #onAbort;
  #polling;
  #isClosed = false;
  #status = null; // at the last look
  #inside; // of a folder: its listing at the last look

  constructor(provider, path, options) {
    super();
    options ??= kEmptyObject;
    this.#provider = provider;
    this.#path = path;
    this.#isRecursive = options.recursive === true;
    this.#encoding = options.encoding;
    this.#signal = options.signal;
    if (this.#signal?.aborted) {
      this.close();
      return;
    }
    if (this.#signal) {
      this.#onAbort = () => this.close();
      this.#signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    this.#status = look(provider, path);
    this.#inside = this.#isFolder() ? this.#list() : new Listing();
    this.#polling = new Polling(() => this.#look(), options.interval ?? WATCH_INTERVAL_MS, options.persistent !== false);
  }

  #isFolder() { return this.#status?.isDirectory() === true; }

  #list() { return listing(this.#provider, this.#path, this.#isRecursive); }

  #look() {
    if (this.#isFolder()) {
      this.#lookInside();
      return;
    }
    const before = this.#status;
    this.#status = look(this.#provider, this.#path);
    this.#tell(eventOf(before, this.#status), basename(this.#path));
  }

  // New files first.
  #lookInside() {
    const before = this.#inside;
    const now = this.#list();
    this.#inside = now;
    for (let i = 0, names = now.names(); i < names.length; i++) {
      if (!before.hasName(names[i])) this.#tell('rename', names[i]);
    }
    for (let i = 0, names = before.names(); i < names.length; i++) {
      this.#tell(eventOf(before.statusOf(names[i]), now.statusOf(names[i])), names[i]);
    }
  }

  #tell(event, name) {
    if (event === undefined || this.#isClosed) return;
    this.emit('change', event, this.#encoding === 'buffer' ? Buffer.from(name) : name);
  }

  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#polling?.stop();
    if (this.#onAbort !== undefined) this.#signal.removeEventListener('abort', this.#onAbort);
    this.emit('close');
  }

  ref() {
    this.#polling?.ref();
    return this;
  }

  unref() {
    this.#polling?.unref();
    return this;
  }
}

// What watchFile() returns.
class StatWatcher extends EventEmitter {
  #provider;
  #path;
  #isBig;
  #status;
  #polling;

  constructor(provider, path, options) {
    super();
    options ??= kEmptyObject;
    this.#provider = provider;
    this.#path = path;
    this.#isBig = options.bigint === true;
    this.#status = this.#now();
    this.#polling = new Polling(() => this.#look(), options.interval ?? STAT_INTERVAL_MS, options.persistent !== false);
  }

  #now() {
    try {
      return this.#provider.statSync(this.#path, { bigint: this.#isBig });
    } catch {
      return noStatus(this.#isBig);
    }
  }

  #look() {
    const before = this.#status;
    const now = this.#now();
    if (now.mtimeMs === before.mtimeMs && now.ctimeMs === before.ctimeMs && now.size === before.size) return;
    this.#status = now;
    this.emit('change', now, before);
  }

  stop() {
    if (this.#polling === undefined) return;
    this.#polling.stop();
    this.#polling = undefined;
    this.emit('stop');
  }

  ref() {
    this.#polling?.ref();
    return this;
  }

  unref() {
    this.#polling?.unref();
    return this;
  }
}

// What promises.watch() returns: an asynchronous iterator of events.
class WatchEvents {
  #watcher;
  #isDone = false;
  #events = []; // that nobody waits for yet
  #waiting = []; // promises that wait for an event

  constructor(provider, path, options) {
    const { signal, ...others } = options ?? kEmptyObject;
    this.#watcher = new Watcher(provider, path, others);
    this.#watcher.on('change', (eventType, filename) => {
      if (this.#waiting.length > 0) {
        ArrayPrototypeShift(this.#waiting).resolve({ done: false, value: { eventType, filename } });
      } else if (this.#events.length < MAX_WAITING_EVENTS) {
        ArrayPrototypePush(this.#events, { eventType, filename });
      }
    });
    this.#watcher.on('close', () => this.#end((one) => one.resolve({ done: true, value: undefined })));
    if (!signal) return;
    const abort = () => {
      const error = new AbortError(undefined, { cause: signal.reason });
      this.#end((one) => one.reject(error));
      this.#watcher.close();
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }

  #end(answer) {
    this.#isDone = true;
    while (this.#waiting.length > 0) answer(ArrayPrototypeShift(this.#waiting));
  }

  [SymbolAsyncIterator]() { return this; }

  next() {
    if (this.#isDone) return PromiseResolve({ done: true, value: undefined });
    if (this.#events.length > 0) return PromiseResolve({ done: false, value: ArrayPrototypeShift(this.#events) });
    const waiting = PromiseWithResolvers();
    ArrayPrototypePush(this.#waiting, waiting);
    return waiting.promise;
  }

  return() {
    this.#watcher.close();
    return PromiseResolve({ done: true, value: undefined });
  }

  throw() { return this.return(); }
}

module.exports = { StatWatcher, WatchEvents, Watcher };
