'use strict';

// Converts the sequences that terminals send for keys to { sequence, name, ctrl, meta, shift, code }.
//
//   ESC [ letter      ESC [ 1 ; modifier letter      ESC [ number ~      ESC [ number ; modifier ~
//   ESC O letter      ESC O modifier letter          ESC [ [ letter      ESC letter (with alt)
//
// The modifier is 1 + shift + 2 * alt + 4 * ctrl + 8 * right alt. A second ESC before a sequence has no meaning. rxvt uses
// `^` and `$` instead of `~`, and lower-case letters, for ctrl and shift.

const {
  ArrayPrototypeForEach, ObjectEntries, RegExpPrototypeExec, SafeMap, StringFromCharCode, StringPrototypeCharCodeAt,
  StringPrototypeToLowerCase, copyList, itemsOf,
} = require('internal/primordials');

const ESCAPE = '\x1b';

const LETTERS = { A: 'up', B: 'down', C: 'right', D: 'left', E: 'clear', F: 'end', H: 'home' };
const NUMBERS = {
  1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end',
  11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11',
  24: 'f12', 200: 'paste-start', 201: 'paste-end',
};
const RXVT_NUMBERS = [2, 3, 5, 6, 7, 8];
const RXVT_LETTERS = 'ABCDE';

// code -> [name, modifier implied by the code]
function table() {
  const codes = new SafeMap();
  for (let j = 0, list = ObjectEntries(LETTERS); j < list.length; j++) {
    const { 0: letter, 1: name } = list[j];
    codes.set(`[${letter}`, [name]);
    codes.set(`O${letter}`, [name]);
  }
  for (let k = 0, items = ObjectEntries(NUMBERS); k < items.length; k++) {
    const { 0: number, 1: name } = items[k];
    codes.set(`[${number}~`, [name]);
  }
  for (let n = 0; n < RXVT_NUMBERS.length; n++) {
    const number = RXVT_NUMBERS[n];
    codes.set(`[${number}$`, [NUMBERS[number], 'shift']);
    codes.set(`[${number}^`, [NUMBERS[number], 'ctrl']);
  }
  for (const letter of itemsOf(RXVT_LETTERS)) {
    codes.set(`[${StringPrototypeToLowerCase(letter)}`, [LETTERS[letter], 'shift']);
    codes.set(`O${StringPrototypeToLowerCase(letter)}`, [LETTERS[letter], 'ctrl']);
  }
  ArrayPrototypeForEach(['P', 'Q', 'R', 'S'], (letter, i) => {
    codes.set(`[${letter}`, [`f${i + 1}`]);
    codes.set(`O${letter}`, [`f${i + 1}`]);
  });
  ArrayPrototypeForEach(['A', 'B', 'C', 'D', 'E'], (letter, i) => codes.set(`[[${letter}`, [`f${i + 1}`]));
  codes.set('[[5~', ['pageup']).set('[[6~', ['pagedown']).set('[Z', ['tab', 'shift']);
  return codes;
}

const CODES = table();

const PLAIN = {
  '\r': 'return', '\n': 'enter', '\t': 'tab', '\b': 'backspace', '\x7f': 'backspace', [ESCAPE]: 'escape', ' ': 'space',
};

// The sequence may continue: after one or two ESC, in ESC O, in ESC [.
const UNFINISHED = /^\x1b(?:\x1b?|\x1b?O\d?|\x1b?\[\[?(?:\d{0,3}|\d{0,3};\d?))$/;
const FUNCTION_KEY = /^\x1b\x1b?(?:(O)(\d?)|(\[\[?))(.+)$/s;

function functionKey(key, { 1: o, 2: oModifier, 3: bracket, 4: rest }) {
  let code = o ?? bracket;
  let modifier = 0;
  if (o !== undefined) {
    code += rest;
    if (oModifier !== '') modifier = oModifier - 1;
  } else {
    const withNumber = RegExpPrototypeExec(/^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~))$/, rest);
    const withLetter = RegExpPrototypeExec(/^(?:(?:\d;)?(\d))?([A-Za-z])$/, rest);
    if (withNumber !== null) {
      code += withNumber[4] ?? withNumber[1] + withNumber[3];
      modifier = (withNumber[2] ?? 1) - 1;
    } else if (withLetter !== null) {
      code += withLetter[2];
      modifier = (withLetter[1] ?? 1) - 1;
    } else {
      code += rest;
    }
  }
  key.ctrl = (modifier & 4) !== 0;
  key.meta = (modifier & 10) !== 0;
  key.shift = (modifier & 1) !== 0;
  key.code = code;
  const { 0: name, 1: says } = CODES.get(code) ?? ['undefined'];
  key.name = name;
  if (says !== undefined) key[says] = true;
}

function plainKey(key, char, escaped) {
  if (char in PLAIN) {
    key.name = PLAIN[char];
    key.meta = escaped;
  } else if (!escaped && char <= '\x1a') {
    key.name = StringFromCharCode(StringPrototypeCharCodeAt(char, 0) + StringPrototypeCharCodeAt('a', 0) - 1);
    key.ctrl = true;
  } else if (RegExpPrototypeExec(/^[0-9A-Za-z]$/, char) !== null) {
    key.name = StringPrototypeToLowerCase(char);
    key.shift = RegExpPrototypeExec(/^[A-Z]$/, char) !== null;
    key.meta = escaped;
  } else if (escaped) {
    key.name = char === '' ? 'escape' : undefined;
    key.meta = true;
  }
}

// Takes characters one by one and calls emit(text, key) for each key. flush() ends an incomplete sequence.
class KeyDecoder {
  #sequence = '';
  #emit;

  constructor(emit) {
    this.#emit = emit;
  }

  push(char) {
    this.#sequence += char;
    if (RegExpPrototypeExec(UNFINISHED, this.#sequence) === null) this.#finish(char);
  }

  flush() {
    if (this.#sequence !== '') this.#finish('');
  }

  #finish(char) {
    const sequence = this.#sequence;
    this.#sequence = '';
    const escaped = sequence[0] === ESCAPE;
    const key = { sequence, name: undefined, ctrl: false, meta: false, shift: false };
    const match = char === '' ? null : RegExpPrototypeExec(FUNCTION_KEY, sequence);
    if (match !== null) functionKey(key, match);
    else plainKey(key, char, escaped);
    if (key.name !== undefined || escaped) this.#emit(escaped ? undefined : sequence, key);
    else if (copyList(sequence).length === 1) this.#emit(sequence, key);
  }
}

module.exports = { ESCAPE, KeyDecoder };
