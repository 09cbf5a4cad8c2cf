'use strict';

const { ArrayPrototypeJoin, ArrayPrototypePush, Promise, SymbolDispose } = require('internal/primordials');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateInteger } = require('internal/validators');
const { addAbortListener } = require('internal/events/abort_listener');
const { completeByPromise } = require('internal/readline/completion');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');
const { Interface: Base } = require('internal/readline/interface');
const { kQuestionReject } = require('internal/readline/key_bindings');

class Interface extends Base {
  question(query, options = {}) {
    return new Promise((resolve, reject) => {
      const signal = options?.signal;
      let answer = resolve;
      if (signal) {
        validateAbortSignal(signal, 'options.signal');
        const abort = () => reject(new AbortError(undefined, { cause: signal.reason }));
        if (signal.aborted) {
          abort();
          return;
        }
        const listening = addAbortListener(signal, () => {
          this._cancelQuestion();
          abort();
        });
        answer = (line) => {
          listening[SymbolDispose]();
          resolve(line);
        };
      }
      this[kQuestionReject] = reject;
      this._ask(query, answer);
    });
  }

  _tabComplete(wasTab) { return completeByPromise(this, wasTab); }
}

// Collects cursor movements and writes them together.
class Readline {
  #stream;
  #autoCommit = false;
  #pending = [];

  constructor(stream, options = undefined) {
    if (typeof stream?.write !== 'function' || stream.writable === false) {
      throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    }
    this.#stream = stream;
    if (options?.autoCommit != null) {
      validateBoolean(options.autoCommit, 'options.autoCommit');
      this.#autoCommit = options.autoCommit;
    }
  }

  // Calls `action(target)` with a target that records the text.
  #add(action) {
    action({
      write: (text) => {
        if (this.#autoCommit) process.nextTick(() => this.#stream.write(text));
        else ArrayPrototypePush(this.#pending, text);
      },
    });
    return this;
  }

  cursorTo(x, y = undefined) {
    validateInteger(x, 'x');
    if (y != null) validateInteger(y, 'y');
    return this.#add((target) => cursorTo(target, x, y ?? undefined));
  }

  moveCursor(dx, dy) {
    if (!dx && !dy) return this;
    validateInteger(dx, 'dx');
    validateInteger(dy, 'dy');
    return this.#add((target) => moveCursor(target, dx, dy));
  }

  clearLine(dir) {
    validateInteger(dir, 'dir', -1, 1);
    return this.#add((target) => clearLine(target, dir));
  }

  clearScreenDown() { return this.#add((target) => clearScreenDown(target)); }

  commit() {
    return new Promise((resolve) => {
      this.#stream.write(ArrayPrototypeJoin(this.#pending, ''), resolve);
      this.#pending = [];
    });
  }

  rollback() {
    this.#pending = [];
    return this;
  }
}

const createInterface = (input, output, completer, terminal) => new Interface(input, output, completer, terminal);

module.exports = { Interface, Readline, createInterface };
