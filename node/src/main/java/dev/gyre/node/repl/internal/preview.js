'use strict';

// While a line is typed: the rest of the only possible completion, in grey behind the line, and the value of the line, in
// grey below it. V8 evaluates the line only as far as that has no side effects, for a third of a second at most. Enter, and
// moving beyond the end of the line, take the completion.

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypeMap, FunctionPrototypeBind, MathMin, RegExpPrototypeExec, StringPrototypeReplaceAll,
  StringPrototypeSlice, StringPrototypeToLowerCase, StringPrototypeTrim, itemsOf,
} = require('internal/primordials');
const { getStringWidth, inspect } = require('internal/util/inspect');
const { clearLine, clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');
const { commonPrefix } = require('internal/readline/text');
const { REPL_MODE_STRICT } = require('internal/repl/modes');
const { evaluatePurely } = require('internal/repl/pure');

const MAX_WIDTH = 250;

const isStrict = (server) => server.replMode === REPL_MODE_STRICT ||
  ArrayPrototypeIncludes(ArrayPrototypeMap(process.execArgv, (one) => StringPrototypeReplaceAll(StringPrototypeToLowerCase(one), '_', '-')), '--use-strict');

class Preview {
  #server;
  #completion = null; // the grey text behind the line
  #value = null; // the grey text below the line
  #isShown = false; // whether both belong to what is in the line
  #hasCompletions = false;
  #escaped = null; // a line whose completion the user does not want
  #questions = 0; // a completer may answer late

  constructor(server) {
    this.#server = server;
    const refresh = FunctionPrototypeBind(server._refreshLine, server);
    server._refreshLine = () => {
      this.#value = null; // erased with all that is below the prompt
      this.#completion = null;
      this.#isShown = false;
      refresh();
      this.show({});
    };
    const move = FunctionPrototypeBind(server._moveCursor, server);
    server._moveCursor = (by) => {
      const isBeyond = server.cursor + by > server.line.length;
      move(by);
      if (isBeyond && !this.#isClearing) this.#complete((rest) => server._insertString(rest));
    };
    const clear = FunctionPrototypeBind(server.clearLine, server);
    server.clearLine = () => {
      this.#isClearing = true;
      clear();
      this.#isClearing = false;
    };
  }

  #isClearing = false;

  // Rows and columns of the cursor and of the end of the line, with what follows it.
  #place(rest = '') {
    const server = this.#server;
    return {
      cursor: server.getCursorPos(),
      end: server._getDisplayPos(server.getPrompt() + server._shown(server.line) + rest),
    };
  }

  hide(key) {
    const server = this.#server;
    this.#isShown = false;
    if (this.#value !== null) {
      const { cursor, end } = this.#place();
      const rows = end.rows - cursor.rows + 1;
      moveCursor(server.output, 0, rows);
      clearLine(server.output);
      moveCursor(server.output, 0, -rows);
      this.#value = null;
    }
    if (this.#completion !== null) this.#hideCompletion(key);
    if (this.#escaped !== server.line) this.#escaped = null;
  }

  #hideCompletion(key) {
    const server = this.#server;
    const rest = this.#completion;
    this.#completion = null;
    const { cursor, end } = this.#place();
    const rows = end.rows - cursor.rows;
    cursorTo(server.output, end.cols);
    if (rows > 0) moveCursor(server.output, 0, rows);
    if (this.#place(rest).end.rows === end.rows) clearLine(server.output, 1);
    else clearScreenDown(server.output);
    cursorTo(server.output, cursor.cols);
    if (rows > 0) moveCursor(server.output, 0, -rows);
    if (key.ctrl || key.shift) return;
    if (key.name === 'escape') {
      if (key.meta) this.#escaped ??= server.line;
    } else if ((key.name === 'return' || key.name === 'enter') && !key.meta && this.#escaped !== server.line &&
        server.cursor === server.line.length) {
      server._insertString(rest);
    }
  }

  show(key) {
    const server = this.#server;
    if (this.#isShown || server.closed || server.state.held !== null || !server.isCompletionEnabled || server._isMultiline) return;
    const line = StringPrototypeTrim(server.line);
    if (line === '') return;
    this.#isShown = true;
    this.#hasCompletions = false;
    if (key.name !== 'escape') this.#complete((rest) => this.#showCompletion(rest));
    if (server.bufferedCommand === '') this.#showValue(line);
  }

  // Calls `use` with the text that all completions go on with.
  #complete(use) {
    const server = this.#server;
    const question = ++this.#questions;
    server.complete(server.line, (error, answer) => {
      if (question !== this.#questions || error || answer === undefined) return;
      const { 0: all, 1: typed } = answer;
      if (!all || all.length === 0) return;
      this.#hasCompletions = true;
      const prefix = commonPrefix(ArrayPrototypeFilter(all, (text) => text !== ''));
      if (prefix.length > typed.length) use(StringPrototypeSlice(prefix, typed.length));
    });
  }

  #showCompletion(rest) {
    const server = this.#server;
    this.#completion = rest;
    const { cursor, end } = this.#place();
    if (server.cursor !== server.line.length) {
      cursorTo(server.output, end.cols);
      if (end.rows > cursor.rows) moveCursor(server.output, 0, end.rows - cursor.rows);
    }
    server.output.write(server.useColors ? `\u001b[90m${rest}\u001b[39m` : ` // ${rest}`);
    const last = this.#place(rest).end;
    cursorTo(server.output, cursor.cols);
    moveCursor(server.output, 0, cursor.rows - last.rows + (last.cols === 0 ? 1 : 0));
  }

  #showValue(line) {
    const server = this.#server;
    const rest = this.#completion !== null && server.cursor === server.line.length && this.#escaped !== server.line ? this.#completion : '';
    const found = evaluatePurely(server, line + rest);
    if (found === undefined) return;
    if ('error' in found && found.isReference && (this.#hasCompletions || !isStrict(server))) return;
    const value = 'error' in found ? found.error : found.value;
    if (value === undefined && (!server.useColors || server.ignoreUndefined)) return;
    const text = this.#textOf(value);
    if (text === line) return;
    const { cursor, end } = this.#place();
    const rows = end.rows - cursor.rows;
    if (rows > 0) moveCursor(server.output, 0, rows);
    server.output.write(`\n${server.useColors ? `\u001b[90m${text}\u001b[39m` : `// ${text}`}`);
    cursorTo(server.output, cursor.cols);
    moveCursor(server.output, 0, -rows - 1);
    this.#value = text;
  }

  // One line, as long as fits.
  #textOf(value) {
    const server = this.#server;
    const text = inspect(value, { ...server.writer.options, colors: false, depth: 1, compact: true, breakLength: Infinity });
    let width = MathMin(server.columns, MAX_WIDTH);
    let fits = text;
    if (text.length * 2 >= width && getStringWidth(text) > width) {
      width -= server.useColors ? 4 : 7;
      fits = '';
      for (const char of itemsOf(text)) {
        width -= getStringWidth(char);
        if (width < 0) break;
        fits += char;
      }
      fits += '...';
    }
    return RegExpPrototypeExec(/^[^\r\n\v]*/, fits)[0];
  }
}

module.exports = { Preview };
