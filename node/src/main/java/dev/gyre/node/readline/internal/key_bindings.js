'use strict';

// The actions of keys.

const { ArrayPrototypeAt, ArrayPrototypeSlice, DateNow, Symbol, splitByPattern } = require('internal/primordials');
const { AbortError } = require('internal/errors');
const { clearScreenDown, cursorTo } = require('internal/readline/cursor');

const kPreviousKey = Symbol('kPreviousKey');
const kSawReturnAt = Symbol('kSawReturnAt');
const kQuestionReject = Symbol('kQuestionReject');

const UNDO = '\x1f'; // ctrl + _
const REDO = '\x1e'; // ctrl + ^

// The end of a line: \n, \r\n, a \r followed by something else, or one of Unicode's separators.
const LINE_END = /\r?\n|\r(?!\n)|\u2028|\u2029/;

function end(rl, how) {
  rl.close();
  rl[kQuestionReject]?.(new AbortError(`Aborted with ${how}`));
}

function interrupt(rl) {
  if (rl.listenerCount('SIGINT') > 0) rl.emit('SIGINT');
  else end(rl, 'Ctrl+C');
}

function endOrDelete(rl) {
  if (rl.cursor === 0 && rl.line.length === 0) end(rl, 'Ctrl+D');
  else rl._deleteRight();
}

function clearScreen(rl) {
  cursorTo(rl.output, 0, 0);
  clearScreenDown(rl.output);
  rl._refreshLine();
}

// Suspends the process as the terminal would without raw mode, and sets raw mode again when the process continues.
function suspend(rl) {
  if (rl.listenerCount('SIGTSTP') > 0) {
    rl.emit('SIGTSTP');
    return;
  }
  process.once('SIGCONT', () => {
    if (!rl.paused) {
      rl.pause();
      rl.emit('SIGCONT');
    }
    rl._setRawMode(true);
    rl._refreshLine();
  });
  rl._setRawMode(false);
  process.kill(process.pid, 'SIGTSTP');
}

const CTRL_SHIFT = {
  __proto__: null,
  backspace: (rl) => rl._deleteLineLeft(),
  delete: (rl) => rl._deleteLineRight(),
};

const CTRL = {
  __proto__: null,
  a: (rl) => rl._moveCursor(-Infinity),
  b: (rl) => rl._charLeft(),
  backspace: (rl) => rl._deleteWordLeft(),
  c: interrupt,
  d: endOrDelete,
  delete: (rl) => rl._deleteWordRight(),
  e: (rl) => rl._moveCursor(+Infinity),
  f: (rl) => rl._charRight(),
  h: (rl) => rl._deleteLeft(),
  k: (rl) => rl._deleteLineRight(),
  l: clearScreen,
  left: (rl) => rl._wordLeft(),
  n: (rl) => rl._historyNext(),
  p: (rl) => rl._historyPrev(),
  right: (rl) => rl._wordRight(),
  u: (rl) => rl._deleteLineLeft(),
  w: (rl) => rl._deleteWordLeft(),
  y: (rl) => rl._yank(),
  z: suspend,
};

const META = {
  __proto__: null,
  b: (rl) => rl._wordLeft(),
  backspace: (rl) => rl._deleteWordLeft(),
  d: (rl) => rl._deleteWordRight(),
  delete: (rl) => rl._deleteWordRight(),
  f: (rl) => rl._wordRight(),
  y: (rl) => rl._yankPop(),
};

const PLAIN = {
  __proto__: null,
  backspace: (rl) => rl._deleteLeft(),
  delete: (rl) => rl._deleteRight(),
  down: (rl) => rl._lineDown(),
  end: (rl) => rl._moveCursor(+Infinity),
  enter,
  home: (rl) => rl._moveCursor(-Infinity),
  left: (rl) => rl._charLeft(),
  return(rl) {
    rl[kSawReturnAt] = DateNow();
    rl._line();
  },
  right: (rl) => rl._charRight(),
  up: (rl) => rl._lineUp(),
};

// A line feed right after a carriage return belongs to it.
function enter(rl) {
  if (rl[kSawReturnAt] === 0 || DateNow() - rl[kSawReturnAt] > rl.crlfDelay) rl._line();
  rl[kSawReturnAt] = 0;
}

function insert(rl, text) {
  const lines = splitByPattern(LINE_END, text);
  for (let i = 0, list = ArrayPrototypeSlice(lines, 0, -1); i < list.length; i++) {
    const line = list[i];
    rl._insertString(line);
    rl._line();
  }
  rl._insertString(ArrayPrototypeAt(lines, -1));
}

function ttyWrite(text, key) {
  const previousKey = this[kPreviousKey];
  key ||= {};
  this[kPreviousKey] = key;
  const { ctrl, meta, name, shift } = key;
  if (!meta || name !== 'y') this._stopYanking();
  const isUpOrDown = (name === 'up' || name === 'down') && !ctrl && !meta;
  if (!isUpOrDown) this._forgetColumn();
  this._updateSearch(isUpOrDown && !shift);
  if (key.sequence === UNDO) return this._undo();
  if (key.sequence === REDO) return this._redo();
  if (name === 'escape') return undefined;
  if (ctrl) return (shift ? CTRL_SHIFT : CTRL)[name]?.(this);
  if (meta) return META[name]?.(this);
  if (this[kSawReturnAt] && name !== 'enter') this[kSawReturnAt] = 0;
  if (name === 'tab' && typeof this.completer === 'function' && this.isCompletionEnabled) {
    return this._tabComplete(previousKey?.name === 'tab');
  }
  const bound = PLAIN[name];
  if (bound !== undefined) bound(this);
  else if (typeof text === 'string' && text) insert(this, text);
  return undefined;
}

// For terminals that can't move the cursor: the line is only appended to.
function ttyWriteDumb(text, key) {
  const { ctrl, name } = key || {};
  if (name === 'escape') return;
  if (this[kSawReturnAt] && name !== 'enter') this[kSawReturnAt] = 0;
  if (ctrl && name === 'c') {
    if (this.listenerCount('SIGINT') > 0) this.emit('SIGINT');
    else this.close();
  } else if (ctrl && name === 'd') {
    this.close();
  } else if (name === 'return' || name === 'enter') {
    PLAIN[name](this);
  } else if (typeof text === 'string' && text) {
    this.line += text;
    this.cursor += text.length;
    this._writeToOutput(text);
  }
}

module.exports = { LINE_END, kPreviousKey, kQuestionReject, kSawReturnAt, ttyWrite, ttyWriteDumb };
