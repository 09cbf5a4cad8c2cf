'use strict';

// Validates the options of streams and of one-shot functions, and creates their handles.

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypePush, Int32Array, MathMax, MathTrunc, NumberIsSafeInteger,
  ObjectAssign, ObjectKeys, RangeError, ReflectApply, SafeSet, StringPrototypeStartsWith, TypeError,
} = require('internal/primordials');
const { codes: {
  ERR_BROTLI_INVALID_PARAM,
  ERR_INVALID_ARG_TYPE,
  ERR_OUT_OF_RANGE,
  ERR_ZLIB_INITIALIZATION_FAILED,
  ERR_ZSTD_INVALID_PARAM,
} } = require('internal/errors');
const { checkRangesOrGetDefault, validateBoolean, validateFiniteNumber } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('util').types;
const { Buffer, kMaxLength } = require('buffer');
const { constants } = require('internal/zlib/constants');
const { Handle } = require('internal/zlib/handle');
const native = binding('zlib');

const {
  Z_NO_FLUSH, Z_BLOCK, Z_FULL_FLUSH, Z_FINISH,
  Z_MIN_CHUNK, Z_MIN_WINDOWBITS, Z_MAX_WINDOWBITS, Z_MIN_LEVEL, Z_MAX_LEVEL, Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL,
  Z_DEFAULT_CHUNK, Z_DEFAULT_COMPRESSION, Z_DEFAULT_STRATEGY, Z_DEFAULT_WINDOWBITS, Z_DEFAULT_MEMLEVEL, Z_FIXED,
  DEFLATE, INFLATE, GZIP, GUNZIP, DEFLATERAW, UNZIP, BROTLI_DECODE, BROTLI_ENCODE, ZSTD_COMPRESS,
  BROTLI_PARAM_QUALITY,
  BROTLI_OPERATION_PROCESS, BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_EMIT_METADATA,
  ZSTD_e_continue, ZSTD_e_flush, ZSTD_e_end,
} = constants;

// The flush operations of a family of formats: while writing, at the end, by flush(), and the allowed values.
const ZLIB_FLUSH = { flush: Z_NO_FLUSH, finish: Z_FINISH, full: Z_FULL_FLUSH, min: Z_NO_FLUSH, max: Z_BLOCK };
const BROTLI_FLUSH = {
  flush: BROTLI_OPERATION_PROCESS, finish: BROTLI_OPERATION_FINISH, full: BROTLI_OPERATION_FLUSH,
  min: BROTLI_OPERATION_PROCESS, max: BROTLI_OPERATION_EMIT_METADATA,
};
const ZSTD_FLUSH = {
  flush: ZSTD_e_continue, finish: ZSTD_e_end, full: ZSTD_e_flush, min: ZSTD_e_continue, max: ZSTD_e_end,
};

function flushesOf(mode) {
  if (mode >= ZSTD_COMPRESS) return ZSTD_FLUSH;
  return mode >= BROTLI_DECODE ? BROTLI_FLUSH : ZLIB_FLUSH;
}

const maxOf = (prefix) => ReflectApply(MathMax, undefined, ArrayPrototypeMap(ArrayPrototypeFilter(ObjectKeys(constants), (name) => StringPrototypeStartsWith(name, prefix)), (name) => constants[name]));
const MAX_BROTLI_PARAM = maxOf('BROTLI_PARAM_');
const MAX_ZSTD_C_PARAM = maxOf('ZSTD_c_');
const MAX_ZSTD_D_PARAM = maxOf('ZSTD_d_');

