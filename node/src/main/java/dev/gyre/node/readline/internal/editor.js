'use strict';

// Editing a line on a terminal: `line`, `cursor` and their display. A part of Interface; its methods have the names that old
// programs know and replace.

const {
  ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeUnshift, MathCeil, MathMax, MathMin,
  StringPrototypeIncludes, StringPrototypeLastIndexOf, StringPrototypeIndexOf, StringPrototypeReplaceAll, StringPrototypeSlice, Symbol, itemsOf,
} = require('internal/primordials');
const { getStringWidth, stripVTControlCharacters } = require('internal/util/inspect');
const { clearScreenDown, cursorTo, moveCursor } = require('internal/readline/cursor');
const { kSawKeyPress } = require('internal/readline/keypress');
const { lengthLeft, lengthRight, wordLeft, wordRight, wordRightForDelete } = require('internal/readline/text');

const MAX_UNDO = 2048;
const MAX_KILLED = 32;
const MORE = '| '; // in front of all lines but the first

const kUndo = Symbol('kUndo');
const kRedo = Symbol('kRedo');
const kKilled = Symbol('kKilled'); // deleted texts, newest first
const kKilledAt = Symbol('kKilledAt');
const kYanking = Symbol('kYanking');
const kSearch = Symbol('kSearch'); // the prefix that lines of the history must have, or null
const kColumn = Symbol('kColumn'); // where the cursor was before it went through shorter lines, or -1
const kComplete = Symbol('kComplete'); // line and cursor when Enter was pressed

class Editor {
  _startEditing() {
    this[kUndo] = [];
    this[kRedo] = [];
    this[kKilled] = [];
    this[kKilledAt] = 0;
    this[kYanking] = false;
    this[kSearch] = null;
    this[kColumn] = -1;
  }

  // ---- the screen

  get columns() { return this.output?.columns || Infinity; }

  // The position of the text's end, if it begins at the left edge.
  _getDisplayPos(text) {
    const { columns } = this;
    let offset = 0;
    let rows = 0;
    for (const char of itemsOf(stripVTControlCharacters(text))) {
      if (char === '\n') {
        rows += MathCeil(offset / columns) || 1;
        offset = 0;
      } else if (char === '\t') {
        offset += this.tabSize - (offset % this.tabSize);
      } else {
        const width = getStringWidth(char, false);
        if (width === 2 && (offset + 1) % columns === 0) offset++; // does not fit into the last column
        offset += width;
      }
    }
    const cols = offset % columns;
    return { cols, rows: rows + (offset - cols) / columns };
  }

  // What is seen of the line, or of its beginning. An entry may have several lines.
  _shown(text) { return StringPrototypeReplaceAll(text, '\n', `\n${MORE}`); }

  // Whether the newest input was one key, and no pasted text.
  get _isTyped() { return this[kSawKeyPress]; }

  get _isMultiline() { return StringPrototypeIncludes(this.line, '\n'); }

  getCursorPos() { return this._getDisplayPos(this._prompt + this._shown(StringPrototypeSlice(this.line, 0, this.cursor))); }

  _getCursorPos() { return this.getCursorPos(); }

  // Redraws prompt and line.
  _refreshLine() {
    const shown = this._prompt + this._shown(this.line);
    const end = this._getDisplayPos(shown);
    const cursor = this.getCursorPos();
    if (this.prevRows > 0) moveCursor(this.output, 0, -this.prevRows);
    cursorTo(this.output, 0);
    clearScreenDown(this.output);
    this._writeToOutput(shown);
    if (end.cols === 0) this._writeToOutput(' '); // makes the terminal begin the next line
    cursorTo(this.output, cursor.cols);
    if (end.rows > cursor.rows) moveCursor(this.output, 0, cursor.rows - end.rows);
    this.prevRows = cursor.rows;
  }

  _moveCursor(by) {
    if (by === 0) return;
    const before = this.getCursorPos();
    this.cursor = MathMin(MathMax(0, this.cursor + by), this.line.length);
    const after = this.getCursorPos();
    if (before.rows === after.rows) moveCursor(this.output, after.cols - before.cols, 0);
    else this._refreshLine();
  }

  clearLine() {
    this._moveCursor(+Infinity);
    this._writeToOutput('\r\n');
    this._setLine('', 0);
    this.prevRows = 0;
  }

  // ---- changes

  _setLine(line, cursor) {
    this.line = line;
    this.cursor = cursor;
  }

  _beforeEdit() {
    ArrayPrototypePush(this[kUndo], { line: this.line, cursor: this.cursor });
    if (this[kUndo].length > MAX_UNDO) ArrayPrototypeShift(this[kUndo]);
  }

  // Replaces the text between two positions.
  _replace(from, to, text) {
    this._setLine(StringPrototypeSlice(this.line, 0, from) + text + StringPrototypeSlice(this.line, to), from + text.length);
    this._refreshLine();
  }

  _insertString(text) {
    this._beforeEdit();
    const { cursor, line } = this;
    if (this.isCompletionEnabled && cursor < line.length) {
      this._replace(cursor, cursor, text);
      return;
    }
    const before = this.isCompletionEnabled ? this.getCursorPos() : undefined;
    this._setLine(StringPrototypeSlice(line, 0, cursor) + text + StringPrototypeSlice(line, cursor), cursor + text.length);
    // In the middle of a paste, the terminal wraps the line itself.
    if (before !== undefined && before.rows < this.getCursorPos().rows) this._refreshLine();
    else this._writeToOutput(text);
  }

  _delete(from, to) {
    if (from === to) return;
    this._beforeEdit();
    this._replace(from, to, '');
  }

