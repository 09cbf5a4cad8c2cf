'use strict';

// The lines entered before, newest first, and the user's position in them: -1 is the line being typed, the length is beyond
// the oldest. An entry of several lines is kept as it stands in the REPL's file: newest line first, with \r between them.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypeShift, ArrayPrototypeUnshift, StringPrototypeIncludes,
  StringPrototypeStartsWith, StringPrototypeTrim, removeAt,
} = require('internal/primordials');
const { validateArray, validateNumber } = require('internal/validators');
const { entryFrom, linesOf } = require('internal/readline/text');

const DEFAULT_SIZE = 30;

class History {
  index = -1;
  isNewestWrong = false; // the next entry corrects it, and takes its place
  isNewestBegun = false; // the owner's line goes on with it
  #owner;
  #removeDuplicates;

  constructor(owner, { history, size, removeHistoryDuplicates = false } = {}) {
    if (history !== undefined) validateArray(history, 'history');
    if (size !== undefined) validateNumber(size, 'historySize', 0);
    this.#owner = owner;
    this.#removeDuplicates = removeHistoryDuplicates;
    this.size = size ?? DEFAULT_SIZE;
    this.history = history ?? [];
  }

  // Adds the owner's line, unless it is empty; returns it. Listeners of 'history' may remove a secret.
  add() {
    const { line } = this.#owner;
    if (this.size === 0 || StringPrototypeTrim(line) === '') return line;
    const { history } = this;
    // An entry that goes on is there already, without its last line.
    const isBegun = this.isNewestBegun && this.index === -1 && StringPrototypeIncludes(line, '\n');
    if (this.isNewestWrong || isBegun) ArrayPrototypeShift(history);
    this.isNewestBegun = false;
    const entry = entryFrom(line);
    if (history[0] !== entry) {
      const known = this.#removeDuplicates ? ArrayPrototypeIndexOf(history, entry) : -1;
      if (known >= 0) removeAt(history, known);
      ArrayPrototypeUnshift(history, entry);
      if (history.length > this.size) ArrayPrototypePop(history);
    }
    this.index = -1;
    this.#owner.emit('history', this.history);
    return line;
  }

  // The next line that starts with `search` and is not shown already; `search` itself beyond either end, undefined if there
  // is none.
  previous(search) { return this.#move(1, search); }

  next(search) { return this.#move(-1, search); }

  #move(step, search) {
    const { history } = this;
    const end = step > 0 ? history.length : -1;
    if (history.length === 0 || this.index === end) return undefined;
    const line = entryFrom(this.#owner.line);
    let index = this.index + step;
    while (index !== end && (!StringPrototypeStartsWith(history[index], search) || history[index] === line)) index += step;
    this.index = index;
    return index === end ? search : linesOf(history[index]);
  }
}

module.exports = { History };
