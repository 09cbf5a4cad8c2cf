'use strict';
// Bytes as vectors.txt writes them, both ways. Strings hold a byte in each character.

const NAMES = { r: '\r', n: '\n', t: '\t', 0: '\0' };
const MACROS = {
  G: 'GET / HTTP/1.1\r\nHost: a\r\n',
  P: 'POST / HTTP/1.1\r\nHost: a\r\n',
  C: 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
  N: 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n',
};

function decode(text) {
  let at = 0;
  function part(isRepeated) {
    let bytes = '';
    while (at < text.length) {
      const c = text[at++];
      const repetition = c === '{' && /^(\d+)\*/.exec(text.slice(at, at + 10));
      if (repetition) {
        at += repetition[0].length;
        bytes += part(true).repeat(repetition[1]);
      } else if (c === '}' && isRepeated) {
        return bytes;
      } else if (c === '^') {
        bytes += '\r\n';
      } else if (c === '$') {
        bytes += MACROS[text[at++]];
      } else if (c === '\\') {
        const next = text[at++];
        if (next === 'x') {
          bytes += String.fromCharCode(parseInt(text.slice(at, at + 2), 16));
          at += 2;
        } else {
          bytes += NAMES[next] ?? next;
        }
      } else {
        bytes += c;
      }
    }
    return bytes;
  }
  return part(false);
}

// What is said twenty times or more is said once, with its number.
const encode = (bytes) => bytes
  .replace(/([^]{1,12}?)\1{19,}/g, (all, unit) => `{${all.length / unit.length}*${unit}}`)
  .replaceAll('\r\n', '^')
  .replace(/[^ -~]/g, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);

// [{ server, name, bytes }]
function vectorsOf(text) {
  const vectors = [];
  let server;
  let section;
  for (const line of text.split('\n')) {
    if (line.startsWith('@ ')) server = line.slice(2);
    else if (line.startsWith('## ')) section = line.slice(3);
    else if (line !== '' && !line.startsWith('#')) {
      const colon = line.indexOf(': ');
      vectors.push({ server, name: `${section} / ${line.slice(0, colon)}`, bytes: decode(line.slice(colon + 2)) });
    }
  }
  return vectors;
}

module.exports = { encode, vectorsOf };
