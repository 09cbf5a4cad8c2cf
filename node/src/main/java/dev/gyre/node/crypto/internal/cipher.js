'use strict';

// Cipheriv and Decipheriv.
//
// Small pieces are copied into a block of memory that Java knows, and the result is read from its second half, so that only
// numbers cross. Large pieces are processed in place, directly into the memory of the result.

const {
  ArrayBuffer, Boolean, FinalizationRegistry, FunctionPrototypeCall, NumberIsInteger, ObjectAssign, ObjectSetPrototypeOf,
  SafeMap, Symbol, registerFinalizer,
} = require('internal/primordials');
const { codes: {
  ERR_CRYPTO_INVALID_KEYLEN, ERR_CRYPTO_INVALID_STATE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_ENCODING,
} } = require('internal/errors');
const { validateEncoding, validateObject, validateString, validateUint32 } = require('internal/validators');
const { kEmptyObject, normalizeEncoding } = require('internal/util');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { StringDecoder } = require('string_decoder');
const LazyTransform = require('internal/crypto/lazy_transform');
const { asBuffer, bytesOf, checkSize, getArrayBufferOrView, getStringOption } = require('internal/crypto/util');
const { bufferOf, byteLengthOf, keepMemory, partOf, setBytes } = require('internal/memory');

const native = binding('crypto');

const SCRATCH_BYTES = 32 * 1024;
const SMALL_BYTES = SCRATCH_BYTES / 2 - 64;

let scratch;

const kCipher = Symbol('kHandle');

// ---- the native cipher

const kinds = new SafeMap();

function kindOf(name) {
  let kind = kinds.get(name);
  if (kind === undefined) {
    const facts = native.cipherInfo(name);
    kind = { blockSize: facts[4] ?? 1, wraps: facts[0] === 'wrap' };
    kinds.set(name, kind);
  }
  return kind;
}

let registry;

class NativeCipher {
  constructor(name, encrypts, key, iv, authTagLength) {
    if (scratch === undefined) {
      const memory = Buffer.from(new ArrayBuffer(SCRATCH_BYTES));
      keepMemory(bufferOf(memory));
      native.cipherScratch(memory);
      scratch = memory;
    }
    const keyLength = byteLengthOf(key);
    const ivLength = iv === null ? -1 : byteLengthOf(iv);
    if (keyLength + ivLength > SCRATCH_BYTES) throw new ERR_CRYPTO_INVALID_KEYLEN();
    setBytes(scratch, key);
    if (iv !== null) setBytes(scratch, iv, keyLength);
    this.id = native.cipherStart(name, encrypts, keyLength, ivLength, authTagLength);
    const { blockSize, wraps } = kindOf(name);
    this.blockSize = blockSize;
    this.wraps = wraps && encrypts;
    registry ??= new FinalizationRegistry((id) => native.cipherFree(id));
    registerFinalizer(registry, this, this.id);
  }

  update(data) {
    checkSize(data);
    const bytes = bytesOf(data);
    if (this.wraps) return asBuffer(native.cipherWrap(this.id, bytes));
    const size = byteLengthOf(bytes);
    if (size <= SMALL_BYTES) {
      setBytes(scratch, bytes);
      return this.takeResult(native.cipherUpdateSmall(this.id, size));
    }
    const out = Buffer.allocUnsafeSlow(size + this.blockSize);
    const length = native.cipherUpdate(this.id, bytes, out);
    return length === out.length ? out : out.subarray(0, length);
  }

  final() {
    return this.takeResult(native.cipherFinal(this.id));
  }

  takeResult(length) {
    const result = Buffer.allocUnsafe(length);
    setBytes(result, partOf(scratch, SCRATCH_BYTES / 2, length));
    return result;
  }
}

// ---- arguments

function uintOption(options, name) {
  const value = options?.[name];
  if (value == null) return -1;
  if (value >>> 0 !== value) throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
  return value + 0;
}

function init(stream, cipher, key, iv, options, encrypts) {
  validateString(cipher, 'cipher');
  const encoding = getStringOption(options, 'encoding');
  const bytes = require('internal/crypto/keys').secretBytes(key, encoding);
  iv = iv === null ? null : getArrayBufferOrView(iv, 'iv');
  const authTagLength = uintOption(options, 'authTagLength');
  stream[kCipher] = new NativeCipher(cipher, encrypts, bytes, iv, authTagLength | 0);
  stream._decoder = null;
  FunctionPrototypeCall(LazyTransform, stream, options);
}