  _deleteLeft() { this._delete(this.cursor - lengthLeft(this.line, this.cursor), this.cursor); }

  _deleteRight() {
    if (this.cursor < this.line.length) this._delete(this.cursor, this.cursor + lengthRight(this.line, this.cursor));
  }

  _deleteWordLeft() { this._delete(this.cursor - wordLeft(this.line, this.cursor), this.cursor); }

  _deleteWordRight() {
    if (this.cursor < this.line.length) {
      this._delete(this.cursor, this.cursor + wordRightForDelete(this.line, this.cursor));
    }
  }

  _wordLeft() { this._moveCursor(-wordLeft(this.line, this.cursor)); }

  _wordRight() {
    if (this.cursor < this.line.length) this._moveCursor(wordRight(this.line, this.cursor));
  }

  _charLeft() { this._moveCursor(-lengthLeft(this.line, this.cursor)); }

  _charRight() { this._moveCursor(lengthRight(this.line, this.cursor)); }

  // ---- kill and yank

  _kill(from, to) {
    this._beforeEdit();
    const text = StringPrototypeSlice(this.line, from, to);
    const killed = this[kKilled];
    if (text !== '' && text !== killed[0]) {
      ArrayPrototypeUnshift(killed, text);
      this[kKilledAt] = 0;
      if (killed.length > MAX_KILLED) ArrayPrototypePop(killed);
    }
    this._replace(from, to, '');
  }

  _deleteLineLeft() { this._kill(0, this.cursor); }

  _deleteLineRight() { this._kill(this.cursor, this.line.length); }

  _yank() {
    if (this[kKilled].length === 0) return;
    this[kYanking] = true;
    this._insertString(this[kKilled][this[kKilledAt]]);
  }

  // Replaces the yanked text by the one that was deleted before it.
  _yankPop() {
    const killed = this[kKilled];
    if (!this[kYanking] || killed.length < 2) return;
    const { length } = killed[this[kKilledAt]];
    this[kKilledAt] = (this[kKilledAt] + 1) % killed.length;
    this._replace(this.cursor - length, this.cursor, killed[this[kKilledAt]]);
  }

  _undo() { travel(this, this[kUndo], this[kRedo]); }

  _redo() { travel(this, this[kRedo], this[kUndo]); }

  // ---- lines of one entry

  // Up and down go through the lines of the entry, and beyond them through the history.
  _lineUp() {
    const start = StringPrototypeLastIndexOf(StringPrototypeSlice(this.line, 0, this.cursor), '\n');
    if (start === -1) {
      this[kColumn] = -1;
      this._historyPrev();
      return;
    }
    const above = StringPrototypeLastIndexOf(StringPrototypeSlice(this.line, 0, start), '\n') + 1;
    this._toColumn(this.cursor - start - 1, above, start);
  }

  _lineDown() {
    const end = StringPrototypeIndexOf(this.line, '\n', this.cursor);
    if (end === -1) {
      this[kColumn] = -1;
      this._historyNext();
      return;
    }
    const start = StringPrototypeLastIndexOf(StringPrototypeSlice(this.line, 0, this.cursor), '\n') + 1;
    const below = StringPrototypeIndexOf(this.line, '\n', end + 1);
    this._toColumn(this.cursor - start, end + 1, below === -1 ? this.line.length : below);
  }

  // To the column in the line between two positions, or to its end; a longer line gets the column back.
  _toColumn(column, start, end) {
    const wanted = this[kColumn] === -1 ? column : this[kColumn];
    this[kColumn] = wanted > end - start ? wanted : -1;
    this._moveCursor(MathMin(start + wanted, end) - this.cursor);
  }

  _forgetColumn() { this[kColumn] = -1; }

  // What was entered is not complete: the entry goes on where Enter was pressed, and the screen as if it had not been.
  _continueLine() {
    const { line, cursor } = this[kComplete];
    const drawn = this._getDisplayPos(this._prompt + this._shown(line)).rows + 1;
    this._setLine(`${StringPrototypeSlice(line, 0, cursor)}\n${StringPrototypeSlice(line, cursor)}`, cursor + 1);
    this.prevRows = drawn;
    if (cursor === line.length) this._writeToOutput(MORE);
    else this._refreshLine();
  }

  // ---- history

  _historyPrev() { this._recall(this.historyManager.previous(this[kSearch] ?? '')); }

  _historyNext() { this._recall(this.historyManager.next(this[kSearch] ?? '')); }

  _recall(line) {
    if (line === undefined) return;
    this._beforeEdit();
    this._setLine(line, line.length);
    this._refreshLine();
  }

  // Up and down after some text select only lines that begin with it.
  _updateSearch(isUpOrDown) {
    if (isUpOrDown) {
      if (!this._isMultiline) this[kSearch] ??= StringPrototypeSlice(this.line, 0, this.cursor);
    } else if (this[kSearch] !== null) {
      this[kSearch] = null;
      if (this.history.length === this.historyIndex) this.historyIndex = -1;
    }
  }

  _stopYanking() { this[kYanking] = false; }

  // The line is complete.
  _line() {
    const { cursor } = this;
    const line = this._addHistory();
    this[kComplete] = { line: this.line, cursor };
    this[kUndo] = [];
    this[kRedo] = [];
    this.clearLine();
    this._onLine(line);
  }

  _addHistory() { return this.historyManager.add(); }
}

function travel(editor, from, to) {
  if (from.length === 0) return;
  ArrayPrototypePush(to, { line: editor.line, cursor: editor.cursor });
  const { line, cursor } = ArrayPrototypePop(from);
  editor._setLine(line, cursor);
  editor._refreshLine();
}

module.exports = { Editor };