function checkedDictionary(dictionary) {
  if (dictionary === undefined || isArrayBufferView(dictionary)) return dictionary;
  if (isAnyArrayBuffer(dictionary)) return Buffer.from(dictionary);
  throw new ERR_INVALID_ARG_TYPE('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

// ---- zlib's formats

const ZLIB_DEFAULTS = {
  windowBits: Z_DEFAULT_WINDOWBITS,
  level: Z_DEFAULT_COMPRESSION,
  memLevel: Z_DEFAULT_MEMLEVEL,
  strategy: Z_DEFAULT_STRATEGY,
  dictionary: undefined,
};

function zlibParameters(mode, options) {
  if (!options) return ZLIB_DEFAULTS;
  const { windowBits, level, memLevel, strategy, dictionary } = options;
  return {
    windowBits: checkedWindowBits(mode, windowBits),
    level: checkRangesOrGetDefault(level, 'options.level', Z_MIN_LEVEL, Z_MAX_LEVEL, Z_DEFAULT_COMPRESSION),
    memLevel: checkRangesOrGetDefault(memLevel, 'options.memLevel', Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL, Z_DEFAULT_MEMLEVEL),
    strategy: checkRangesOrGetDefault(strategy, 'options.strategy', Z_DEFAULT_STRATEGY, Z_FIXED, Z_DEFAULT_STRATEGY),
    dictionary: checkedDictionary(dictionary),
  };
}

// For a decompressor 0 means the value in the stream's header. zlib supports a window of 8 bits for zlib streams, but not
// for gzip; for raw deflate it has always been replaced by 9.
function checkedWindowBits(mode, windowBits) {
  if ((windowBits === undefined || windowBits === null || windowBits === 0) &&
      (mode === INFLATE || mode === GUNZIP || mode === UNZIP)) {
    return 0;
  }
  if (mode === DEFLATERAW && windowBits === 8) return 9;
  const min = Z_MIN_WINDOWBITS + (mode === GZIP ? 1 : 0);
  return checkRangesOrGetDefault(windowBits, 'options.windowBits', min, Z_MAX_WINDOWBITS, Z_DEFAULT_WINDOWBITS);
}

// The memory use by zlib's documentation.
function zlibBytes(mode, windowBits, memLevel) {
  const window = windowBits || Z_DEFAULT_WINDOWBITS;
  return mode === DEFLATE || mode === GZIP || mode === DEFLATERAW ?
    (1 << window + 2) + (1 << memLevel + 9) : (1 << window) + 8 * 1024;
}

function zlibHandle(mode, { windowBits, level, memLevel, strategy, dictionary }, rejectsGarbage) {
  return new Handle(mode, () => native.open(mode, windowBits, level, memLevel, strategy, dictionary, rejectsGarbage), {
    nativeBytes: zlibBytes(mode, windowBits, memLevel),
    once: (flush, input, output) =>
      native.once(mode, windowBits, level, memLevel, strategy, dictionary, rejectsGarbage, flush, input, output),
  });
}

// ---- brotli and zstd: parameters by number

const UNSET = -1;
const COMPRESSOR_BYTES = 512 * 1024; // at least
const DECOMPRESSOR_BYTES = 128 * 1024;
const FAST_BROTLI_PART_BYTES = 4 << 20;

// Alternating keys and values. As in Node, a value of -1 is ignored.
function checkedParams(params, max, InvalidParam) {
  if (!params) return new Int32Array(0);
  const list = [];
  const seen = new SafeSet();
  for (let i = 0, items = ObjectKeys(params); i < items.length; i++) {
    const name = items[i];
    const key = +name;
    if (!(key >= 0 && key <= max) || seen.has(key)) throw new InvalidParam(name);
    const value = params[name];
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw new ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
    }
    if (MathTrunc(key) !== key || (value | 0) === UNSET) continue;
    seen.add(key);
    ArrayPrototypePush(list, key, value | 0);
  }
  return new Int32Array(list);
}

function pledgedSize(bytes) {
  if (bytes === undefined) return UNSET;
  if (typeof bytes !== 'number') throw typeError('pledgedSrcSize must be a number');
  if (!NumberIsSafeInteger(bytes)) throw rangeError('pledgedSrcSize must be a safe integer');
  if (bytes < 0) throw rangeError('pledgedSrcSize must be non-negative');
  return bytes;
}

// Errors with our codes and specific messages.
const typeError = (message) => ObjectAssign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
const rangeError = (message) => ObjectAssign(new RangeError(message), { code: 'ERR_OUT_OF_RANGE' });

function parameterHandle(mode, params, dictionary, { pledged = UNSET, rejectsGarbage = false, partBytes }) {
  return new Handle(mode, () => {
    const codec = native.openWithParameters(mode, params, dictionary, pledged, rejectsGarbage);
    if (typeof codec === 'number') return codec;
    const error = new ERR_ZLIB_INITIALIZATION_FAILED();
    if (codec !== error.message) error.message = codec;
    throw error;
  }, {
    __proto__: null,
    partBytes,
    nativeBytes: mode === BROTLI_ENCODE || mode === ZSTD_COMPRESS ? COMPRESSOR_BYTES : DECOMPRESSOR_BYTES,
  });
}

// The two fastest levels compress each part of the input separately; they are fast enough for large parts.
function brotliPartBytes(params) {
  for (let i = 0; i < params.length; i += 2) {
    if (params[i] === BROTLI_PARAM_QUALITY && params[i + 1] <= 1) return FAST_BROTLI_PART_BYTES;
  }
  return undefined;
}

function brotliHandle(mode, options) {
  const params = checkedParams(options?.params, MAX_BROTLI_PARAM, ERR_BROTLI_INVALID_PARAM);
  return parameterHandle(mode, params, checkedDictionary(options?.dictionary), {
    __proto__: null, partBytes: brotliPartBytes(params),
  });
}

function zstdHandle(mode, options) {
  const max = mode === ZSTD_COMPRESS ? MAX_ZSTD_C_PARAM : MAX_ZSTD_D_PARAM;
  const params = checkedParams(options?.params, max, ERR_ZSTD_INVALID_PARAM);
  const dictionary = checkedDictionary(options?.dictionary);
  return parameterHandle(mode, params, dictionary, {
    __proto__: null,
    pledged: pledgedSize(options?.pledgedSrcSize),
    rejectsGarbage: options?.rejectGarbageAfterEnd === true,
  });
}

// ---- common to all

function commonOptions(mode, options) {
  const { flush, finish, min, max } = flushesOf(mode);
  const common = {
    chunkSize: Z_DEFAULT_CHUNK, flush, finishFlush: finish, maxOutputLength: kMaxLength, rejectsGarbage: false, info: undefined,
  };
  if (!options) return common;
  const { chunkSize } = options;
  if (validateFiniteNumber(chunkSize, 'options.chunkSize')) {
    if (chunkSize < Z_MIN_CHUNK) throw new ERR_OUT_OF_RANGE('options.chunkSize', `>= ${Z_MIN_CHUNK}`, chunkSize);
    common.chunkSize = chunkSize;
  }
  common.flush = checkRangesOrGetDefault(options.flush, 'options.flush', min, max, flush);
  common.finishFlush = checkRangesOrGetDefault(options.finishFlush, 'options.finishFlush', min, max, finish);
  common.maxOutputLength =
    checkRangesOrGetDefault(options.maxOutputLength, 'options.maxOutputLength', 1, kMaxLength, kMaxLength);
  if (options.rejectGarbageAfterEnd !== undefined) {
    validateBoolean(options.rejectGarbageAfterEnd, 'options.rejectGarbageAfterEnd');
    common.rejectsGarbage = options.rejectGarbageAfterEnd;
  }
  common.info = options.info;
  return common;
}

// Evaluates the `options` of a stream of this mode: { handle, parameters (of zlib's formats), common }.
function describe(mode, options) {
  if (mode >= BROTLI_DECODE) {
    const handle = mode === BROTLI_DECODE || mode === BROTLI_ENCODE ? brotliHandle(mode, options) : zstdHandle(mode, options);
    try {
      return { handle, parameters: undefined, common: commonOptions(mode, options) };
    } catch (error) {
      handle.close();
      throw error;
    }
  }
  const parameters = zlibParameters(mode, options);
  return {
    handle: zlibHandle(mode, parameters, options?.rejectGarbageAfterEnd === true),
    parameters,
    common: commonOptions(mode, options),
  };
}

module.exports = { describe, flushesOf };
