'use strict';

// The number of terminal columns of a text.

const {
  ArrayPrototypeMap, NumberParseInt, RegExp, RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeCodePointAt,
  StringPrototypeIncludes, StringPrototypeNormalize, StringPrototypeSlice, StringPrototypeSplit, itemsOf, replacePattern,
} = require('internal/primordials');
const { validateString } = require('internal/validators');

// Operating system commands (window titles, links) run up to a terminator. Control sequences (colours, cursor) are a
// list of numbers and a final character; they start with ESC or its one-byte form CSI.
const command = '\\u001B\\][^]*?(?:\\u0007|\\u001B\\\\|\\u009C)';
const sequence = '[\\u001B\\u009B][[\\]()#;?]*(?:\\d{1,4}(?:[;:]\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~]';
const controlSequence = new RegExp(`${command}|${sequence}`, 'g');

function stripVTControlCharacters(text) {
  validateString(text, 'str');
  return StringPrototypeIncludes(text, '\u001b') || StringPrototypeIncludes(text, '\u009b') ? replacePattern(controlSequence, text, '') : text;
}

// East Asian wide and full-width characters, and emoji that are shown as pictures: two columns.
const wideRanges = ArrayPrototypeMap(StringPrototypeSplit(
  '1100-115f 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 2630-2637 2648-2653 267f ' +
  '268a-268f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 ' +
  '270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c 2b50 2b55 2e80-2e99 2e9b-2ef3 ' +
  '2f00-2fd5 2ff0-303e 3041-3096 3099-30ff 3105-312f 3131-318e 3190-31e5 31ef-321e 3220-3247 3250-a48c ' +
  'a490-a4c6 a960-a97c ac00-d7a3 f900-faff fe10-fe19 fe30-fe52 fe54-fe66 fe68-fe6b ff01-ff60 ffe0-ffe6 ' +
  '16fe0-16fe4 16ff0-16ff6 17000-18cd5 18cff-18d1e 18d80-18df2 1aff0-1aff3 1aff5-1affb 1affd-1affe ' +
  '1b000-1b122 1b132 1b150-1b152 1b155 1b164-1b167 1b170-1b2fb 1d300-1d356 1d360-1d376 1f004 1f0cf ' +
  '1f18e 1f191-1f19a 1f1e6-1f202 1f210-1f23b 1f240-1f248 1f250-1f251 1f260-1f265 1f300-1f320 ' +
  '1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca 1f3cf-1f3d3 1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 ' +
  '1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 1f5a4 1f5fb-1f64f 1f680-1f6c5 ' +
  '1f6cc 1f6d0-1f6d2 1f6d5-1f6d8 1f6dc-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a ' +
  '1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fa8a 1fa8e-1fac6 1fac8 1facd-1fadc 1fadf-1faea ' +
  '1faef-1faf8 20000-2fffd 30000-3fffd', ' '), (range) => {
  const { 0: first, 1: last = first } = StringPrototypeSplit(range, '-');
  return [NumberParseInt(first, 16), NumberParseInt(last, 16)];
});

function isWide(code) {
  let low = 0;
  let high = wideRanges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { 0: first, 1: last } = wideRanges[middle];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}

const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const softHyphen = 0xAD;

function widthOf(character) {
  const code = StringPrototypeCodePointAt(character, 0);
  if (code >= 0x1100 && isWide(code)) return 2;
  return RegExpPrototypeExec(zeroWidth, character) !== null && code !== softHyphen ? 0 : 1;
}

function getStringWidth(text, removeControlChars = true) {
  const visible = removeControlChars ? stripVTControlCharacters(text) : text;
  let width = 0;
  for (let i = 0; i < visible.length; i++) {
    const code = StringPrototypeCharCodeAt(visible, i);
    if (code >= 127) {
      for (const character of itemsOf(StringPrototypeNormalize(StringPrototypeSlice(visible, i), 'NFC'))) width += widthOf(character);
      break;
    }
    if (code >= 32) width++;
  }
  return width;
}

module.exports = { getStringWidth, stripVTControlCharacters };
