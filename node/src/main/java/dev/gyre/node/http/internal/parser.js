'use strict';

// The parser on a connection. It is Java's and reads what comes in before JavaScript sees any of it; this attaches it, and
// makes errors of its refusals. See HttpConnection.java for what it tells.

const options = require('internal/options');

const native = binding('net');

// Numbers and flags of a head.
const METHODS = 64;
const MINORS = 16;
const MAJORS = 16;
const UPGRADE = 1 << 16;
const KEEPS_ALIVE = 1 << 17;
const COMPLETE = 1 << 18;
const HAS_LENGTH = 1 << 5;
const HAS_ENCODING = 1 << 9;
const HAS_HOST = 1 << 10;
const HAS_EXPECT = 1 << 12;

const LENIENT_ALL = (1 << 10) - 1;
const LENIENT_VALUES = 1 << 10;
const ANSWER = { CONTINUE: 0, NO_BODY: 1, UPGRADE: 2 };

const DEFAULT_HEADER_SIZE = 16384;
let defaultHeaderSize;

function maxHeaderSize() {
  return defaultHeaderSize ??= Number(options.get('--max-http-header-size') ?? DEFAULT_HEADER_SIZE) || DEFAULT_HEADER_SIZE;
}

let warned = false;
function isInsecure() {
  if (!options.get('--insecure-http-parser')) return false;
  if (!warned) {
    warned = true;
    process.emitWarning('Using insecure HTTP parsing');
  }
  return true;
}

function leniency({ httpValidation, insecureHTTPParser }) {
  if (httpValidation !== undefined) return { strict: 0, relaxed: LENIENT_VALUES, insecure: LENIENT_ALL }[httpValidation];
  return insecureHTTPParser ?? isInsecure() ? LENIENT_ALL : 0;
}

// settings: { maxHeaderSize, maxHeadersCount, httpValidation, insecureHTTPParser }
function attach(handle, isResponse, settings) {
  native.attachHttp(handle.id, isResponse, settings.maxHeaderSize || maxHeaderSize(), settings.maxHeadersCount | 0,
    leniency(settings));
}

function parseError({ code, reason, bytesParsed, rawPacket }) {
  const error = new Error(`Parse Error${reason ? `: ${reason}` : ''}`);
  error.bytesParsed = bytesParsed;
  error.code = code;
  error.reason = reason;
  error.rawPacket = rawPacket;
  return error;
}

module.exports = {
  METHODS, MINORS, MAJORS, UPGRADE, KEEPS_ALIVE, COMPLETE, HAS_LENGTH, HAS_ENCODING, HAS_HOST, HAS_EXPECT, ANSWER,
  attach,
  detach: (handle) => native.detachHttp(handle.id),
  expect: (handle, answer) => native.expectHttp(handle.id, answer),
  refuseUpgrade: (handle) => native.refuseUpgrade(handle.id),
  expired: (headersMs, requestsMs) => native.expiredHttp(headersMs, requestsMs),
  maxHeaderSize,
  parseError,
};
