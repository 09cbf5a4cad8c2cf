'use strict';

// node:buffer. The parts are in internal/: creation (from), bytes, strings, numbers (read, write), searching, and the codecs
// that all of them use.

const {
  Array, ObjectAssign, ObjectDefineProperties, ObjectDefineProperty, ObjectEntries, ObjectSetPrototypeOf,
  StringPrototypeIncludes, StringPrototypeReplace, SymbolSpecies, Uint8Array,
} = require('internal/primordials');
const { FastBuffer, K_MAX_LENGTH, pool } = require('internal/buffer/fast');
const { K_STRING_MAX_LENGTH } = require('internal/buffer/codec');
const makers = require('internal/buffer/from');
const bytes = require('internal/buffer/bytes');
const strings = require('internal/buffer/strings');
const { readMethods } = require('internal/buffer/read');
const { writeMethods } = require('internal/buffer/write');
const { findEncoding } = require('internal/buffer/encodings');
const { inspectBuffer, inspection } = require('internal/buffer/inspect');
const { warnAboutConstructor } = require('internal/buffer/deprecation');
const text = require('internal/buffer/text');
const { isUint8Array, lengthOf } = require('internal/buffer/types');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { customInspectSymbol, defineLazyProperties, kIsEncodingSymbol } = require('internal/util');
const { validateNumber } = require('internal/validators');

function Buffer(arg, encodingOrOffset, length) {
  warnAboutConstructor();
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string') throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return makers.alloc(arg);
  }
  return makers.from(arg, encodingOrOffset, length);
}

FastBuffer.prototype.constructor = Buffer;
Buffer.prototype = FastBuffer.prototype;
ObjectSetPrototypeOf(Buffer, Uint8Array);
ObjectDefineProperty(Buffer, SymbolSpecies, {
  __proto__: null,
  configurable: true,
  enumerable: false,
  get() { return FastBuffer; },
});

// ---- statics

Buffer.poolSize = pool.settings.poolSize;
pool.settings = Buffer;

Buffer.from = makers.from;
Buffer.copyBytesFrom = makers.copyBytesFrom;
Buffer.of = makers.of;
Buffer.alloc = makers.alloc;
Buffer.allocUnsafe = makers.allocUnsafe;
Buffer.allocUnsafeSlow = makers.allocUnsafeSlow;
Buffer.isBuffer = function isBuffer(b) {
  return b instanceof Buffer;
};
Buffer.compare = bytes.statics.compare;
Buffer.isEncoding = function isEncoding(encoding) {
  return typeof encoding === 'string' && findEncoding(encoding) !== undefined;
};
Buffer[kIsEncodingSymbol] = Buffer.isEncoding;
Buffer.concat = makers.concat;
Buffer.byteLength = strings.byteLength;

// ---- the prototype

const { prototype } = Buffer;

// Every number method also has an alias with a lower-case "int".
for (let j = 0, list = ObjectEntries({ ...readMethods, ...writeMethods }); j < list.length; j++) {
  const { 0: name, 1: method } = list[j];
  prototype[name] = method;
  if (StringPrototypeIncludes(name, 'UInt')) prototype[StringPrototypeReplace(name, 'UInt', 'Uint')] = method;
}
ObjectAssign(prototype, strings.encodingMethods);

for (let k = 0, items = [['parent', 'buffer'], ['offset', 'byteOffset']]; k < items.length; k++) {
  const { 0: name, 1: of } = items[k];
  ObjectDefineProperty(prototype, name, {
    __proto__: null,
    enumerable: true,
    get() { return this instanceof Buffer ? this[of] : undefined; },
  });
}

prototype.copy = bytes.copy;
prototype.toString = strings.toString;
prototype.equals = bytes.equals;
prototype[customInspectSymbol] = inspectBuffer;
prototype.inspect = inspectBuffer;
prototype.compare = bytes.compare;
prototype.indexOf = function indexOf(value, offset, end, encoding) {
  return strings.search(this, value, offset, end, encoding, true);
};
prototype.lastIndexOf = function lastIndexOf(value, offset, end, encoding) {
  return strings.search(this, value, offset, end, encoding, false);
};
prototype.includes = function includes(value, offset, end, encoding) {
  return strings.search(this, value, offset, end, encoding, true) !== -1;
};
prototype.fill = function fill(value, offset, end, encoding) {
  return bytes.fill(this, value, offset, end, encoding);
};
prototype.write = strings.write;
prototype.toJSON = function toJSON() {
  const data = new Array(lengthOf(this));
  for (let i = 0; i < data.length; i++) data[i] = this[i];
  return { type: 'Buffer', data };
};
prototype.subarray = bytes.subarray;
prototype.slice = function slice(start, end) {
  return this.subarray(start, end);
};
prototype.swap16 = function swap16() {
  return bytes.swap16(this);
};
prototype.swap32 = function swap32() {
  return bytes.swap32(this);
};
prototype.swap64 = function swap64() {
  return bytes.swap64(this);
};
prototype.toLocaleString = prototype.toString;

// ---- the module

const constants = ObjectDefineProperties({}, {
  __proto__: null,
  MAX_LENGTH: { __proto__: null, value: K_MAX_LENGTH, enumerable: true },
  MAX_STRING_LENGTH: { __proto__: null, value: K_STRING_MAX_LENGTH, enumerable: true },
});

function transcode(source, fromEncoding, toEncoding) {
  if (!isUint8Array(source)) throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  return text.transcode(source, fromEncoding, toEncoding);
}

module.exports = {
  Buffer,
  transcode,
  isUtf8: text.isUtf8,
  isAscii: text.isAscii,
  kMaxLength: K_MAX_LENGTH,
  kStringMaxLength: K_STRING_MAX_LENGTH,
  btoa: text.btoa,
  atob: text.atob,
};

ObjectDefineProperties(module.exports, {
  __proto__: null,
  constants: { __proto__: null, configurable: false, enumerable: true, value: constants },
  INSPECT_MAX_BYTES: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return inspection.maxBytes; },
    set(value) {
      validateNumber(value, 'INSPECT_MAX_BYTES', 0);
      inspection.maxBytes = value;
    },
  },
});

module.exports.resolveObjectURL = function resolveObjectURL(url) {
  return require('internal/buffer/blob').resolveObjectURL(url);
};
defineLazyProperties(module.exports, 'internal/buffer/blob', ['Blob']);
defineLazyProperties(module.exports, 'internal/buffer/file', ['File']);

// Run once, so that the snapshot contains their bytecode; but not the pool.
for (let n = 0, all = ['utf8', 'latin1']; n < all.length; n++) {
  const encoding = all[n];
  Buffer.from('é', encoding).toString(encoding);
  Buffer.allocUnsafe(8).write('é', Buffer.byteLength('é', encoding), encoding);
}
ObjectAssign(pool, { size: 0, offset: 0, bytes: null, memory: null });
