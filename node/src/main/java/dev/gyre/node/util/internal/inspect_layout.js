'use strict';

// How the parts of an object become lines: on one line if that is short and shallow enough, otherwise one part per line; and
// the elements of longer arrays in columns.

const {
  ArrayFrom, ArrayPrototypeForEach, ArrayPrototypePush, ArrayPrototypeSome, MathFloor, MathMax, MathMin, MathRound,
  MathSqrt, StringPrototypeIncludes, StringPrototypePadEnd, StringPrototypePadStart, StringPrototypeRepeat,
  replacePattern,
} = require('internal/primordials');
const { join } = require('internal/util');
const { getStringWidth } = require('internal/util/string_width');

const kObjectType = 0;
const kArrayType = 1;
const kArrayExtrasType = 2;

const colorCode = /\u001b\[\d\d?m/g;

// ---- columns

// A comma and a space after each entry.
const separatorWidth = 2;
// The ratio of height to width of a character: with it, the block of columns is about square.
const heightOfCharacter = 2.5;
const mostColumns = 15;

function countColumns(ctx, count, shownCount, totalWidth, widest) {
  const bias = MathSqrt(widest - totalWidth / count);
  const biasedWidth = MathMax(widest - 3 - bias, 1);
  return MathMin(
    MathRound(MathSqrt(heightOfCharacter * biasedWidth * shownCount) / biasedWidth),
    MathFloor((ctx.breakLength - ctx.indentation) / widest),
    ctx.compact * 4,
    mostColumns,
  );
}

// Numbers are aligned to the right.
function isNumeric(value, count) {
  for (let i = 0; value !== undefined && i < count; i++) {
    if (typeof value[i] !== 'number' && typeof value[i] !== 'bigint') return false;
  }
  return true;
}

// Puts `output` in columns, or leaves it unchanged if that would look bad: an entry too wide for three of them in a line, or
// much wider than the others.
function groupInColumns(ctx, output, value) {
  const hasMoreItemsLine = ctx.maxArrayLength < output.length;
  const shownCount = hasMoreItemsLine ? output.length - 1 : output.length;
  const widths = [];
  let totalWidth = 0;
  let widest = 0;
  for (let i = 0; i < shownCount; i++) {
    const width = getStringWidth(output[i], ctx.colors);
    ArrayPrototypePush(widths, width);
    totalWidth += width + separatorWidth;
    if (width > widest) widest = width;
  }
  const cell = widest + separatorWidth;
  if (cell * 3 + ctx.indentation >= ctx.breakLength || (totalWidth / cell <= 5 && widest > 6)) return output;
  const columns = countColumns(ctx, output.length, shownCount, totalWidth, cell);
  if (columns <= 1) return output;

  const cells = ArrayFrom({ __proto__: null, length: columns }, () => 0);
  ArrayPrototypeForEach(widths, (width, i) => { cells[i % columns] = MathMax(cells[i % columns], width + separatorWidth); });
  const alignRight = isNumeric(value, output.length);
  const lines = [];
  for (let row = 0; row < shownCount; row += columns) {
    const last = MathMin(row + columns, shownCount) - 1;
    let line = '';
    for (let i = row; i <= last; i++) {
      // Colour codes have length but no width.
      const padded = cells[i - row] + output[i].length - widths[i];
      if (i < last) line += alignRight ? StringPrototypePadStart(`${output[i]}, `, padded) : StringPrototypePadEnd(`${output[i]}, `, padded);
      else line += alignRight ? StringPrototypePadStart(output[i], padded - separatorWidth) : output[i];
    }
    ArrayPrototypePush(lines, line);
  }
  if (hasMoreItemsLine) ArrayPrototypePush(lines, output[shownCount]);
  return lines;
}

// ---- lines

function fitsOnLine(ctx, output, start, base) {
  if (StringPrototypeIncludes(base, '\n')) return false;
  if (ctx.breakLength === Infinity) return !ArrayPrototypeSome(output, (part) => StringPrototypeIncludes(part, '\n'));
  let length = output.length + start;
  if (length + output.length > ctx.breakLength) return false;
  for (let i = 0; i < output.length; i++) {
    const part = output[i];
    length += ctx.colors ? replacePattern(colorCode, part, '').length : part.length;
    if (length > ctx.breakLength) return false;
  }
  return true;
}

// compact: true puts as much on a line as fits.
function joinDense(ctx, output, base, braces) {
  const { 0: open, 1: close } = braces;
  if (fitsOnLine(ctx, output, 0, base)) return `${open}${base ? ` ${base}` : ''} ${join(output, ', ')} ${close}`;
  const indent = `\n${StringPrototypeRepeat(' ', ctx.indentation)}  `;
  // After a longer opening the parts would not be aligned: they start on the next line.
  const gap = base === '' && open.length === 1 ? ' ' : `${base ? ` ${base}` : ''}${indent}`;
  return `${open}${gap}${join(output, `,${indent}`)} ${close}`;
}

// `depth` is the object's own depth, `ctx.currentDepth` that of its innermost part so far: `compact` inner levels may share
// a line.
function joinParts(ctx, output, base, braces, type, depth, value) {
  if (ctx.compact === true) return joinDense(ctx, output, base, braces);
  const { 0: open, 1: close } = braces;
  const head = `${base ? `${base} ` : ''}${open}`;
  let parts = output;
  if (typeof ctx.compact === 'number' && ctx.compact >= 1) {
    if (type === kArrayExtrasType && output.length > 6) parts = groupInColumns(ctx, output, value);
    if (parts === output && ctx.currentDepth - depth < ctx.compact) {
      const start = output.length + ctx.indentation + open.length + base.length + 10;
      if (fitsOnLine(ctx, output, start, base)) {
        const joined = join(output, ', ');
        if (!StringPrototypeIncludes(joined, '\n')) return `${head} ${joined} ${close}`;
      }
    }
  }
  const indent = `\n${StringPrototypeRepeat(' ', ctx.indentation)}`;
  return `${head}${indent}  ${join(parts, `,${indent}  `)}${indent}${close}`;
}

module.exports = { joinParts, kArrayExtrasType, kArrayType, kObjectType };
