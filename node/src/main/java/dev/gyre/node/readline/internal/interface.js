'use strict';

// Interface: lines from a stream. On a terminal they are edited key by key (Editor, key bindings, completion); other streams
// deliver chunks of bytes, which are split at line ends.

const {
  ArrayPrototypePop, DateNow, FunctionPrototypeCall, MathMax, NumberIsFinite, ObjectDefineProperties, ObjectDefineProperty,
  ObjectEntries, ObjectGetOwnPropertyDescriptors, ObjectSetPrototypeOf, ReflectApply, ReflectOwnKeys, RegExpPrototypeExec,
  StringPrototypeEndsWith, StringPrototypeSlice, StringPrototypeSplit, Symbol, SymbolAsyncIterator, SymbolDispose,
  splitByPattern,
} = require('internal/primordials');
const EventEmitter = require('events');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } } = require('internal/errors');
const { validateAbortSignal, validateString, validateUint32 } = require('internal/validators');
const { kFirstEventParam } = require('internal/events/async');
const { addAbortListener } = require('internal/events/abort_listener');
const { StringDecoder } = require('string_decoder');
const { Editor } = require('internal/readline/editor');
const { History } = require('internal/readline/history');
const { LINE_END, kPreviousKey, kSawReturnAt, ttyWrite } = require('internal/readline/key_bindings');
const { ESCAPE_CODE_TIMEOUT_MS, emitKeypressEvents, kSawKeyPress } = require('internal/readline/keypress');

const MIN_CRLF_DELAY_MS = 100;
const TAB_SIZE = 8;
const LINES_AHEAD = 1024;

const kDecoder = Symbol('kDecoder');
const kLines = Symbol('kLines');
const kPartial = Symbol('kPartial');
const kOldPrompt = Symbol('kOldPrompt');
const kQuestionCallback = Symbol('kQuestionCallback');

// (options) or (input, output, completer, terminal)
function settingsFrom(input, output, completer, terminal) {
  if (!input?.input) return { input, output, completer, terminal };
  const { escapeCodeTimeout, signal, tabSize } = input;
  if (tabSize !== undefined) validateUint32(tabSize, 'tabSize', true);
  if (escapeCodeTimeout !== undefined && !NumberIsFinite(escapeCodeTimeout)) {
    throw new ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', ESCAPE_CODE_TIMEOUT_MS);
  }
  if (signal) validateAbortSignal(signal, 'options.signal');
  return input;
}

// A function, so that old subclasses can call it on their own objects.
function Interface(...given) {
  FunctionPrototypeCall(EventEmitter, this);
  const settings = ReflectApply(settingsFrom, undefined, given);
  const { input, output, completer, signal } = settings;
  this.historyManager = new History(this, {
    history: settings.history,
    size: settings.historySize,
    removeHistoryDuplicates: settings.removeHistoryDuplicates,
  });
  if (completer !== undefined && typeof completer !== 'function') {
    throw new ERR_INVALID_ARG_VALUE('completer', completer);
  }
  this.isCompletionEnabled = true;
  this.escapeCodeTimeout = settings.escapeCodeTimeout ?? ESCAPE_CODE_TIMEOUT_MS;
  this.tabSize = settings.tabSize ?? TAB_SIZE;
  this.crlfDelay = MathMax(MIN_CRLF_DELAY_MS, settings.crlfDelay || 0);
  this.terminal = !!(settings.terminal ?? output?.isTTY);
  this.line = '';
  this.output = output;
  this.input = input;
  this.completer = completer;
  this[kSawReturnAt] = 0;
  this[kSawKeyPress] = false;
  this[kPreviousKey] = null;
  this[kLines] = undefined;
  this[kPartial] = '';
  this._startEditing();
  this.setPrompt(settings.prompt ?? '> ');
  if (this.terminal) followKeys(this);
  else followData(this);
  if (signal) closeOnAbort(this, signal);
  input.resume();
}
ObjectSetPrototypeOf(Interface.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Interface, EventEmitter);

// Listens until the interface closes.
function follow(rl, emitter, listeners) {
  for (let i = 0, list = ObjectEntries(listeners); i < list.length; i++) {
    const { 0: event, 1: listener } = list[i];
    emitter.on(event, listener);
  }
  rl.once('close', () => {
    for (let i = 0, list = ObjectEntries(listeners); i < list.length; i++) {
      const { 0: event, 1: listener } = list[i];
      emitter.removeListener(event, listener);
    }
  });
}

function followData(rl) {
  rl[kDecoder] = new StringDecoder('utf8');
  follow(rl, rl.input, {
    error: (error) => rl.emit('error', error),
    data: (data) => rl._normalWrite(data),
    end() {
      if (rl[kPartial].length > 0) rl.emit('line', rl[kPartial]);
      rl.close();
    },
  });
}

