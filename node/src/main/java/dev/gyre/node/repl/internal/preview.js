'use strict';

// While a line is typed: the rest of the only possible completion, in grey behind the cursor, and the value of the line, in
// grey below it. V8 evaluates the line only as far as that has no side effects, for a third of a second at most.

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeTrim,
} = require('internal/primordials');
const { getStringWidth, inspect } = require('internal/util/inspect');
const { clearLine, cursorTo, moveCursor } = require('internal/readline/cursor');
const { commonPrefix } = require('internal/readline/text');
const { REPL_MODE_STRICT } = require('internal/repl/modes');
const { evaluatePurely } = require('internal/repl/pure');

const MAX_WIDTH = 250;

// Only strict code is told of unknown names: sloppy code may be about to assign one.
function errorText(server, error) {
  const isStrict = server.replMode === REPL_MODE_STRICT || ArrayPrototypeIncludes(process.execArgv, '--use-strict');
  return isStrict && error?.name === 'ReferenceError' ? `${error}` : undefined;
}

class Preview {
  #server;
  #completion = null; // the grey text behind the cursor
  #value = null; // the grey text below the line

  constructor(server) { this.#server = server; }

  hide(key) {
    const server = this.#server;
    if (this.#value !== null) {
      const { cursor, end } = this.#place();
      const rows = end.rows - cursor.rows + 1;
      moveCursor(server.output, 0, rows);
      clearLine(server.output);
      moveCursor(server.output, 0, -rows);
      this.#value = null;
    }
    if (this.#completion === null) return;
    const rest = this.#completion;
    this.#completion = null;
    const isTaken = !key.ctrl && !key.meta && (key.name === 'tab' || key.name === 'right') && server.cursor === server.line.length;
    clearLine(server.output, 1);
    if (isTaken) server._insertString(rest);
  }

  // Rows and columns of the cursor and of the end of the line.
  #place() {
    const server = this.#server;
    const shown = server._prompt + server._shown(server.line) + (this.#completion ?? '');
    return { cursor: server.getCursorPos(), end: server._getDisplayPos(shown) };
  }

  show(key) {
    const server = this.#server;
    if (server.closed || server.state.held !== null || !server.isCompletionEnabled || server.line === '') return;
    if (key.name === 'escape' || key.name === 'return' || key.name === 'enter') return;
    const line = StringPrototypeTrim(server.line);
    if (line === '' || StringPrototypeStartsWith(line, '.') || StringPrototypeStartsWith(line, '//')) return;
    if (server.cursor === server.line.length) this.#complete();
    this.#evaluate(line);
  }

  #complete() {
    const server = this.#server;
    server.complete(server.line, (error, answer) => {
      if (error || answer === undefined) return;
      const { 0: completions, 1: typed } = answer;
      const found = ArrayPrototypeFilter(completions, (text) => text !== '');
      if (found.length === 0 || typed === '') return;
      const prefix = commonPrefix(found);
      if (prefix.length <= typed.length || !StringPrototypeStartsWith(prefix, typed)) return;
      const rest = StringPrototypeSlice(prefix, typed.length);
      const column = server.getCursorPos().cols;
      if (column + getStringWidth(rest) >= server.columns) return;
      this.#completion = rest;
      server.output.write(server.useColors ? `\u001b[90m${rest}\u001b[39m` : ` // ${rest}`);
      cursorTo(server.output, column);
    });
  }

  #evaluate(line) {
    const server = this.#server;
    const code = server.bufferedCommand + line + (this.#completion ?? '');
    const found = evaluatePurely(server, code);
    if (found === undefined) return;
    const shown = 'error' in found ? errorText(server, found.error) : this.#textOf(found.value);
    if (shown === undefined || shown === line || shown === 'undefined') return;
    const { cursor, end } = this.#place();
    const rows = end.rows - cursor.rows;
    if (rows > 0) moveCursor(server.output, 0, rows);
    server.output.write(`\n${server.useColors ? `\u001b[90m${shown}\u001b[39m` : `// ${shown}`}`);
    cursorTo(server.output, cursor.cols);
    moveCursor(server.output, 0, -rows - 1);
    this.#value = shown;
  }

  #textOf(value) {
    if (value === undefined) return undefined;
    const { columns } = this.#server;
    const width = columns === Infinity ? MAX_WIDTH : columns < MAX_WIDTH ? columns : MAX_WIDTH;
    const text = inspect(value, { colors: false, depth: 1, breakLength: Infinity, compact: true, maxArrayLength: 10, showProxy: true });
    const at = StringPrototypeIndexOf(text, '\n');
    const line = at === -1 ? text : StringPrototypeSlice(text, 0, at);
    return getStringWidth(line) <= width && at === -1 ? line : `${StringPrototypeSlice(line, 0, width - 4)}...`;
  }
}

module.exports = { Preview };
