'use strict';

// Ctrl+R and Ctrl+S: the places in the history that have what is typed, newest or oldest first; the same key again goes on to
// the next place. Any key that is no part of the search takes the found entry and then acts on it; Escape and Ctrl+C give up.
// The entry is shown in place of the line, which stays what it was until then.

const {
  FunctionPrototypeCall, SafeSet, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = require('internal/primordials');
const { Interface } = require('readline');
const { linesOf } = require('internal/readline/text');
const { clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');

const LABELS = { __proto__: null, r: 'bck-i-search: ', s: 'fwd-i-search: ' };

class Search {
  #server;
  #direction; // 'r' or 's'; undefined while nothing is searched
  #text = '';
  #at = -1; // index in the history
  #column = -1; // where to look on in the entry; -1: from its end or its beginning
  #done = new SafeSet(); // entries that have no further place
  #found; // { at, column, entry }
  #rows = 0; // of the screen, between the prompt and the cursor

  constructor(server) { this.#server = server; }

  // Whether the key belongs to the search.
  take(text, key) {
    if (key.ctrl && (key.name === 'r' || key.name === 's')) {
      this.#turn(key.name);
      return true;
    }
    if (this.#direction === undefined) return false;
    if (key.name === 'backspace' || (key.ctrl && (key.name === 'h' || key.name === 'w'))) {
      this.#change(StringPrototypeSlice(this.#text, 0, -1));
      return true;
    }
    if (key.name === 'escape' || (key.ctrl && key.name === 'c')) {
      this.#end(undefined);
      return true;
    }
    if (key.ctrl || key.meta || key.name === 'return' || key.name === 'enter' || typeof text !== 'string' || text === '') {
      this.#end(this.#found);
      return false;
    }
    this.#change(this.#text + text);
    return true;
  }

  #turn(direction) {
    if (this.#direction === undefined) {
      this.#direction = direction;
      this.#rows = this.#server.getCursorPos().rows;
      this.#restart('');
      this.#draw();
      return;
    }
    if (this.#direction !== direction) {
      this.#direction = direction;
      this.#done.clear();
    }
    this.#next();
  }

  #change(text) {
    this.#restart(text);
    this.#next();
  }

  #restart(text) {
    this.#text = text;
    this.#found = undefined;
    this.#at = this.#server.historyIndex;
    this.#column = -1;
    this.#done.clear();
  }

  #next() {
    this.#found = undefined;
    if (this.#text !== '') this.#search();
    this.#draw();
  }

  #search() {
    const { history } = this.#server;
    const isBack = this.#direction === 'r';
    if (isBack && this.#at < 0) this.#at = 0;
    if (!isBack && this.#at >= history.length) this.#at = history.length - 1;
    while (this.#at >= 0 && this.#at < history.length) {
      const entry = history[this.#at];
      if (this.#done.has(entry)) {
        this.#at += isBack ? 1 : -1;
        continue;
      }
      const column = placeIn(entry, this.#text, this.#column, isBack);
      const isLast = column === -1 || (isBack ? column === 0 : entry.length === column + this.#text.length);
      if (column !== -1) this.#found = { at: this.#at, column, entry };
      this.#column = column;
      if (isLast) {
        this.#done.add(entry);
        this.#at += isBack ? 1 : -1;
        this.#column = -1;
      }
      if (column !== -1) return;
    }
  }

  // Where the prompt is, the cursor goes; what is below is erased.
  #toPrompt() {
    const { output } = this.#server;
    if (this.#rows > 0) moveCursor(output, 0, -this.#rows);
    cursorTo(output, 0);
    clearScreenDown(output);
  }

  #draw() {
    const server = this.#server;
    const found = this.#found;
    const prompt = server.getPrompt();
    const entry = found === undefined ? server.line : found.entry;
    const column = found === undefined ? server.cursor : found.column;
    const label = `${this.#text !== '' && found === undefined ? 'failed-' : ''}${LABELS[this.#direction]}${this.#text}_`;
    this.#toPrompt();
    server.output.write(`${prompt}${found === undefined || !server.useColors ? server._shown(entry) : this.#marked(found)}\n${label}`);
    const cursor = server._getDisplayPos(prompt + server._shown(StringPrototypeSlice(entry, 0, column)));
    const end = server._getDisplayPos(prompt + server._shown(entry));
    const below = server._getDisplayPos(label);
    moveCursor(server.output, 0, -1 - (below.rows - (below.cols === 0 ? 1 : 0)) - (end.rows - cursor.rows));
    cursorTo(server.output, cursor.cols);
    this.#rows = cursor.rows;
  }

  // The entry with the place underlined.
  #marked({ entry, column }) {
    const end = column + this.#text.length;
    return `${StringPrototypeSlice(entry, 0, column)}\u001b[4m${this.#text}\u001b[24m${StringPrototypeSlice(entry, end)}`;
  }

  #end(found) {
    const server = this.#server;
    this.#toPrompt();
    this.#direction = undefined;
    if (found !== undefined) {
      server._setLine(linesOf(found.entry), found.column);
      server.historyIndex = found.at;
    }
    server.prevRows = 0;
    FunctionPrototypeCall(Interface.prototype._refreshLine, server); // without a preview
  }
}

function placeIn(entry, text, column, isBack) {
  if (!isBack) return StringPrototypeIndexOf(entry, text, column + 1);
  if (column === 0) return -1;
  return StringPrototypeLastIndexOf(entry, text, (column === -1 ? entry.length : column) - 1);
}

module.exports = { Search };
