'use strict';

// The bodies of requests for Express: what express.json() does, with gyre:json's parser. Options, errors and their fields are
// the same, so that a program's error handling need not change.

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypeSome, Error, JSONParse, MathFloor, NumberIsFinite, NumberIsNaN, Number, ObjectAssign,
  ObjectDefineProperty, ObjectKeys, PromisePrototypeThen, PromiseWithResolvers, RegExpPrototypeExec,
  StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeRepeat, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeToUpperCase, StringPrototypeTrim,
  SyntaxError, itemsOf, replacePattern,
} = require('internal/primordials');
const { Buffer: { concat } } = require('buffer');
const codec = require('internal/buffer/codec');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { DEFAULT_SLICE_MS } = require('internal/gyre/slices');
const { MAX_PIECE_CHARS } = require('internal/gyre/json_parser');
const { Reading } = require('internal/gyre/json_reading');
const { revive } = require('internal/gyre/json_revive');

// ---- options

const DEFAULT_LIMIT_BYTES = 100 * 1024;
const UNITS = { '__proto__': null, 'b': 1, 'kb': 2 ** 10, 'mb': 2 ** 20, 'gb': 2 ** 30, 'tb': 2 ** 40, 'pb': 2 ** 50 };
const SIZE = /^(\d+(?:\.\d+)?) *(b|kb|mb|gb|tb|pb)?$/i;

function bytesFrom(limit) {
  if (limit === undefined || limit === null) return DEFAULT_LIMIT_BYTES;
  if (typeof limit === 'number' && !NumberIsNaN(limit)) return limit;
  const match = typeof limit === 'string' ? RegExpPrototypeExec(SIZE, limit) : null;
  if (match === null) throw new ERR_INVALID_ARG_VALUE('options.limit', limit);
  return MathFloor(Number(match[1]) * UNITS[StringPrototypeToLowerCase(match[2] ?? 'b')]);
}

// A media type to compare with: json, application/json, text/*, +json, */vnd.x+json …
function patternFrom(type) {
  const name = type === 'json' ? 'application/json' : StringPrototypeStartsWith(type, '+') ? `*/*${type}` : type;
  const parts = StringPrototypeSplit(StringPrototypeToLowerCase(name), '/');
  if (parts.length !== 2) throw new ERR_INVALID_ARG_VALUE('options.type', type, 'must be a media type, "json" or a suffix like "+json"');
  return parts;
}

function matches({ 0: type, 1: subtype }, { 0: wantedType, 1: wantedSubtype }) {
  if (wantedType !== '*' && wantedType !== type) return false;
  if (wantedSubtype === '*' || wantedSubtype === subtype) return true;
  return StringPrototypeStartsWith(wantedSubtype, '*+') && StringPrototypeEndsWith(subtype, StringPrototypeSlice(wantedSubtype, 1));
}

const mediaTypeOf = (header) => StringPrototypeSplit(StringPrototypeToLowerCase(StringPrototypeTrim(StringPrototypeSplit(header, ';', 1)[0])), '/');

function typeTestFrom(type = 'application/json') {
  if (typeof type === 'function') return type;
  const patterns = ArrayPrototypeMap(ArrayIsArray(type) ? type : [type], patternFrom);
  return (req) => {
    const header = req.headers['content-type'];
    if (header === undefined) return false;
    const mediaType = mediaTypeOf(header);
    return mediaType.length === 2 && ArrayPrototypeSome(patterns, (pattern) => matches(mediaType, pattern));
  };
}

function optionsFrom(options) {
  validateObject(options, 'options');
  const { inflate = true, limit, type, verify, reviver, strict = true, defaultCharset = 'utf-8', maxDepth = Infinity, slice = DEFAULT_SLICE_MS } = options;
  if (verify) validateFunction(verify, 'options.verify');
  if (reviver !== undefined) validateFunction(reviver, 'options.reviver');
  return {
    inflate, limitBytes: bytesFrom(limit), hasType: typeTestFrom(type), verify: verify || undefined, strict: strict !== false, defaultCharset,
    parsing: { signal: undefined, maxBytes: Infinity, maxDepth, sliceMs: slice, pieceChars: MAX_PIECE_CHARS, reviver },
  };
}

// ---- errors, as the package http-errors makes them

const NAMES = { __proto__: null, 400: 'BadRequestError', 413: 'PayloadTooLargeError', 415: 'UnsupportedMediaTypeError' };

