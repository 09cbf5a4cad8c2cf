'use strict';

// blob: and data: URLs. An answer is { status, statusText, headers, body }, or the message of the error.

const {
  ArrayPrototypeJoin, MathMin, Number, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeTrim, replacePattern, uncurryThis,
} = require('internal/primordials');
const { Buffer, atob } = require('buffer');
const { Blob, resolveObjectURL } = require('internal/buffer/blob');
const { extract } = require('internal/fetch/body');
const { receivedHeaders, valueIn } = require('internal/fetch/headers');

const BlobPrototypeSlice = uncurryThis(Blob.prototype.slice);
const RANGE = /^bytes=[\t ]*(\d*)[\t ]*-[\t ]*(\d*)$/;

const headers = (...lines) => receivedHeaders(`\n${ArrayPrototypeJoin(lines, '\n')}\n`);

function answerOf(url, request) {
  return url.protocol === 'blob:' ? blobAnswer(url, request) : dataAnswer(url);
}

function blobAnswer(url, { method, headers: ofRequest }) {
  const blob = resolveObjectURL(url.href);
  if (blob === undefined || method !== 'GET') return 'invalid method';
  const range = valueIn(ofRequest, 'range');
  const { size, type } = blob;
  if (range === null) {
    return { status: 200, statusText: 'OK', headers: headers('content-length', `${size}`, 'content-type', type), body: extract(blob).body };
  }
  const match = RegExpPrototypeExec(RANGE, range);
  if (match === null || (match[1] === '' && match[2] === '')) return 'failed to fetch the data URL';
  let start = match[1] === '' ? null : Number(match[1]);
  let end = match[2] === '' ? null : Number(match[2]);
  if (start !== null && end !== null && start > end) return 'failed to fetch the data URL';
  if (start === null) {
    start = size - end;
    end = start + end - 1;
  } else {
    if (start >= size) return 'Range start is greater than the blob\'s size.';
    end = end === null ? size - 1 : MathMin(end, size - 1);
  }
  const part = BlobPrototypeSlice(blob, start, end + 1, type);
  return {
    status: 206, statusText: 'Partial Content', body: extract(part).body,
    headers: headers('content-length', `${part.size}`, 'content-type', type, 'content-range', `bytes ${start}-${end}/${size}`),
  };
}

const HEX_PAIR = /%([\dA-Fa-f]{2})/g;

// Percent-decoded bytes of a string of one-byte characters.
const unescaped = (text) => Buffer.from(
  replacePattern(HEX_PAIR, Buffer.from(text).toString('latin1'), (all, hex) => Buffer.from(hex, 'hex').toString('latin1')), 'latin1');

function dataAnswer(url) {
  const { href, hash } = url;
  const input = StringPrototypeSlice(href, 5, hash === '' ? undefined : href.length - hash.length);
  const comma = StringPrototypeIndexOf(input, ',');
  if (comma < 0) return 'failed to fetch the data URL';
  let type = StringPrototypeTrim(StringPrototypeSlice(input, 0, comma));
  let bytes = unescaped(StringPrototypeSlice(input, comma + 1));
  const base64 = RegExpPrototypeExec(/;\x20*base64$/i, type);
  if (base64 !== null) {
    try {
      bytes = Buffer.from(atob(bytes.toString('latin1')), 'latin1');
    } catch {
      return 'failed to fetch the data URL';
    }
    type = StringPrototypeSlice(type, 0, base64.index);
  }
  if (StringPrototypeStartsWith(type, ';')) type = `text/plain${type}`;
  return { status: 200, statusText: 'OK', headers: headers('content-type', mimeOf(type)), body: extract(bytes).body };
}

function mimeOf(type) {
  const { MIMEType } = require('util');
  try {
    return `${new MIMEType(type)}`;
  } catch (error) {
    if (error.code === 'ERR_INVALID_MIME_SYNTAX') return 'text/plain;charset=US-ASCII';
    throw error;
  }
}

module.exports = { answerOf };