function decoderOf(decoder, encoding) {
  const known = normalizeEncoding(encoding);
  if (known === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  decoder ||= new StringDecoder(encoding);
  if (decoder.encoding !== known) {
    throw new ERR_INVALID_ARG_VALUE('outputEncoding', encoding, `cannot be changed from '${decoder.encoding}'`);
  }
  return decoder;
}

const wantsText = (encoding) => encoding && encoding !== 'buffer';

function toBytes(data, encoding) {
  if (typeof data !== 'string') return data;
  return Buffer.from(data, encoding === 'buffer' || normalizeEncoding(encoding) === undefined ? 'utf8' : encoding);
}

const methods = {
  _transform(chunk, encoding, callback) {
    this.push(this[kCipher].update(toBytes(chunk, encoding)));
    callback();
  },

  _flush(callback) {
    try {
      this.push(this[kCipher].final());
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  },

  update(data, inputEncoding, outputEncoding) {
    if (typeof data === 'string') validateEncoding(data, inputEncoding);
    else if (!isArrayBufferView(data)) {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    }
    const result = this[kCipher].update(toBytes(data, inputEncoding));
    if (!wantsText(outputEncoding)) return result;
    this._decoder = decoderOf(this._decoder, outputEncoding);
    return this._decoder.write(result);
  },

  final(outputEncoding) {
    const result = this[kCipher].final();
    if (!wantsText(outputEncoding)) return result;
    this._decoder = decoderOf(this._decoder, outputEncoding);
    return this._decoder.end(result);
  },

  setAutoPadding(autoPadding = true) {
    if (!native.cipherSetPadding(this[kCipher].id, Boolean(autoPadding))) {
      throw new ERR_CRYPTO_INVALID_STATE('setAutoPadding');
    }
    return this;
  },

  setAAD(aadbuf, options) {
    const encoding = getStringOption(options, 'encoding');
    const plaintextLength = uintOption(options, 'plaintextLength');
    aadbuf = getArrayBufferOrView(aadbuf, 'aadbuf', encoding);
    if (!native.cipherSetAad(this[kCipher].id, aadbuf, plaintextLength)) throw new ERR_CRYPTO_INVALID_STATE('setAAD');
    return this;
  },
};

function getAuthTag() {
  const length = native.cipherTag(this[kCipher].id);
  if (length === -1) throw new ERR_CRYPTO_INVALID_STATE('getAuthTag');
  return this[kCipher].takeResult(length);
}

function setAuthTag(tagbuf, encoding) {
  tagbuf = getArrayBufferOrView(tagbuf, 'buffer', encoding);
  if (!native.cipherSetTag(this[kCipher].id, tagbuf)) throw new ERR_CRYPTO_INVALID_STATE('setAuthTag');
  return this;
}

// Functions instead of classes, because programs call them without `new`.
function Cipheriv(cipher, key, iv, options) {
  if (!(this instanceof Cipheriv)) return new Cipheriv(cipher, key, iv, options);
  init(this, cipher, key, iv, options, true);
}

function Decipheriv(cipher, key, iv, options) {
  if (!(this instanceof Decipheriv)) return new Decipheriv(cipher, key, iv, options);
  init(this, cipher, key, iv, options, false);
}

for (let i = 0, list = [Cipheriv, Decipheriv]; i < list.length; i++) {
  const Kind = list[i];
  ObjectSetPrototypeOf(Kind.prototype, LazyTransform.prototype);
  ObjectSetPrototypeOf(Kind, LazyTransform);
  ObjectAssign(Kind.prototype, methods);
}
Cipheriv.prototype.getAuthTag = getAuthTag;
Decipheriv.prototype.setAuthTag = setAuthTag;

// ---- information about ciphers

function getCipherInfo(nameOrNid, options = kEmptyObject) {
  validateObject(options, 'options');
  const { keyLength, ivLength } = options;
  if (keyLength !== undefined) validateUint32(keyLength, 'options.keyLength');
  if (ivLength !== undefined) validateUint32(ivLength, 'options.ivLength');
  if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number') {
    throw new ERR_INVALID_ARG_TYPE('nameOrNid', ['string', 'number'], nameOrNid);
  }
  const isPossible = typeof nameOrNid === 'string' ? nameOrNid.length > 0 :
    NumberIsInteger(nameOrNid) && nameOrNid >= 1 && nameOrNid <= 2 ** 31 - 1;
  const facts = isPossible ? native.cipherInfo(nameOrNid, keyLength, ivLength) : undefined;
  if (facts === undefined) return undefined;
  const info = { __proto__: null, mode: facts[0], name: facts[1], nid: facts[2], keyLength: facts[3] };
  if (facts[4] !== undefined) info.blockSize = facts[4];
  if (facts[5] !== undefined) info.ivLength = facts[5];
  return info;
}

module.exports = { Cipheriv, Decipheriv, getCipherInfo };
