'use strict';

// Ctrl+R and Ctrl+S: the lines of the history that contain what is typed, newest or oldest first, each once. Any key that is
// no part of the search takes the found line and then acts on it; Escape and Ctrl+C give up.

const {
  SafeSet, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = require('internal/primordials');
const { clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');

const LABELS = { __proto__: null, r: 'bck-i-search: ', s: 'fwd-i-search: ' };

class Search {
  #server;
  #direction; // 'r' or 's'; undefined while nothing is searched
  #text = '';
  #failed = false;
  #at = -1; // index in the history
  #column = -1; // where the found line has the text
  #shown = new SafeSet();
  #before; // line and cursor when it began

  constructor(server) { this.#server = server; }

  // Whether the key belongs to the search.
  take(text, key) {
    if (key.ctrl && (key.name === 'r' || key.name === 's')) {
      this.#begin(key.name);
      return true;
    }
    if (this.#direction === undefined) return false;
    if (key.name === 'backspace' || (key.ctrl && key.name === 'h')) {
      this.#change(StringPrototypeSlice(this.#text, 0, -1));
      return true;
    }
    if (typeof text === 'string' && text !== '' && !key.ctrl && !key.meta && key.name !== 'return' && key.name !== 'enter' &&
        key.name !== 'tab' && key.name !== 'escape') {
      this.#change(this.#text + text);
      return true;
    }
    const isCancelled = key.name === 'escape' || (key.ctrl && (key.name === 'c' || key.name === 'g'));
    this.#end(isCancelled);
    return isCancelled;
  }

  #begin(direction) {
    const isNew = this.#direction === undefined;
    if (isNew) {
      this.#before = { line: this.#server.line, cursor: this.#server.cursor };
      this.#text = '';
      this.#at = -1;
      this.#shown = new SafeSet();
    }
    const turned = !isNew && this.#direction !== direction;
    this.#direction = direction;
    if (turned) this.#shown = new SafeSet();
    if (this.#text !== '') this.#next();
    this.#draw();
  }

  #change(text) {
    this.#text = text;
    this.#at = -1;
    this.#column = -1;
    this.#shown = new SafeSet();
    this.#failed = false;
    if (text !== '') this.#next();
    else this.#server._setLine(this.#before.line, this.#before.cursor);
    this.#draw();
  }

  #next() {
    const { history } = this.#server;
    const step = this.#direction === 'r' ? 1 : -1;
    let index = this.#at === -1 && step === -1 ? history.length - 1 : this.#at + step;
    for (; index >= 0 && index < history.length; index += step) {
      const line = history[index];
      const column = this.#direction === 'r' ? StringPrototypeLastIndexOf(line, this.#text) : StringPrototypeIndexOf(line, this.#text);
      if (column === -1 || this.#shown.has(line)) continue;
      this.#shown.add(line);
      this.#at = index;
      this.#column = column;
      this.#failed = false;
      this.#server._setLine(line, column);
      return;
    }
    this.#failed = true;
  }

  #draw() {
    const server = this.#server;
    server._refreshLine();
    const pos = server.getCursorPos();
    const end = server._getDisplayPos(server._prompt + server._shown(server.line));
    const down = end.rows - pos.rows;
    if (down > 0) moveCursor(server.output, 0, down);
    server.output.write(`\n${this.#failed ? 'failed-' : ''}${LABELS[this.#direction]}${this.#text}_`);
    cursorTo(server.output, pos.cols);
    moveCursor(server.output, 0, -down - 1);
  }

  #end(isCancelled) {
    const server = this.#server;
    this.#direction = undefined;
    moveCursor(server.output, 0, 1);
    cursorTo(server.output, 0);
    clearScreenDown(server.output);
    moveCursor(server.output, 0, -1);
    if (isCancelled) server._setLine(this.#before.line, this.#before.cursor);
    else if (this.#column !== -1 && !this.#failed) server._setLine(server.line, server.line.length);
    server._refreshLine();
  }
}

module.exports = { Search };
