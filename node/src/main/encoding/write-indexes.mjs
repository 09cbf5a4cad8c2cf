// Writes the core files encoding/internal/index_*.js: the indexes of the WHATWG Encoding Standard, which say what
// character each pair of bytes is.
//
//   deno run --allow-write=FOLDER write-indexes.mjs FOLDER
//
// The indexes are read out of the runtime that runs this script: every sequence of bytes is decoded by its TextDecoder.
// So it has to be one that implements the standard exactly, like Deno, Bun or a browser. Node is none: its decoders
// are ICU's, with other tables.
//
// The form of a file's text is described in encoding/internal/indexes.js.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];

const LINE = 110; // characters

/** The character that the bytes are; undefined where they are malformed, or more than one. */
function characterOf(decoder, bytes) {
  try {
    const [first, ...more] = decoder.decode(Uint8Array.from(bytes));
    return more.length === 0 ? first.codePointAt(0) : undefined;
  } catch {
    return undefined;
  }
}

/** The character of each pointer. */
function readIndex(encoding, size, bytesOf) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const index = [];
  for (let pointer = 0; pointer < size; pointer++) {
    const bytes = bytesOf(pointer);
    index.push(bytes === undefined ? undefined : characterOf(decoder, bytes));
  }
  return index;
}

/** Characters as they are, `+n` for n more that follow in Unicode too, `-n` for n pointers without a character. */
function* tokensOf(index) {
  const runOf = (from, isNext) => {
    let to = from;
    while (to < index.length && isNext(to)) to++;
    return to - from;
  };
  for (let at = 0; at < index.length;) {
    const first = index[at];
    if (first === undefined) {
      const count = runOf(at, (i) => index[i] === undefined);
      at += count;
      if (at < index.length) yield `-${count}`;
      continue;
    }
    yield String.fromCodePoint(first);
    const more = runOf(at + 1, (i) => index[i] === first + i - at);
    at += 1;
    if (more < 3) continue;
    at += more;
    yield `+${more}`;
  }
}

const isPlain = (token) => token.length > 1 || !/[\p{M}\p{C}\p{Z}`\\$]/u.test(token);

function textOf(index) {
  const lines = [''];
  for (const token of tokensOf(index)) {
    if (!isPlain(token)) {
      lines.push(lines.pop() + `\\u${token.charCodeAt(0).toString(16).padStart(4, '0')}`);
    } else {
      lines.push(lines.pop() + token);
    }
    if (lines.at(-1).length > LINE) lines.push('');
  }
  return lines.join('\n').trimEnd();
}

function write(name, about, value) {
  writeFileSync(join(folder, `index_${name}.js`),
                `'use strict';\n\n// ${about} Written by write-indexes.mjs.\n\nmodule.exports = ${value};\n`);
}

const writeIndex = (name, index) =>
  write(name, `The Encoding Standard's index ${name.replace('_', '-')}.`, `\`\n${textOf(index)}\n\``);

/** Pairs whose trail byte is in two ranges with a gap between them. */
const pairs = (columns, lead, low, gapFrom, gapSize) => (pointer) => {
  const column = pointer % columns;
  const trail = column + low < gapFrom ? column + low : column + low + gapSize;
  return [lead + Math.floor(pointer / columns), trail];
};

/** Four bytes, each a digit of a number. */
const fourBytes = (pointer) => [
  0x81 + Math.floor(pointer / 12600),
  0x30 + Math.floor(pointer / 1260) % 10,
  0x81 + Math.floor(pointer / 10) % 126,
  0x30 + pointer % 10,
];

writeIndex('big5', readIndex('big5', 126 * 157, pairs(157, 0x81, 0x40, 0x7f, 0x22)));
writeIndex('euc_kr', readIndex('euc-kr', 126 * 190, pairs(190, 0x81, 0x41, 0xff, 0)));
writeIndex('gb18030', readIndex('gb18030', 126 * 190, pairs(190, 0x81, 0x40, 0x7f, 1)));
writeIndex('jis0212', readIndex('euc-jp', 94 * 94, (p) => [0x8f, 0xa1 + Math.floor(p / 94), 0xa1 + p % 94]));

// All rows of JIS X 0208 and its extensions have bytes in Shift_JIS; but it takes some for private characters instead.
const PRIVATE_FROM = 8836, PRIVATE_TO = 10715;
const jis = pairs(188, 0x81, 0x40, 0x7f, 1);
writeIndex('jis0208', readIndex('shift_jis', 60 * 188, (pointer) => {
  if (pointer >= PRIVATE_FROM && pointer <= PRIVATE_TO) return undefined;
  const [lead, trail] = jis(pointer);
  return [lead < 0xa0 ? lead : lead + 0x40, trail];
}));

const ranges = [];
let expected;
const decoder = new TextDecoder('gb18030', { fatal: true });
for (let pointer = 0; pointer < 126 * 12600; pointer++) {
  const character = characterOf(decoder, fourBytes(pointer));
  if (character !== expected) ranges.push(`[${pointer}, ${character === undefined ? -1 : `0x${character.toString(16)}`}]`);
  expected = character === undefined ? undefined : character + 1;
}
const rows = [];
for (let i = 0; i < ranges.length; i += 6) rows.push(`  ${ranges.slice(i, i + 6).join(', ')},`);
write('gb18030_ranges', "The Encoding Standard's index gb18030 ranges: from each pointer on, the characters from that number on; " +
  '-1 for none.', `[\n${rows.join('\n')}\n]`);
