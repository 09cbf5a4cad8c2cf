'use strict';

// Lists of protocols as ALPN writes them: the length of each name in one byte, then the name.

const { ArrayIsArray, ArrayPrototypePush } = require('internal/primordials');
const { codes: { ERR_OUT_OF_RANGE } } = require('internal/errors');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { asBuffer, joined } = require('internal/tls/bytes');

const MAX_NAME_BYTES = 255;

function encode(protocols) {
  const parts = [];
  for (let i = 0; i < protocols.length; i++) {
    const name = Buffer.from(protocols[i]);
    if (name.length > MAX_NAME_BYTES) {
      throw new ERR_OUT_OF_RANGE(`The byte length of the protocol at index ${i} exceeds the maximum length.`, '<= 255',
        name.length, true);
    }
    ArrayPrototypePush(parts, Buffer.from([name.length]), name);
  }
  return joined(parts);
}

function convertALPNProtocols(protocols, out) {
  if (ArrayIsArray(protocols)) out.ALPNProtocols = encode(protocols);
  else if (isArrayBufferView(protocols)) out.ALPNProtocols = Buffer.from(asBuffer(protocols));
}

module.exports = { convertALPNProtocols };
