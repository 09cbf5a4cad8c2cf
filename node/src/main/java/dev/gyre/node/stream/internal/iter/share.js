'use strict';

// share(source), shareSync(source): any number of readers of one source, which is read on demand of the fastest reader.

const {
  ArrayPrototypePush, ArrayPrototypeSplice, Promise, PromisePrototypeThen, PromiseResolve, ReflectApply, SymbolAsyncIterator,
  SymbolDispose, SymbolIterator, itemsOf, joinLists,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { onAbort } = require('internal/stream/iter/abortable');
const {
  asError, bufferOptions, hasProtocol, isAsyncIterable, isSyncIterable, pullArguments,
} = require('internal/stream/iter/arguments');
const { from, fromSync } = require('internal/stream/iter/from');
const { Log } = require('internal/stream/iter/log');
const { shareProtocol, shareSyncProtocol } = require('internal/stream/iter/protocol');
const { pull, pullSync } = require('internal/stream/iter/pull');

const DEFAULT_BUDGET_BYTES = 64 * 1024;

const end = () => ({ __proto__: null, done: true, value: undefined });
const give = (batch) => ({ __proto__: null, done: false, value: batch });

function overBudget(log, remark = '') {
  return new ERR_OUT_OF_RANGE('buffered bytes', `< ${log.budget}${remark}`, log.bytes);
}

class AsyncShare {
  #source;
  #policy;
  #log;
  #iterator = null;
  #exhausted = false;
  #failure = null; // { error }
  #cancelled = false;
  #pulling = false;
  #waiting = []; // callbacks that wait for space or for the running pull

  constructor(source, { budget, backpressure }) {
    this.#source = source;
    this.#policy = backpressure;
    this.#log = new Log(budget);
    this.#log.onTrim = () => this.#wakeAll();
  }

  get consumerCount() { return this.#log.readers.size; }

  pull(...args) {
    const { transforms, options } = pullArguments(args);
    const readable = this.#readable();
    if (transforms.length === 0 && !options?.signal) return readable;
    return ReflectApply(pull, undefined, joinLists([readable], transforms, options ? [options] : []));
  }

  #readable() {
    const reader = this.#log.addReader({ last: PromiseResolve() });
    const detach = async () => {
      this.#log.removeReader(reader);
      return end();
    };
    return {
      __proto__: null,
      [SymbolAsyncIterator]: () => ({
        __proto__: null,
        // Pulls run one after the other.
        next: () => {
          const step = () => this.#next(reader);
          const next = PromisePrototypeThen(reader.last, step, step);
          reader.last = PromisePrototypeThen(next, undefined, () => {});
          return next;
        },
        return: detach,
        throw: detach,
      }),
    };
  }

  async #next(reader) {
    if (this.#failure) return this.#leave(reader);
    for (;;) {
      if (reader.detached || this.#cancelled) return this.#leave(reader);
      const batch = this.#log.read(reader);
      if (batch !== undefined) return give(batch);
      if (this.#exhausted) return this.#leave(reader);
      const keep = await this.#space();
      if (this.#cancelled) return this.#leave(reader);
      await this.#pull(keep);
    }
  }

  #leave(reader) {
    this.#log.removeReader(reader);
    if (this.#failure) throw this.#failure.error;
    return end();
  }

  // Waits until there is space for a batch; false: drop it.
  async #space() {
    while (this.#log.isFull) {
      if (this.#cancelled || this.#exhausted) return true;
      switch (this.#policy) {
        case 'strict': throw overBudget(this.#log);
        case 'unbounded':
          await new Promise((resolve) => ArrayPrototypePush(this.#waiting, resolve));
          break;
        case 'drop-oldest':
          this.#log.dropOldest();
          return true;
        default: return false;
      }
    }
    return true;
  }

  async #pull(keep) {
    if (this.#exhausted || this.#cancelled) return;
    if (this.#pulling) {
      await new Promise((resolve) => ArrayPrototypePush(this.#waiting, resolve));
      return;
    }
    this.#pulling = true;
    try {
      this.#iterator ??= this.#source[SymbolAsyncIterator]();
      const { done, value } = await this.#iterator.next();
      if (done) this.#exhausted = true;
      else if (keep) this.#log.append(value);
    } catch (error) {
      this.#failure = { error: asError(error) };
      this.#exhausted = true;
    } finally {
      this.#pulling = false;
      this.#wakeAll();
    }
  }

  #wakeAll() {
    for (let i = 0, list = ArrayPrototypeSplice(this.#waiting, 0); i < list.length; i++) list[i]();
  }

  cancel(reason) {
    if (this.#cancelled) return;
    this.#cancelled = true;
    if (reason !== undefined) this.#failure = { error: reason };
    if (this.#iterator?.return) PromisePrototypeThen(this.#iterator.return(), undefined, () => {});
    for (const reader of itemsOf(this.#log.readers)) reader.detached = true;
    this.#log.readers.clear();
    this.#wakeAll();
  }

  [SymbolDispose]() { this.cancel(); }
}

class SyncSharing {
  #source;
  #policy;
  #log;
  #iterator = null;
  #exhausted = false;
  #failure = null; // { error }
  #cancelled = false;

  constructor(source, { budget, backpressure }) {
    this.#source = source;
    this.#policy = backpressure;
    this.#log = new Log(budget);
  }

  get consumerCount() { return this.#log.readers.size; }

  pull(...transforms) {
    const readable = this.#readable();
    return transforms.length === 0 ? readable : ReflectApply(pullSync, undefined, joinLists([readable], transforms));
  }

  #readable() {
    const reader = this.#log.addReader({});
    const detach = () => {
      this.#log.removeReader(reader);
      return end();
    };
    return {
      __proto__: null,
      [SymbolIterator]: () => ({
        __proto__: null, next: () => this.#next(reader, detach), return: detach, throw: detach,
      }),
    };
  }

  #next(reader, detach) {
    if (reader.detached) return end();
    const atEnd = () => {
      detach();
      if (this.#failure) throw this.#failure.error;
      return end();
    };
    if (this.#failure || this.#cancelled) return atEnd();
    let batch = this.#log.read(reader);
    if (batch !== undefined) return give(batch);
    if (this.#exhausted) return atEnd();
    if (this.#log.isFull) {
      switch (this.#policy) {
        case 'strict': throw overBudget(this.#log);
        case 'unbounded': throw overBudget(this.#log, ' (unbounded not available in sync context)');
        case 'drop-oldest':
          this.#log.dropOldest();
          break;
        default: return detach();
      }
    }
    this.#pull();
    if (this.#failure) return atEnd();
    batch = this.#log.read(reader);
    return batch === undefined ? atEnd() : give(batch);
  }

  #pull() {
    try {
      this.#iterator ??= this.#source[SymbolIterator]();
      const { done, value } = this.#iterator.next();
      if (done) this.#exhausted = true;
      else this.#log.append(value);
    } catch (error) {
      this.#failure = { error: asError(error) };
      this.#exhausted = true;
    }
  }

  cancel(reason) {
    if (this.#cancelled) return;
    this.#cancelled = true;
    if (reason !== undefined) this.#failure = { error: reason };
    this.#iterator?.return?.();
    for (const reader of itemsOf(this.#log.readers)) reader.detached = true;
    this.#log.readers.clear();
  }

  [SymbolDispose]() { this.cancel(); }
}

function share(source, options = {}) {
  const input = from(source);
  const settings = bufferOptions(options, DEFAULT_BUDGET_BYTES);
  const shared = new AsyncShare(input, settings);
  const { signal } = settings;
  if (signal) onAbort(signal, () => shared.cancel(signal.reason));
  return shared;
}

function shareSync(source, options = {}) {
  const input = fromSync(source);
  return new SyncSharing(input, bufferOptions(options, DEFAULT_BUDGET_BYTES));
}

// The result of an object's own method.
function shared(input, symbol, name, options) {
  const result = input[symbol](options);
  if (result === null || typeof result !== 'object') {
    throw new ERR_INVALID_RETURN_VALUE('an object', `[Symbol.for('Stream.${name}')]`, result);
  }
  return result;
}

const Share = {
  __proto__: null,
  from(input, options) {
    if (hasProtocol(input, shareProtocol)) return shared(input, shareProtocol, 'shareProtocol', options);
    if (isAsyncIterable(input) || isSyncIterable(input)) return share(input, options);
    throw new ERR_INVALID_ARG_TYPE('input', ['Shareable', 'AsyncIterable', 'Iterable'], input);
  },
};

const SyncShare = {
  __proto__: null,
  fromSync(input, options) {
    if (hasProtocol(input, shareSyncProtocol)) {
      return shared(input, shareSyncProtocol, 'shareSyncProtocol', options);
    }
    if (isSyncIterable(input)) return shareSync(input, options);
    throw new ERR_INVALID_ARG_TYPE('input', ['SyncShareable', 'Iterable'], input);
  },
};

module.exports = { Share, SyncShare, share, shareSync };