const withStatus = (status, error, details) => ObjectAssign(error, { expose: status < 500, statusCode: status, status }, details);

function httpError(status, message, details) {
  const error = new Error(message);
  ObjectDefineProperty(error, 'name', { __proto__: null, value: NAMES[status], writable: true, enumerable: false, configurable: true });
  return withStatus(status, error, details);
}

const unsupportedCharset = (charset) =>
  httpError(415, `unsupported charset "${StringPrototypeToUpperCase(charset)}"`, { charset, type: 'charset.unsupported' });

// ---- reading

const CHARSET = /; *charset *= *(?:"([^"]*)"|([^;\s]*))/i;

function charsetOf(req, fallback) {
  const header = req.headers['content-type'];
  const match = header === undefined ? null : RegExpPrototypeExec(CHARSET, header);
  return StringPrototypeToLowerCase(match === null ? fallback : match[1] ?? match[2]);
}

function inflaterFor(encoding) {
  const zlib = require('zlib');
  switch (encoding) {
    case 'deflate': return zlib.createInflate();
    case 'gzip': return zlib.createGunzip();
    case 'br': return zlib.createBrotliDecompress();
    case 'zstd': return zlib.createZstdDecompress();
    default: throw httpError(415, `unsupported content encoding "${encoding}"`, { encoding, type: 'encoding.unsupported' });
  }
}

// All chunks of the body.
function chunksOf(stream, expected, limit) {
  const { promise, resolve, reject } = PromiseWithResolvers();
  const chunks = [];
  let received = 0;
  const listeners = {
    __proto__: null,
    data(chunk) {
      received += chunk.length;
      if (received > limit) end(httpError(413, 'request entity too large', { limit, received, type: 'entity.too.large' }));
      else chunks[chunks.length] = chunk;
    },
    end() {
      if (expected === undefined || received === expected) end();
      else end(httpError(400, 'request size did not match content length', { expected, length: expected, received, type: 'request.size.invalid' }));
    },
    error(error) { end(withStatus(400, error)); },
    aborted() { end(httpError(400, 'request aborted', { code: 'ECONNABORTED', expected, length: expected, received, type: 'request.aborted' })); },
  };
  const names = ObjectKeys(listeners);
  const end = (error) => {
    for (let i = 0; i < names.length; i++) stream.removeListener(names[i], listeners[names[i]]);
    if (error === undefined) {
      resolve(chunks);
    } else {
      stream.pause();
      reject(error);
    }
  };
  if (expected > limit) {
    reject(httpError(413, 'request entity too large', { expected, length: expected, limit, type: 'entity.too.large' }));
  } else {
    for (let i = 0; i < names.length; i++) stream.on(names[i], listeners[names[i]]);
  }
  return promise;
}

const isFinished = (req) => req.complete === true && req.readable === false;

// Reads what is left of a request, so that the connection can go on.
function dump(req) {
  if (isFinished(req) || req.destroyed) return undefined;
  const { promise, resolve } = PromiseWithResolvers();
  req.on('end', resolve);
  req.on('close', resolve);
  req.resume();
  return promise;
}

async function readBody(req, { inflate, limitBytes }) {
  const encoding = StringPrototypeToLowerCase(req.headers['content-encoding'] || 'identity');
  if (!inflate && encoding !== 'identity') throw httpError(415, 'content encoding unsupported', { encoding, type: 'encoding.unsupported' });
  if (encoding === 'identity') {
    const length = Number(req.headers['content-length']);
    try {
      return await chunksOf(req, NumberIsFinite(length) ? length : undefined, limitBytes);
    } catch (error) {
      await dump(req);
      throw error;
    }
  }
  const stream = inflaterFor(encoding);
  req.pipe(stream);
  try {
    return await chunksOf(stream, undefined, limitBytes);
  } catch (error) {
    req.unpipe(stream);
    await dump(req);
    throw error;
  } finally {
    req.unpipe(stream);
    stream.on('error', () => {});
    stream.destroy();
    req.resume();
  }
}

// ---- text

const MARK = [0xef, 0xbb, 0xbf]; // the byte order mark in UTF-8

function withoutMark(bytes) {
  const isMarked = bytes[0] === MARK[0] && bytes[1] === MARK[1] && bytes[2] === MARK[2];
  return isMarked ? codec.view(bytes, MARK.length, bytes.length) : bytes;
}

