'use strict';
let seed = 7;
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 4294967296 * n);
};
const pick = (list) => list[random(list.length)];
let hash = 0;
const add = (value) => {
  const text = String(value);
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
};
const addBytes = (bytes) => {
  for (let i = 0; i < bytes.length; i++) hash = (Math.imul(hash, 33) + bytes[i]) | 0;
};
const tell = (what) => {
  console.log(what, (hash >>> 0).toString(16));
  hash = 0;
};

const parts = {
  scheme: ['http://', 'https://', 'ws://', 'file:///', 'http:', 'HTTP://', 'ftp://', 'file://', '/', '//', '', 'x:'],
  host: ['a', 'example.com', 'a.b.', '1.2.3.4', '256.1.1.1', '1.2.3', '0x7f.1', 'xn--a', 'xn--fiq228c.com', 'A.com', 'a..b', 'a.1',
         '01.2.3.4', '[::1]', 'é.com', 'a%41', 'user@h', 'u:p@h', 'u:@h', ':p@h', '@h', 'u:p:q@h', 'u;x@h', 'a b', '', 'c:', 'C|'],
  port: ['', ':80', ':443', ':8080', ':0', ':65536', ':', ':a'],
  path: ['', '/', '/a/b', '/.', '/a/../b', '/.a', '/%2e', '/a%2E%2e/b', '/a b', '/é', '/a\\b', '/a|b^{', "/'", '/C:/', '/C|/x', '//'],
  query: ['', '?', '?a=b&c', "?'", '?"', '?é', '?a?b', '?\\{}^`|'],
  hash: ['', '#', '#a', '#`', '#"', '#a#b', '#é'],
};
const some = (...names) => names.map((name) => pick(parts[name])).join('');
const fields = ['href', 'origin', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
for (let round = 0; round < 2000; round++) {
  const base = round % 3 === 0 ? some('scheme', 'host', 'port', 'path', 'query') : undefined;
  const input = some('scheme', 'host', 'port', 'path', 'query', 'hash');
  const url = URL.parse(input, base);
  add(URL.canParse(input, base));
  if (url !== null) {
    add(fields.map((field) => url[field]));
    const field = pick(fields.slice(2));
    url[field] = pick(['x', '81', ...parts.path, ...parts.query]);
    add(url.href);
  }
  if (round % 100 === 99) tell(`${input} ${base} ${url?.href}`);
}
