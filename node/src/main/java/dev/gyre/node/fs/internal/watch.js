'use strict';

// fs.watch: changes of a file or of the entries of a folder, reported by inotify.
//
// A message from Java is the kind ('c' change, 'r' rename, 'n' rename that added a folder) followed by the bytes of the
// entry's name. The name is empty for the watched file itself, which is then reported by its own name.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSome, Error, ObjectAssign,
  PromiseWithResolvers, RegExpPrototypeExec,
} = require('internal/primordials');
const EventEmitter = require('events');
const { basename } = require('path');
const { Buffer } = require('buffer');
const { isRegExp } = require('util/types');
const {
  AbortError, codes: { ERR_FS_WATCH_QUEUE_OVERFLOW, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const { UVException } = require('internal/system_errors');
const {
  validateAbortSignal, validateBoolean, validateIgnoreOption, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { getOptions, toBuffer, toPath } = require('internal/fs/arguments');
const { elsewhere } = require('internal/fs/elsewhere');
const { openChannel, closeChannel } = require('internal/bridge');
const active = require('internal/process/active');
const { Kind } = require('internal/layout');
const { AsyncScope } = require('internal/async_scope');

const { isDenial } = require('internal/permission/model');
const native = binding('fs');
const CHANGE = 0x63;
const NEW_FOLDER = 0x6e;

// ---- ignored events

function ignoreOne(ignore) {
  if (typeof ignore === 'function') return ignore;
  if (isRegExp(ignore)) return (filename) => RegExpPrototypeExec(ignore, filename) !== null;
  const { createMatcher } = require('internal/path/glob');
  const matcher = createMatcher(ignore);
  // A pattern without a slash is matched against the last name of a path.
  return (filename) => matcher.match(ignore.includes('/') ? filename : basename(filename));
}

function createIgnoreMatcher(ignore) {
  validateIgnoreOption(ignore, 'options.ignore');
  if (ignore == null) return () => false;
  const matchers = ArrayPrototypeMap(ArrayIsArray(ignore) ? ignore : [ignore], ignoreOne);
  return (filename) => ArrayPrototypeSome(matchers, (matches) => matches(filename));
}

// ---- one file or folder

function watchError({ code, errno, syscall }, filename) {
  const message = code === 'ENOSPC' ? 'System limit for number of file watchers reached' : '';
  return ObjectAssign(new UVException({ errno, syscall, path: filename, message }), { filename });
}

// One watch of the kernel. `receive(eventType, name, isNewFolder)`: the name as bytes, empty for the file itself.
class Watch {
  #channel;
  #scope = new AsyncScope(this, 'FSEVENTWRAP');
  #keepsAlive;

  constructor(path, persistent, receive, owner = this) {
    this.#channel = openChannel(this.#scope.receiver((message) => {
      receive(message[0] === CHANGE ? 'change' : 'rename', toBuffer(message.subarray(1)), message[0] === NEW_FOLDER);
    }), Kind.FILE_CHANGE);
    try {
      native.watch(this.#channel, path, persistent);
    } catch (error) {
      closeChannel(this.#channel);
      this.#scope.destroy();
      throw isDenial(error) ? error : watchError(error, path);
    }
    this.#keepsAlive = persistent;
    active.add(this, 'FSEventWrap', owner);
  }

  hasRef() { return this.#keepsAlive; }

  setRef(keepsAlive) {
    this.#keepsAlive = keepsAlive;
    native.watchRef(this.#channel, keepsAlive);
  }

  close() {
    active.remove(this);
    closeChannel(this.#channel);
    this.#scope.destroy();
    native.unwatch(this.#channel);
  }
}

function encoded(name, path, encoding) {
  const bytes = name.length > 0 ? name : Buffer.from(typeof path === 'string' ? basename(path) : path);
  return encoding === 'buffer' ? bytes : bytes.toString(encoding || 'utf8');
}

class FSWatcher extends EventEmitter {
  #watch = null;

  constructor(path, { persistent = true, encoding, ignore, throwIfNoEntry = true }) {
    super();
    const isIgnored = createIgnoreMatcher(ignore);
    try {
      this.#watch = new Watch(path, persistent, (eventType, name) => {
        const filename = encoded(name, path, encoding);
        if (this.#watch !== null && !isIgnored(filename)) this.emit('change', eventType, filename);
      }, this);
    } catch (error) {
      if (throwIfNoEntry || error.code !== 'ENOENT') throw error;
    }
  }

  start() {} // a public method in earlier versions of Node

  close() {
    if (this.#watch === null) return;
    this.#watch.close();
    this.#watch = null;
    process.nextTick(() => this.emit('close'));
  }

  ref() {
    this.#watch?.setRef(true);
    return this;
  }

  unref() {
    this.#watch?.setRef(false);
    return this;
  }
}

// ---- fs.watch

function closeOnAbort(watcher, signal) {
  if (signal.aborted) {
    process.nextTick(() => watcher.close());
    return;
  }
  const { kResistStopPropagation } = require('internal/events/event_target');
  const onAbort = () => watcher.close();
  signal.addEventListener('abort', onAbort, { __proto__: null, [kResistStopPropagation]: true });
  watcher.once('close', () => signal.removeEventListener('abort', onAbort));
}

function createWatcher(path, options) {
  const other = elsewhere('watch', path, options);
  if (other !== undefined) return other.now();
  if (!options.recursive) return new FSWatcher(path, options);
  const { TreeWatcher } = require('internal/fs/tree_watch');
  return new TreeWatcher(path, options);
}

function watch(filename, options, listener) {
  if (typeof options === 'function') listener = options;
  options = { ...getOptions(options) };
  const path = toPath(filename);
  const watcher = createWatcher(path, options);
  if (listener) watcher.addListener('change', listener);
  if (options.signal) closeOnAbort(watcher, options.signal);
  return watcher;
}

// ---- promises.watch

function asyncOptions(options) {
  const {
    persistent = true, recursive = false, encoding = 'utf8', maxQueue = 2048, overflow = 'ignore', signal, ignore,
  } = options;
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateInteger(maxQueue, 'options.maxQueue');
  validateOneOf(overflow, 'options.overflow', ['ignore', 'error']);
  validateAbortSignal(signal, 'options.signal');
  validateIgnoreOption(ignore, 'options.ignore');
  if (!recursive && encoding && !Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
  const throwIfNoEntry = recursive ? options.throwIfNoEntry : true;
  return { persistent, recursive, encoding, maxQueue, overflow, signal, ignore, throwIfNoEntry };
}

async function* watchAsync(filename, options) {
  validateObject(options, 'options');
  const path = toPath(filename);
  const { maxQueue, overflow, signal, ...rest } = asyncOptions(options);
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const queue = [];
  let { promise, resolve } = PromiseWithResolvers();
  const watcher = createWatcher(path, rest);
  const put = (item) => {
    ArrayPrototypePush(queue, item);
    resolve();
  };
  watcher.on('change', (eventType, name) => {
    if (queue.length < maxQueue) {
      put({ __proto__: null, eventType, filename: name });
    } else if (overflow === 'error') {
      queue.length = 0;
      put(new ERR_FS_WATCH_QUEUE_OVERFLOW(maxQueue));
    } else {
      process.emitWarning('fs.watch maxQueue exceeded');
    }
  });
  watcher.on('error', put);
  const onAbort = () => {
    watcher.close();
    resolve();
  };
  const { kResistStopPropagation } = require('internal/events/event_target');
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true, [kResistStopPropagation]: true });
  try {
    while (!signal?.aborted) {
      await promise;
      while (queue.length > 0) {
        const item = ArrayPrototypeShift(queue);
        if (item instanceof Error) throw item;
        yield item;
      }
      ({ promise, resolve } = PromiseWithResolvers());
    }
    throw new AbortError(undefined, { cause: signal.reason });
  } finally {
    watcher.close();
    signal?.removeEventListener('abort', onAbort);
  }
}

module.exports = { FSWatcher, Watch, createIgnoreMatcher, watch, watchAsync };
