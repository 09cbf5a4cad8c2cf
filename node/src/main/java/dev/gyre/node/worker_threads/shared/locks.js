'use strict';

// Web Locks: worker_threads.locks and navigator.locks. Who holds which lock, all runtimes of a family agree on in Java
// (Locks.java). A request that can be granted at once calls back at once, as in Node.

const {
  ArrayPrototypeMap, ObjectAssign, ObjectDefineProperties, Promise, PromisePrototypeThen, PromiseResolve,
  PromiseWithResolvers, SafeMap, Symbol, SymbolToStringTag, TypeError,
} = require('internal/primordials');
const { openChannel } = require('internal/bridge');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS } } = require('internal/errors');
const { DOMException } = require('internal/dom_exception');
const { AsyncScope } = require('internal/async_scope');
const { kEmptyObject, kEnumerableProperty } = require('internal/util');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { channel } = require('diagnostics_channel');

const native = binding('messages');

const kName = Symbol('kName');
const kMode = Symbol('kMode');
const kConstruct = Symbol('kConstruct');

// Locks.Outcome
const GRANTED = 1, NOT_AVAILABLE = 2;

const started = channel('locks.request.start');
const granted = channel('locks.request.grant');
const missed = channel('locks.request.miss');
const ended = channel('locks.request.end');

class Lock {
  constructor(key = undefined, name = undefined, mode = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kMode] = mode;
  }

  get name() {
    if (!(this instanceof Lock)) throw new ERR_INVALID_THIS('Lock');
    return this[kName];
  }

  get mode() {
    if (!(this instanceof Lock)) throw new ERR_INVALID_THIS('Lock');
    return this[kMode];
  }
}

const tagged = (value) => ({ __proto__: null, value, writable: false, enumerable: false, configurable: true });

ObjectDefineProperties(Lock.prototype, {
  __proto__: null,
  name: kEnumerableProperty,
  mode: kEnumerableProperty,
  [SymbolToStringTag]: tagged('Lock'),
});

// ---- requests

const requests = new SafeMap(); // number -> Request
let lastRequest = 0;
let isOpen = false;

// Another runtime has changed something: pairs of a request's number and its outcome.
function open() {
  if (isOpen) return;
  isOpen = true;
  const { threadId } = require('internal/worker_threads/thread');
  native.openLocks(openChannel(apply), `node-${process.pid}-${threadId}`);
}

function apply(changes) {
  for (let i = 0; i < changes.length; i += 2) requests.get(changes[i])?.change(changes[i + 1]);
}

class Request {
  #number = ++lastRequest;
  #name;
  #mode;
  #callback;
  #scope = new AsyncScope(this, 'LOCKS');
  released = PromiseWithResolvers();