function followKeys(rl) {
  const { input, output } = rl;
  emitKeypressEvents(input, rl);
  follow(rl, input, {
    error: (error) => rl.emit('error', error),
    keypress(text, key) {
      rl._ttyWrite(text, key);
      // Half a character was typed: it is drawn when it is complete.
      if (key?.sequence && RegExpPrototypeExec(/^\p{Surrogate}/u, key.sequence) !== null) rl._refreshLine();
    },
    end() {
      if (rl.line.length > 0) rl.emit('line', rl.line);
      rl.close();
    },
  });
  rl._setRawMode(true);
  rl.cursor = 0;
  if (output !== null && output !== undefined) follow(rl, output, { resize: () => rl._refreshLine() });
}

function closeOnAbort(rl, signal) {
  const onAbort = () => rl.close();
  if (signal.aborted) process.nextTick(onAbort);
  else rl.once('close', addAbortListener(signal, onAbort)[SymbolDispose]);
}

function checkOpen(rl) {
  if (rl.closed) throw new ERR_USE_AFTER_CLOSE('readline');
}

const methods = {
  setPrompt(prompt) { this._prompt = prompt; },

  getPrompt() { return this._prompt; },

  prompt(preserveCursor) {
    if (this.paused) this.resume();
    if (this.terminal && process.env.TERM !== 'dumb') {
      if (!preserveCursor) this.cursor = 0;
      this._refreshLine();
    } else {
      this._writeToOutput(this._prompt);
    }
  },

  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this._setRawMode(false);
    this.closed = true;
    this.emit('close');
  },

  pause() {
    checkOpen(this);
    if (this.paused) return undefined;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  },

  resume() {
    checkOpen(this);
    if (!this.paused) return undefined;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  },

  write(data, key) {
    checkOpen(this);
    if (this.paused) this.resume();
    if (this.terminal) this._ttyWrite(data, key);
    else this._normalWrite(data);
  },

  _setRawMode(mode) {
    const { isRaw } = this.input;
    if (typeof this.input.setRawMode === 'function') this.input.setRawMode(mode);
    return isRaw;
  },

  _writeToOutput(text) {
    validateString(text, 'stringToWrite');
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  },

  _ttyWrite: ttyWrite,

  // Bytes that are not from a terminal. A chunk may end between \r and \n.
  _normalWrite(bytes) {
    if (bytes === undefined) return;
    let text = this[kDecoder].write(bytes);
    if (this[kSawReturnAt] && DateNow() - this[kSawReturnAt] <= this.crlfDelay) {
      if (text[0] === '\n') text = StringPrototypeSlice(text, 1);
      this[kSawReturnAt] = 0;
    }
    if (text === '') return;
    const lines = RegExpPrototypeExec(/[\r\u2028\u2029]/, text) !== null ? splitByPattern(LINE_END, text) : StringPrototypeSplit(text, '\n');
    lines[0] = this[kPartial] + lines[0];
    this[kPartial] = ArrayPrototypePop(lines);
    if (lines.length > 0) this[kSawReturnAt] = StringPrototypeEndsWith(text, '\r') ? DateNow() : 0;
    for (let i = 0; i < lines.length; i++) this._onLine(lines[i]);
  },

  _onLine(line) {
    const answer = this[kQuestionCallback];
    if (!answer) {
      this.emit('line', line);
      return;
    }
    this[kQuestionCallback] = null;
    this.setPrompt(this[kOldPrompt]);
    answer(line);
  },

  // One question at a time: another one only shows the prompt again.
  _ask(query, callback) {
    checkOpen(this);
    if (!this[kQuestionCallback]) {
      this[kOldPrompt] = this._prompt;
      this.setPrompt(query);
      this[kQuestionCallback] = callback;
    }
    this.prompt();
  },

  _cancelQuestion() {
    if (!this[kQuestionCallback]) return;
    this[kQuestionCallback] = null;
    this.setPrompt(this[kOldPrompt]);
    this.clearLine();
  },

  [SymbolAsyncIterator]() {
    return this[kLines] ??= EventEmitter.on(this, 'line', {
      close: ['close'], highWaterMark: LINES_AHEAD, [kFirstEventParam]: true,
    });
  },

  [SymbolDispose]() { this.close(); },
};

const managed = (name) => ({
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return this.historyManager[name]; },
  set(value) { this.historyManager[name] = value; },
});

for (let j = 0, items = [Editor.prototype, methods]; j < items.length; j++) {
  const part = items[j];
  const { constructor, ...descriptors } = ObjectGetOwnPropertyDescriptors(part);
  for (let k = 0, all = ReflectOwnKeys(descriptors); k < all.length; k++) {
    const name = all[k];
    ObjectDefineProperty(Interface.prototype, name, { __proto__: null, ...descriptors[name], enumerable: false });
  }
}
ObjectDefineProperties(Interface.prototype, {
  __proto__: null,
  history: managed('history'), historyIndex: managed('index'), historySize: managed('size'),
});

module.exports = { Interface };