// What gyre:json reads: the chunks as they are, without a copy of all; or the text, of other encodings.
function sourceFrom(chunks, charset) {
  if (charset === 'utf-8') {
    if (chunks.length > 1 && chunks[0].length < MARK.length) return [withoutMark(concat(chunks))];
    return ArrayPrototypeMap(chunks, (chunk, i) => (i === 0 ? withoutMark(chunk) : chunk));
  }
  return [textOf(chunks, charset)];
}

function textOf(chunks, charset) {
  const bytes = concat(chunks);
  if (charset === 'utf-8') {
    const text = withoutMark(bytes);
    return codec.utf8Slice(text, 0, text.length);
  }
  const isBigEndian = charset === 'utf-16be' || (charset === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff);
  const { TextDecoder } = require('util');
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes);
}

const DECODED = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be'];

// ---- strictness: only objects and arrays

const FIRST = /^[\x20\t\n\r]*([^\x20\t\n\r]|$)/;
const SHOWN_CHARS = 64;

function firstCharacterOf(source) {
  for (let i = 0; i < source.length; i++) {
    const chunk = source[i];
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk[at]; // a number, or a character
      const isSpace = code === 32 || code === 10 || code === 13 || code === 9 || code === ' ' || code === '\n' || code === '\r' || code === '\t';
      if (!isSpace) return code;
    }
  }
  return undefined;
}

const isContainer = (first) => first === 0x7b || first === 0x5b || first === '{' || first === '[';

// What JSON.parse would say if it took nothing but objects and arrays.
function strictError(text) {
  const match = RegExpPrototypeExec(FIRST, text);
  const first = match !== null && match[1] ? match[1] : undefined;
  const at = first === undefined ? -1 : StringPrototypeIndexOf(text, first);
  const rest = text.length - at;
  const sample = at === -1 ? '' : StringPrototypeSlice(text, 0, at) + StringPrototypeRepeat('#', rest < SHOWN_CHARS ? rest : SHOWN_CHARS);
  try {
    JSONParse(sample);
  } catch (error) {
    return new SyntaxError(replacePattern(/#+/g, error.message, (marks) => StringPrototypeSlice(text, at, at + marks.length)));
  }
  return new SyntaxError('strict violation');
}

// ---- the middleware

async function parseRequest(req, res, options) {
  const charset = charsetOf(req, options.defaultCharset);
  if (!StringPrototypeStartsWith(charset, 'utf-') || !ArrayPrototypeSome(DECODED, (known) => known === charset)) throw unsupportedCharset(charset);
  const chunks = await readBody(req, options);
  if (options.verify !== undefined) {
    const body = concat(chunks);
    try {
      options.verify(req, res, body, charset);
    } catch (error) {
      throw withStatus(403, error, { body, type: error.type || 'entity.verify.failed' });
    }
  }
  if (chunks.length === 0) return {};
  const source = sourceFrom(chunks, charset);
  try {
    if (options.strict && !isContainer(firstCharacterOf(source))) throw strictError(textOf(chunks, charset));
    const value = await new Reading(itemsOf(source), options.parsing, false).whole();
    return options.parsing.reviver === undefined ? value : await revive(value, options.parsing);
  } catch (error) {
    withStatus(400, error, { type: error.type || 'entity.parse.failed' });
    // The text of a large body is made only for those who ask.
    ObjectDefineProperty(error, 'body', {
      __proto__: null, configurable: true, enumerable: true, get: () => textOf(chunks, charset),
    });
    throw error;
  }
}

const hasBody = (req) => req.headers['transfer-encoding'] !== undefined || !NumberIsNaN(Number(req.headers['content-length'] ?? NaN));

function expressJson(options = {}) {
  const checked = optionsFrom(options);
  return function jsonParser(req, res, next) {
    if (isFinished(req)) {
      next();
      return;
    }
    if (!('body' in req)) req.body = undefined;
    if (!hasBody(req) || !checked.hasType(req)) {
      next();
      return;
    }
    const { nextTick } = process;
    PromisePrototypeThen(parseRequest(req, res, checked), (body) => {
      req.body = body;
      nextTick(next);
    }, (error) => nextTick(next, error));
  };
}

module.exports = { bytesFrom, expressJson, withoutMark };
