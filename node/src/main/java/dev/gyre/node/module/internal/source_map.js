'use strict';

// SourceMap: a map of version 3, from positions in a generated file to positions in its sources.

const {
  ArrayFrom, ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort, ObjectEntries, SafeMap,
  StringPrototypeEndsWith, copyList,
} = require('internal/primordials');
const { validateObject } = require('internal/validators');

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new SafeMap(ArrayFrom(DIGITS, (digit, value) => [digit, value]));
const CONTINUED = 32;

class Mappings {
  #text;
  #at = 0;

  constructor(text) { this.#text = text; }

  get more() { return this.#at < this.#text.length; }

  peek() { return this.#text[this.#at]; }

  skip() { this.#at++; }

  // Base64 VLQ: six bits per digit, lowest first; the lowest bit of all is the sign.
  number() {
    let result = 0;
    let shift = 0;
    for (;;) {
      const digit = valueOf.get(this.#text[this.#at++]);
      if (digit === undefined) return NaN;
      result += (digit & (CONTINUED - 1)) << shift;
      shift += 5;
      if ((digit & CONTINUED) === 0) break;
    }
    if (result === 1) return -(2 ** 31); // the encoding uses -0 for it
    return result & 1 ? -(result >>> 1) : result >>> 1;
  }
}

const isEnd = (character) => character === ',' || character === ';' || character === undefined;

// [line, column, source, original line, original column, name] in the generated order
function parse({ mappings = '', sources = [], names = [], sourceRoot }, line, column, places) {
  const root = sourceRoot && !StringPrototypeEndsWith(sourceRoot, '/') ? `${sourceRoot}/` : sourceRoot ?? '';
  const text = new Mappings(mappings);
  let source = 0;
  let originalLine = 0;
  let originalColumn = 0;
  let name = 0;
  const startColumn = column;
  column = startColumn;
  while (text.more) {
    const next = text.peek();
    if (next === ',') {
      text.skip();
      continue;
    }
    if (next === ';') {
      text.skip();
      line++;
      column = 0;
      continue;
    }
    column += text.number();
    if (isEnd(text.peek())) {
      ArrayPrototypePush(places, [line, column]);
      continue;
    }
    source += text.number();
    originalLine += text.number();
    originalColumn += text.number();
    let symbol;
    if (!isEnd(text.peek())) symbol = names[name += text.number()];
    ArrayPrototypePush(places, [line, column, root + sources[source], originalLine, originalColumn, symbol]);
  }
}

function copyOf(payload) {
  validateObject(payload, 'payload');
  const copy = { ...payload };
  for (let i = 0, list = ObjectEntries(copy); i < list.length; i++) {
    const { 0: key, 1: value } = list[i];
    if (ArrayIsArray(value)) copy[key] = copyList(value);
  }
  if (copy.sections) copy.sections = ArrayPrototypeMap(copy.sections, ({ offset, map }) => ({ offset, map: copyOf(map) }));
  return copy;
}

let firstPlace; // the line and column of a source where the generated file begins, with it: [,, source, line, column]

class SourceMap {
  static {
    firstPlace = (map) => map.#places[0];
  }

  #payload;
  #lineLengths;
  #places = [];

  constructor(payload, { lineLengths } = { __proto__: null }) {
    this.#payload = copyOf(payload);
    if (ArrayIsArray(lineLengths)) this.#lineLengths = copyList(lineLengths);
    const { sections } = this.#payload;
    if (sections) {
      for (let i = 0; i < sections.length; i++) {
        const { offset, map } = sections[i];
        parse(map, offset.line, offset.column, this.#places);
      }
    } else {
      parse(this.#payload, 0, 0, this.#places);
    }
    ArrayPrototypeSort(this.#places, ({ 0: aLine, 1: aColumn }, { 0: bLine, 1: bColumn }) => aLine - bLine || aColumn - bColumn);
  }

  get payload() { return copyOf(this.#payload); }

  get lineLengths() { return this.#lineLengths === undefined ? undefined : copyList(this.#lineLengths); }

  // Both are zero-based. Returns the last mapping at or before the position.
  findEntry(lineOffset, columnOffset) {
    const places = this.#places;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { 0: line, 1: column } = places[middle];
      if (line < lineOffset || (line === lineOffset && column <= columnOffset)) low = middle + 1;
      else high = middle;
    }
    const place = places[low - 1];
    if (place === undefined) return {};
    const { 0: generatedLine, 1: generatedColumn, 2: originalSource, 3: originalLine, 4: originalColumn, 5: name } = place;
    return { generatedLine, generatedColumn, originalSource, originalLine, originalColumn, name };
  }

  // Both are one-based, in and out.
  findOrigin(lineNumber, columnNumber) {
    const range = this.findEntry(lineNumber - 1, columnNumber - 1);
    if (range.originalSource === undefined || range.originalLine === undefined || range.originalColumn === undefined ||
        range.generatedLine === undefined || range.generatedColumn === undefined) {
      return {};
    }
    return {
      name: range.name,
      fileName: range.originalSource,
      lineNumber: range.originalLine + lineNumber - range.generatedLine,
      columnNumber: range.originalColumn + columnNumber - range.generatedColumn,
    };
  }
}

module.exports = { SourceMap, firstPlace: (map) => firstPlace(map) };
