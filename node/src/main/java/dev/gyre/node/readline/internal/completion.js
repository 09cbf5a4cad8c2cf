'use strict';

// Tab completes the common part; pressed again, it shows all possibilities in columns.

const {
  ArrayPrototypeFilter, ArrayPrototypeForEach, ArrayPrototypeMap, MathFloor, MathMax, ReflectApply,
  StringPrototypeRepeat, StringPrototypeSlice, StringPrototypeStartsWith,
} = require('internal/primordials');
const { getStringWidth, inspect } = require('internal/util/inspect');
const { commonPrefix } = require('internal/readline/text');

const GAP = 2;

// In columns of the width of the widest; an empty text begins a new group.
function inColumns(texts, columns) {
  const widths = ArrayPrototypeMap(texts, (text) => getStringWidth(text));
  const width = ReflectApply(MathMax, undefined, widths) + GAP;
  const fitting = MathFloor(columns / width) || 1;
  const perRow = fitting === Infinity ? 1 : fitting;
  let shown = '\r\n';
  let inRow = 0;
  let padding = 0;
  ArrayPrototypeForEach(texts, (text, i) => {
    if (text === '' || inRow === perRow) {
      shown += '\r\n';
      inRow = 0;
      padding = 0;
    } else {
      shown += StringPrototypeRepeat(' ', padding);
    }
    if (text === '') {
      shown += '\r\n';
    } else {
      shown += text;
      padding = width - widths[i];
      inRow++;
    }
  });
  return inRow === 0 ? shown : `${shown}\r\n\r\n`;
}

function apply(rl, wasTab, { 0: completions, 1: typed }) {
  if (!completions || completions.length === 0) return;
  const prefix = commonPrefix(ArrayPrototypeFilter(completions, (text) => text !== ''));
  if (StringPrototypeStartsWith(prefix, typed) && prefix.length > typed.length) {
    rl._insertString(StringPrototypeSlice(prefix, typed.length));
  } else if (!StringPrototypeStartsWith(typed, prefix)) {
    rl._replace(rl.cursor - typed.length, rl.cursor, prefix);
  } else if (wasTab) {
    rl._beforeEdit();
    rl._writeToOutput(inColumns(completions, rl.columns));
    rl._refreshLine();
  }
}

function fail(rl, error) {
  rl._writeToOutput(`Tab completion error: ${inspect(error)}`);
}

// completer(text, callback)
function completeByCallback(rl, wasTab) {
  rl.pause();
  rl.completer(StringPrototypeSlice(rl.line, 0, rl.cursor), (error, value) => {
    rl.resume();
    if (error) fail(rl, error);
    else apply(rl, wasTab, value);
  });
}

// async completer(text)
async function completeByPromise(rl, wasTab) {
  rl.pause();
  let value;
  try {
    value = await rl.completer(StringPrototypeSlice(rl.line, 0, rl.cursor));
  } catch (error) {
    fail(rl, error);
    return;
  } finally {
    rl.resume();
  }
  apply(rl, wasTab, value);
}

module.exports = { completeByCallback, completeByPromise };