  constructor(name, mode, callback) {
    this.#name = name;
    this.#mode = mode;
    this.#callback = callback;
    requests.set(this.#number, this);
  }

  start(steal, ifAvailable) {
    apply(native.requestLock(this.#number, this.#name, this.#mode === 'exclusive', steal, ifAvailable));
    return this.released.promise;
  }

  change(outcome) {
    if (outcome === GRANTED || outcome === NOT_AVAILABLE) {
      this.#run(outcome === GRANTED ? new Lock(kConstruct, this.#name, this.#mode) : null);
    } else {
      requests.delete(this.#number);
      this.released.reject(aborted());
    }
  }

  #run(lock) {
    let result;
    try {
      result = PromiseResolve(this.#callback(lock));
    } catch (error) {
      this.#end(lock);
      this.released.reject(error);
      return;
    }
    PromisePrototypeThen(result, (value) => {
      this.#end(lock);
      this.released.resolve(value);
    }, (error) => {
      this.#end(lock);
      this.released.reject(error);
    });
  }

  #end(lock) {
    if (!requests.delete(this.#number)) return; // stolen
    this.#scope.destroy();
    if (lock !== null) apply(native.releaseLock(this.#number));
  }
}

const aborted = () => new DOMException('The operation was aborted', 'AbortError');

// ---- options

function dictionaryError(message) {
  return ObjectAssign(new TypeError(message), { __proto__: null, code: 'ERR_INVALID_ARG_TYPE' });
}

function text(value) {
  if (typeof value === 'symbol') throw dictionaryError('Value is a Symbol and cannot be converted to a string.');
  return `${value}`;
}

function lockOptions(options) {
  if (options === undefined || options === null) options = kEmptyObject;
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw dictionaryError('Value cannot be converted to a dictionary');
  }
  const { ifAvailable, mode: givenMode, signal, steal } = options;
  const mode = givenMode === undefined ? 'exclusive' : text(givenMode);
  if (mode !== 'exclusive' && mode !== 'shared') {
    const error = new ERR_INVALID_ARG_VALUE('mode', mode);
    error.message = `mode '${mode}' is not a valid enum value of type LockMode.`;
    throw error;
  }
  if (signal !== undefined && (signal === null || (typeof signal !== 'object' && typeof signal !== 'function'))) {
    throw dictionaryError('signal is not an object.');
  }
  return { ifAvailable: !!ifAvailable, mode, signal, steal: !!steal };
}

const notSupported = (message) => new DOMException(message, 'NotSupportedError');

function check(name, { ifAvailable, mode, signal, steal }) {
  validateAbortSignal(signal, 'options.signal');
  signal?.throwIfAborted();
  if (name[0] === '-') throw notSupported('Lock name may not start with hyphen');
  if (ifAvailable && steal) throw notSupported('ifAvailable and steal are mutually exclusive');
  if (mode !== 'exclusive' && steal) throw notSupported('mode: "shared" and steal are mutually exclusive');
  if (signal && (steal || ifAvailable)) throw notSupported('signal cannot be used with steal or ifAvailable');
}

// ---- the manager

function publish(to, message) {
  if (to.hasSubscribers) to.publish(message);
}

class LockManager {
  constructor(key = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  async request(name, options, callback = undefined) {
    if (callback === undefined) {
      callback = options;
      options = undefined;
    }
    name = text(name);
    validateFunction(callback, 'callback');
    const given = lockOptions(typeof options === 'function' ? undefined : options);
    check(name, given);
    const { ifAvailable, mode, signal, steal } = given;
    publish(started, { name, mode });
    open();
    const run = (lock) => {
      if (lock !== null) publish(granted, { name, mode });
      else if (ifAvailable) publish(missed, { name, mode });
      return callback(lock);
    };
    try {
      const result = await (signal ? abortable(name, mode, signal, run) :
        new Request(name, mode, run).start(steal, ifAvailable));
      publish(ended, { name, mode, ifAvailable, steal, error: undefined });
      return result;
    } catch (error) {
      publish(ended, { name, mode, ifAvailable, steal, error });
      throw error;
    }
  }

  async query() {
    if (!(this instanceof LockManager)) throw new ERR_INVALID_THIS('LockManager');
    open();
    const shown = (list) => ArrayPrototypeMap(list, ({ 0: name, 1: isExclusive, 2: clientId }) =>
      ({ name, mode: isExclusive ? 'exclusive' : 'shared', clientId }));
    return { held: shown(native.listLocks(true)), pending: shown(native.listLocks(false)) };
  }
}

// A request that its signal aborts stays in the queue, as in Node; when its turn comes, it is given back at once.
function abortable(name, mode, signal, run) {
  return new Promise((resolve, reject) => {
    let isGranted = false;
    const onAbort = () => {
      if (!isGranted) reject(signal.reason || aborted());
    };
    signal.addEventListener('abort', onAbort, { __proto__: null, once: true });
    const request = new Request(name, mode, async (lock) => {
      await undefined;
      if (signal.aborted) return undefined;
      isGranted = true;
      return run(lock);
    });
    const end = (settle) => (value) => {
      signal.removeEventListener('abort', onAbort);
      settle(value);
    };
    PromisePrototypeThen(request.start(false, false), end(resolve), end(reject));
  });
}

ObjectDefineProperties(LockManager.prototype, {
  __proto__: null,
  request: kEnumerableProperty,
  query: kEnumerableProperty,
  [SymbolToStringTag]: tagged('LockManager'),
});

module.exports = { Lock, LockManager, locks: new LockManager(kConstruct) };
