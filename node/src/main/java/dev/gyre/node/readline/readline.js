'use strict';

const {
  Boolean, FunctionPrototypeCall, ObjectSetPrototypeOf, Promise, SymbolDispose,
} = require('internal/primordials');
const { AbortError } = require('internal/errors');
const { validateAbortSignal } = require('internal/validators');
const { promisify } = require('internal/util');
const { addAbortListener } = require('internal/events/abort_listener');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');
const { completeByCallback } = require('internal/readline/completion');
const { Interface: Base } = require('internal/readline/interface');
const { ttyWriteDumb } = require('internal/readline/key_bindings');
const { emitKeypressEvents } = require('internal/readline/keypress');

// completer(text) may return a result, or completer(text, callback) call back later.
function withCallback(completer) {
  if (typeof completer !== 'function' || completer.length === 2) return completer;
  return (text, callback) => callback(null, completer(text));
}

function Interface(input, output, completer, terminal) {
  if (!(this instanceof Interface)) return new Interface(input, output, completer, terminal);
  const isOptions = Boolean(input?.input);
  if (isOptions) FunctionPrototypeCall(Base, this, { ...input, completer: withCallback(input.completer) });
  else FunctionPrototypeCall(Base, this, input, output, withCallback(completer), terminal);
  if (this.terminal && process.env.TERM === 'dumb') this._ttyWrite = ttyWriteDumb;
}
ObjectSetPrototypeOf(Interface.prototype, Base.prototype);
ObjectSetPrototypeOf(Interface, Base);

Interface.prototype._tabComplete = function _tabComplete(wasTab) {
  completeByCallback(this, wasTab);
};

function optionsOf(options) {
  return options === null || typeof options !== 'object' ? {} : options;
}

Interface.prototype.question = function question(query, options, callback) {
  if (typeof options === 'function') callback = options;
  const { signal } = optionsOf(options);
  if (!signal) {
    if (typeof callback === 'function') this._ask(query, callback);
    return;
  }
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) return;
  const listening = addAbortListener(signal, () => this._cancelQuestion());
  this._ask(query, (answer) => {
    listening[SymbolDispose]();
    if (typeof callback === 'function') callback(answer);
  });
};

Interface.prototype.question[promisify.custom] = function question(query, options) {
  const { signal } = optionsOf(options);
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortError(undefined, { cause: signal.reason }));
    if (signal?.aborted) {
      abort();
      return;
    }
    const listening = signal && addAbortListener(signal, abort);
    this.question(query, options, (answer) => {
      listening?.[SymbolDispose]();
      resolve(answer);
    });
  });
};

const createInterface = (input, output, completer, terminal) => new Interface(input, output, completer, terminal);

module.exports = {
  Interface,
  clearLine,
  clearScreenDown,
  createInterface,
  cursorTo,
  emitKeypressEvents,
  moveCursor,
  get promises() { return require('readline/promises'); },
};
