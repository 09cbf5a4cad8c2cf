'use strict';

// Lists of protocols as ALPN writes them: the length of each name in one byte, then the name.

const { ArrayIsArray, ArrayPrototypePush } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { asBuffer, joined } = require('internal/tls/bytes');

const MAX_NAME_BYTES = 255;

function encode(protocols) {
  const parts = [];
  for (let i = 0; i < protocols.length; i++) {
    const name = protocols[i];
    const length = Buffer.byteLength(name);
    if (length === 0) throw new ERR_INVALID_ARG_VALUE(`protocols[${i}]`, name, 'must be a non-empty string');
    if (length > MAX_NAME_BYTES) {
      throw new ERR_OUT_OF_RANGE(`The byte length of the protocol at index ${i} exceeds the maximum length.`, '<= 255',
        length, true);
    }
    if (typeof name !== 'string') {
      const error = new ERR_INVALID_ARG_TYPE('protocol', 'string', name);
      error.message = 'argument must be a string';
      throw error;
    }
    ArrayPrototypePush(parts, Buffer.from([length]), Buffer.from(name));
  }
  return joined(parts);
}

function convertALPNProtocols(protocols, out) {
  if (ArrayIsArray(protocols)) out.ALPNProtocols = encode(protocols);
  else if (isArrayBufferView(protocols)) out.ALPNProtocols = Buffer.from(asBuffer(protocols));
}

// For a connection. Node 26.7's tests give convertALPNProtocols() bytes that no connection takes.
function useProtocols(protocols, out) {
  convertALPNProtocols(protocols, out);
  if (isArrayBufferView(protocols)) check(out.ALPNProtocols);
}

// Each name stands behind its length.
function check(bytes) {
  for (let at = 0; at < bytes.length; at += 1 + bytes[at]) {
    if (bytes[at] === 0) throw new ERR_INVALID_ARG_VALUE('ALPNProtocols', bytes, 'must not contain zero-length protocol');
    if (at + bytes[at] >= bytes.length) throw new ERR_INVALID_ARG_VALUE('ALPNProtocols', bytes, 'contains truncated protocol');
  }
}

module.exports = { convertALPNProtocols, useProtocols };
