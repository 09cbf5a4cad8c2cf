'use strict';

// The lines of a source, and how often they ran. V8 reports ranges of characters; a line has the count of the last range that
// contains all of it. Comments exclude lines:
//
//   /* node:coverage ignore next 2 */   the next line, or so many
//   /* node:coverage disable */         all lines up to `enable`

const { ArrayPrototypeMap, ArrayPrototypePush, MathFloor, NumberParseInt, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice } = require('internal/primordials');

const IGNORE = /\/\* node:coverage ignore next (?<count>\d+ )?\*\//;
const SWITCH = /\/\* node:coverage (?<state>enable|disable) \*\//;
const LINE_END = /\r?\n$/;

class Line {
  isIgnored = false;

  constructor(line, startOffset, text, length = text?.length) {
    const breakLength = text === null ? 0 : RegExpPrototypeExec(LINE_END, text)?.[0].length ?? 0;
    this.line = line;
    this.text = text;
    this.startOffset = startOffset;
    this.endOffset = startOffset + length - breakLength;
    this.count = this.startOffset === this.endOffset ? 1 : 0; // nothing in an empty line can fail to run
  }
}

// With their ends.
function splitLines(source) {
  const texts = [];
  let from = 0;
  while (from < source.length) {
    const end = StringPrototypeIndexOf(source, '\n', from);
    const to = end < 0 ? source.length : end + 1;
    ArrayPrototypePush(texts, StringPrototypeSlice(source, from, to));
    from = to;
  }
  return texts.length === 0 ? [''] : texts;
}

function linesOf(source) {
  let ignoreNext = 0;
  let isOn = true;
  let offset = 0;
  return ArrayPrototypeMap(splitLines(source), (text, i) => {
    const line = new Line(i + 1, offset, text);
    offset += text.length;
    line.isIgnored = ignoreNext > 0 || !isOn;
    if (ignoreNext > 0) ignoreNext--;
    if (!line.isIgnored) {
      const found = RegExpPrototypeExec(IGNORE, text);
      if (found !== null) ignoreNext = NumberParseInt(found.groups.count ?? '1', 10);
    }
    const state = RegExpPrototypeExec(SWITCH, text)?.groups.state;
    if (state !== undefined) {
      ignoreNext = 0;
      isOn = state === 'enable';
    }
    return line;
  });
}

// Lines whose texts are unknown, with one character for the end of each.
function linesOfLengths(lengths) {
  let offset = 0;
  return ArrayPrototypeMap(lengths, (length, i) => {
    const line = new Line(i + 1, offset, null, length + 1);
    offset += length + 1;
    return line;
  });
}

// The index of the line with that character; the end of a line belongs to it.
function indexOfLine(lines, offset) {
  let low = 0;
  let high = lines.length - 1;
  while (low <= high) {
    const middle = MathFloor((low + high) / 2);
    const { startOffset, endOffset } = lines[middle];
    if (offset >= startOffset && offset <= endOffset) return middle;
    if (offset >= endOffset) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Counts the range in the lines that it covers. Returns those that it touches. */
function applyRange({ startOffset, endOffset, count }, lines) {
  const touched = [];
  let ignored = 0;
  for (let i = indexOfLine(lines, startOffset); i >= 0 && i < lines.length && endOffset > lines[i].startOffset; i++) {
    const line = lines[i];
    if (startOffset <= line.startOffset && endOffset >= line.endOffset) line.count = count;
    ArrayPrototypePush(touched, line);
    if (line.isIgnored) ignored++;
  }
  return { touched, areIgnored: ignored === touched.length };
}

module.exports = { linesOf, linesOfLengths, applyRange };
