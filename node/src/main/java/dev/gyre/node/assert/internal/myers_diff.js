'use strict';

// The shortest edit script between two lists, by the greedy algorithm of Myers (1986).
//
// Round d finds how far d edits reach on each of the diagonals x - y = -d, -d + 2, ..., d, and stores only that:
// `rounds[d][i]` is the x reached on diagonal 2i - d. Its two neighbours in the round before are therefore at i - 1 (one
// more of `actual`) and i (one more of `expected`). Walking the rounds back from the end gives the script. Time O((N + M)
// D), memory O(D²).

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeReverse, ArrayPrototypeSlice, Int32Array,
  StringPrototypeEndsWith, StringPrototypeTrimEnd,
} = require('internal/primordials');
const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
const colors = require('internal/util/colors');

const DELETE = -1, KEEP = 0, INSERT = 1;
const SHOWN_LINES = 5;

/** Edits in order of the lists, as [operation, value]: INSERT is only in `actual`, DELETE only in `expected`. */
function myersDiff(actual, expected, ignoreTrailingCommas = false) {
  const total = actual.length + expected.length;
  if (total > 2 ** 31 - 1) throw new ERR_OUT_OF_RANGE('myersDiff input size', '< 2^31', total);

  const isSame = ignoreTrailingCommas ?
    (a, b) => a === b || `${a},` === b || a === `${b},` :
    (a, b) => a === b;
  const rounds = [];

  for (let edits = 0; ; edits++) {
    const before = rounds[edits - 1], reached = new Int32Array(edits + 1);
    ArrayPrototypePush(rounds, reached);
    for (let i = 0; i <= edits; i++) {
      let x = 0;
      if (edits > 0) x = takesExpected(before, i) ? before[i] : before[i - 1] + 1;
      let y = x - (2 * i - edits);
      while (x < actual.length && y < expected.length && isSame(actual[x], expected[y])) {
        x++;
        y++;
      }
      reached[i] = x;
      if (x >= actual.length && y >= expected.length) return script(rounds, actual, expected, ignoreTrailingCommas);
    }
  }
}

const takesExpected = (before, i) => i === 0 || (i < before.length && before[i - 1] < before[i]);

function script(rounds, actual, expected, ignoreTrailingCommas) {
  const script = [];
  let x = actual.length, y = expected.length;
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    let startX = 0, startY = 0;
    if (edits > 0) {
      const before = rounds[edits - 1];
      const i = (x - y + edits) / 2;
      const from = takesExpected(before, i) ? i : i - 1;
      startX = before[from];
      startY = startX - (2 * from - (edits - 1));
    }
    while (x > startX && y > startY) {
      x--;
      y--;
      ArrayPrototypePush(script, [KEEP, ignoreTrailingCommas && !StringPrototypeEndsWith(actual[x], ',') ? expected[y] : actual[x]]);
    }
    if (edits > 0) ArrayPrototypePush(script, x > startX ? [INSERT, actual[--x]] : [DELETE, expected[--y]]);
  }
  return ArrayPrototypeReverse(script);
}

// ---- print

/** Characters in a row, the differing ones coloured. */
function printCharacters(edits) {
  const colorOf = { [INSERT]: colors.green, [DELETE]: colors.red, [KEEP]: colors.white };
  return `\n${ArrayPrototypeJoin(ArrayPrototypeMap(edits, ({ 0: operation, 1: value }) => `${colorOf[operation]}${value}${colors.white}`), '')}`;
}

/** Lines with + and -; of a long run of equal lines only the ends are shown. */
function printLines(edits, operator) {
  let text = '', skipped = false;
  const line = (value) => `${colors.white}  ${value}\n`;
  const inserted = operator === 'partialDeepStrictEqual' ?
    (value) => `${colors.gray}${colors.hasColors ? ' ' : '+'} ${value}${colors.white}\n` :
    (value) => `${colors.green}+${colors.white} ${value}\n`;

  for (let i = 0; i < edits.length; i++) {
    const { 0: operation, 1: value } = edits[i];
    if (operation === INSERT) {
      text += inserted(value);
    } else if (operation === DELETE) {
      text += `${colors.red}-${colors.white} ${value}\n`;
    } else {
      let end = i;
      while (end < edits.length && edits[end][0] === KEEP) end++;
      const run = ArrayPrototypeMap(ArrayPrototypeSlice(edits, i, end), (edit) => edit[1]);
      text += ArrayPrototypeJoin(ArrayPrototypeMap(ArrayPrototypeSlice(run, 0, SHOWN_LINES), line), '');
      if (end < edits.length) {
        // Three dots are only used for more than one line.
        const hides = run.length > SHOWN_LINES + 2;
        if (hides) text += `${colors.blue}...${colors.white}\n`;
        text += ArrayPrototypeJoin(ArrayPrototypeMap(ArrayPrototypeSlice(run, hides ? -1 : SHOWN_LINES), line), '');
        skipped ||= hides;
      }
      i = end - 1;
    }
  }
  return { message: `\n${StringPrototypeTrimEnd(text)}`, skipped };
}

module.exports = { myersDiff, printLines, printCharacters };
