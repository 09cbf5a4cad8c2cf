'use strict';

// multipart/form-data, both ways.

const {
  ArrayPrototypePush, MathFloor, MathRandom, RegExpPrototypeExec, RegExpPrototypeSymbolMatchAll, StringPrototypeIndexOf,
  StringPrototypePadStart, StringPrototypeSlice, StringPrototypeSplit, StringPrototypeToLowerCase, StringPrototypeTrim,
  TypeError, decodeURIComponent, itemsOf, replacePattern,
} = require('internal/primordials');
const { Buffer } = require('buffer');
const { Blob } = require('internal/buffer/blob');
const { File } = require('internal/buffer/file');
const { FormData } = require('internal/fetch/form_data');

const CRLF = '\r\n';
const ESCAPES = { '\n': '%0A', '\r': '%0D', '"': '%22' };
const escapeName = (name) => replacePattern(/[\n\r"]/g, name, (char) => ESCAPES[char]);
const unescapeName = (name) => replacePattern(/%0A|%0D|%22/gi, name, (code) => decodeURIComponent(code));
const withCrlf = (text) => replacePattern(/\r\n|\r|\n/g, text, CRLF);

// A Blob with the form, and its type.
function encode(form) {
  const boundary = `----formdata-gyre-0${StringPrototypePadStart(`${MathFloor(MathRandom() * 1e11)}`, 11, '0')}`;
  const parts = [];
  for (const { 0: name, 1: value } of itemsOf(form)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(withCrlf(name))}"`;
    if (typeof value === 'string') {
      ArrayPrototypePush(parts, `${head}\r\n\r\n${withCrlf(value)}\r\n`);
    } else {
      const type = value.type || 'application/octet-stream';
      ArrayPrototypePush(parts, `${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, CRLF);
    }
  }
  ArrayPrototypePush(parts, `--${boundary}--\r\n`);
  return { blob: new Blob(parts), type: `multipart/form-data; boundary=${boundary}` };
}

// The headers of a part: { name, filename, type }.
function partHead(text) {
  const head = { name: undefined, filename: undefined, type: undefined };
  for (let j = 0, list = StringPrototypeSplit(text, CRLF); j < list.length; j++) {
    const line = list[j];
    const colon = StringPrototypeIndexOf(line, ':');
    if (colon <= 0) throw new TypeError(`expected a header of a part, found "${line}"`);
    const value = StringPrototypeTrim(StringPrototypeSlice(line, colon + 1));
    const field = StringPrototypeToLowerCase(StringPrototypeSlice(line, 0, colon));
    if (field === 'content-type') {
      head.type = value;
    } else if (field === 'content-disposition') {
      if (RegExpPrototypeExec(/^form-data(?:;|$)/i, value) === null) throw new TypeError('expected form-data for content-disposition');
      for (const { 1: key, 2: quoted, 3: bare } of itemsOf(RegExpPrototypeSymbolMatchAll(/;\s*([\w*-]+)=(?:"([^"]*)"|([^\s;]+))/g, value))) {
        const known = StringPrototypeToLowerCase(key);
        if (known === 'name' || known === 'filename') head[known] = unescapeName(quoted ?? bare);
      }
    }
  }
  if (head.name === undefined) throw new TypeError('a part has no name');
  return head;
}

// Throws a TypeError that describes the error in `bytes`, a Buffer.
function decode(bytes, boundary) {
  const form = new FormData();
  const line = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`\r\n--${boundary}`);
  let at = bytes.indexOf(line);
  if (at !== 0 && (at === -1 || bytes.latin1Slice(at - 2, at) !== CRLF)) {
    throw new TypeError('no boundary found in multipart body');
  }
  at += line.length;
  for (;;) {
    const next = bytes.latin1Slice(at, at + 2);
    if (next === '--') return form;
    if (next !== CRLF) throw new TypeError('expected CRLF');
    at += 2;
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd === -1) throw new TypeError('a part has no end of its headers');
    const { name, filename, type } = partHead(bytes.utf8Slice(at, headEnd));
    const start = headEnd + 4;
    const end = bytes.indexOf(between, start);
    if (end === -1) throw new TypeError('expected boundary after body');
    const content = bytes.subarray(start, end);
    if (filename === undefined) form.append(name, content.utf8Slice());
    else form.append(name, new File([content], filename, { type: type ?? 'text/plain' }));
    at = end + between.length;
  }
}

module.exports = { decode, encode };
