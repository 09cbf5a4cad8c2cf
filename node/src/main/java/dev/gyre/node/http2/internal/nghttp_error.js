'use strict';

// Errors of the protocol's machinery, with the numbers and texts of nghttp2, which programs compare.

const { Error } = require('internal/primordials');
const { codes, kIsNodeError } = require('internal/errors');

const INVALID_ARGUMENT = -501;
const PROTO = -505;
const STREAM_ID_NOT_AVAILABLE = -509;
const STREAM_CLOSED = -510;
const FLOW_CONTROL = -524;
const CALLBACK_FAILURE = -902;
const BAD_CLIENT_MAGIC = -903;
const FLOODED = -904;
const TOO_MANY_CONTINUATIONS = -905;

const TEXTS = {
  '__proto__': null,
  '0': 'Success',
  '-501': 'Invalid argument',
  '-505': 'Protocol error',
  '-509': 'No more Stream ID available',
  '-510': 'Stream was already closed or invalid',
  '-522': 'The length of the frame is invalid',
  '-523': 'Header compression/decompression error',
  '-524': 'Flow control error',
  '-530': 'The current session is closing',
  '-902': 'The user callback function failed',
  '-903': 'Received bad client magic byte string',
  '-904': 'Flooding was detected in this HTTP/2 session, and it must be closed',
  '-905': 'Too many CONTINUATION frames following a HEADER frame',
};

class NghttpError extends Error {
  constructor(number, code = undefined) {
    super(code === undefined ? TEXTS[number] ?? 'Unknown error code' : new codes[code]().message);
    this.code = code ?? 'ERR_HTTP2_ERROR';
    this.errno = number;
  }

  get [kIsNodeError]() { return true; }

  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
}

module.exports = {
  BAD_CLIENT_MAGIC, CALLBACK_FAILURE, FLOODED, FLOW_CONTROL, INVALID_ARGUMENT, NghttpError, PROTO, STREAM_CLOSED,
  STREAM_ID_NOT_AVAILABLE, TOO_MANY_CONTINUATIONS,
};
