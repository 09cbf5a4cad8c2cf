'use strict';
// Not a benchmark: makes text of any size, the same each time, whose words are as unevenly common as those of a language.
let seed = 12345;
const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;

const LETTERS = 'etaoinshrdlucmfwypvbgkqjxz';
const word = () => Array.from({ length: 1 + Math.floor(random() * 9) },
  () => LETTERS[Math.floor(random() ** 2 * LETTERS.length)]).join('');
const words = Array.from({ length: 20_000 }, word);

exports.text = (bytes) => {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0; at < bytes;) {
    let line = '';
    while (line.length < 8192) line += `${words[Math.floor(random() ** 4 * words.length)]} `;
    at += buffer.write(`${line}\n`, at, 'latin1');
  }
  return buffer;
};
