'use strict';

// Hashing with as few crossings to Java as possible.
//
// A crossing costs more than hashing a few hundred bytes. So small pieces are gathered as bytes in a block of memory that
// Java knows (the scratch memory) until the digest is requested. Then one call hashes it in place, and the result is read
// from its beginning. There is one such block. Mostly one hash is computed after the other; the Input that occupies the
// block has to leave it only when another one interleaves. Data that exceeds the block, and every large piece, goes into a
// native context instead. The shortest messages of the most frequent algorithms do not cross at all
// (internal/crypto/small_hash).

const {
  ArrayBuffer, Error, MathMax, MathMin, ObjectAssign, RegExpPrototypeExec, SafeMap, fillBytes, typedArrayName,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { asBuffer, bytesOf, checkSize, disown, own } = require('internal/crypto/util');
const { bufferOf, byteLengthOf, copyOf, keepMemory, partOf, setBytes } = require('internal/memory');
const {
  MAX_HMAC_BYTES, MAX_KEY_BYTES, MAX_SHA1_BYTES, MAX_SHA256_BYTES, hmacSha256, sha1, sha256,
} = require('internal/crypto/small_hash');

const native = binding('crypto');

const { SCRATCH_BYTES } = require('internal/layout').HashScratch;
const SMALL_BYTES = 16 * 1024; // larger pieces are passed in place
const MAX_SAVED_BYTES = 1024; // a larger Input goes into a native context when it has to leave the scratch memory
const MAX_BYTES_PER_UNIT = 3; // of UTF-8, per unit of a JavaScript string
const PART_BYTES = 16 << 20; // of a long digest
const MAX_CALL_BYTES = 1 << 30;
const LONG_DIGEST_BYTES = 64 << 20; // longer digests come from Java in parts

const DATA = ['string', 'Buffer', 'TypedArray', 'DataView'];

let scratch;
let holder; // the Input that occupies the scratch memory
let ready; // the Digester whose digest is in the scratch memory already
let garbage = 0; // a native context to be freed by the next call

function useScratch() {
  const memory = Buffer.from(new ArrayBuffer(SCRATCH_BYTES));
  keepMemory(bufferOf(memory));
  native.hashScratch(memory);
  scratch = memory;
}

// ---- algorithms

const algorithms = new SafeMap();

// { index, size, isXof, blockSize } of a digest by its name, or undefined.
function algorithmOf(name) {
  let algorithm = algorithms.get(name);
  if (algorithm !== undefined) return algorithm;
  if (scratch === undefined) useScratch();
  const info = native.hashInfo(name);
  if (info === undefined) return undefined;
  algorithm = {
    name, index: info[0], size: info[1], isXof: info[2], blockSize: info[3],
    isSha256: RegExpPrototypeExec(/^sha-?256$/i, name) !== null, isSha1: RegExpPrototypeExec(/^sha-?1$/i, name) !== null,
  };
  algorithms.set(name, algorithm);
  return algorithm;
}

// ---- pieces

// A piece is a string or a view.

const sizeAtMost = (piece) => (typeof piece === 'string' ? piece.length * MAX_BYTES_PER_UNIT : byteLengthOf(piece));
const isSmall = (piece) => sizeAtMost(piece) <= SMALL_BYTES;

function writePiece(piece, encoding, at) {
  if (typeof piece !== 'string') {
    setBytes(scratch, typedArrayName(piece) === 'Uint8Array' ? piece : bytesOf(piece), at);
    return at + byteLengthOf(piece);
  }
  if (encoding === 'utf8') return at + scratch.utf8Write(piece, at);
  return at + scratch.write(piece, at, encoding);
}

// The data that a Digester or an Authenticator got after its native context was last updated.
class Input {
  constructor(owner) {
    this.owner = owner;
    this.length = 0;
    this.saved = undefined; // the bytes, while another Input occupies the scratch memory
  }

  add(piece, encoding) {
    if (holder !== this) hold(this);
    this.length = writePiece(piece, encoding, this.length);
  }

  copy(owner) {
    const input = new Input(owner);
    input.length = this.length;
    input.saved = holder === this ? this.bytes() : this.saved;
    return input;
  }

  bytes() {
    return copyOf(partOf(scratch, 0, this.length));
  }

  // Another Input needs the scratch memory. Its caller must not get an error of this Input; this one's owner will get it at
  // the next call.
  leave() {
    if (this.length === 0) return;
    if (this.length > MAX_SAVED_BYTES) {
      try {
        this.owner.flush();
        return;
      } catch {
        // Then the bytes are kept here.
      }
    }
    this.saved = this.bytes();
  }
}

// Makes this Input the holder of the scratch memory, or nobody if it is undefined. An exception at any point leaves the
// bytes of every Input intact.
function hold(input) {
  ready = undefined;
  if (holder === input) return;
  holder?.leave();
  holder = undefined;
  if (input?.saved !== undefined) setBytes(scratch, input.saved);
  holder = input;
  if (input !== undefined) input.saved = undefined;
}

// ---- digests

const xofLengthError = () => ObjectAssign(
  new Error('error:030000B2:digital envelope routines::not XOF or invalid length'),
  {
    library: 'digital envelope routines', reason: 'not XOF or invalid length',
    code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH',
  });

class Digester {
  constructor(algorithm, outputLength) {
    this.algorithm = algorithm;
    this.outputLength = outputLength;
    this.input = new Input(this);
    this.id = 0; // of the native context, once there is one
    if (outputLength !== undefined && !algorithm.isXof && outputLength !== algorithm.size) throw xofLengthError();
  }

  // `isWhole`: this is the whole message, of any length.
  update(data, encoding, isWhole = false) {
    if (typeof data === 'string') encoding = encoding === undefined || encoding === 'buffer' ? 'utf8' : encoding;
    else if (!isArrayBufferView(data)) throw new ERR_INVALID_ARG_TYPE('data', DATA, data);
    else if (!isWhole) checkSize(data);
    if (isSmall(data)) {
      if (this.input.length + sizeAtMost(data) > SCRATCH_BYTES) this.flush();
      this.input.add(data, encoding);
      return;
    }
    if (typeof data === 'string') data = Buffer.from(data, encoding);
    const length = byteLengthOf(data);
    if (this.id === 0 && this.input.length === 0 && !this.algorithm.isXof && length <= MAX_CALL_BYTES) {
      hold(undefined);
      this.id = own(this, native.hashStartWith(this.algorithm.index, data, garbage));
      garbage = 0;
      ready = this;
      return;
    }
    this.flush();
    ready = undefined;
    for (let at = 0; at < length; at += MAX_CALL_BYTES) {
      native.hashUpdate(this.id, partOf(data, at, MathMin(MAX_CALL_BYTES, length - at)));
    }
  }

  flush() {
    if (this.id === 0) this.id = own(this, native.hashStart(this.algorithm.index));
    if (this.input.length === 0) return;
    hold(this.input);
    native.hashUpdateSmall(this.id, this.input.length);
    this.input.length = 0;
  }

  copy(outputLength) {
    const copy = new Digester(this.algorithm, outputLength);
    copy.input = this.input.copy(copy);
    if (this.id !== 0) copy.id = own(copy, native.hashCopy(this.id));
    return copy;
  }

  // A string if there is an encoding, otherwise a Buffer.
  digest(encoding) {
    const { algorithm } = this;
    if (this.outputLength === 0) {
      if (this.id !== 0) native.free(this.id);
      disown(this);
      return encoding && encoding !== 'buffer' ? '' : Buffer.alloc(0);
    }
    if (algorithm.isXof) return this.digestXof(encoding);
    if (this.id === 0) {
      hold(this.input);
      hashScratch(algorithm, this.input.length);
    } else if (ready === this && this.input.length === 0) {
      disown(this);
      if (garbage !== 0) native.free(garbage);
      garbage = this.id;
    } else {
      this.flush();
      disown(this);
      hold(undefined);
      native.hashFinish(this.id);
    }
    return takeScratch(algorithm.size, encoding);
  }

  digestXof(encoding) {
    const length = this.outputLength ?? defaultLength(this.algorithm);
    const buffer = length < LONG_DIGEST_BYTES ? this.finishXof(length) : this.finishLongXof(length);
    return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
  }

  finishXof(length) {
    this.flush();
    disown(this);
    return asBuffer(native.hashFinishLong(this.id, length));
  }

  // In parts, because Java can't create an array of 2 GiB.
  finishLongXof(length) {
    const result = Buffer.from(new ArrayBuffer(length));
    this.flush();
    disown(this);
    const digest = native.hashFinishMemory(this.id, length);
    try {
      for (let at = 0; at < length; at += PART_BYTES) {
        setBytes(result, native.hashMemoryPart(digest, at, MathMin(PART_BYTES, length - at)), at);
      }
    } finally {
      native.free(digest);
    }
    return result;
  }
}

// Writes the digest of the first bytes into the scratch memory.
function hashScratch(algorithm, length) {
  if (algorithm.isSha1 && length <= MAX_SHA1_BYTES) sha1(scratch, 0, length, 0);
  else if (algorithm.isSha256 && length <= MAX_SHA256_BYTES) sha256(scratch, 0, length, 0);
  else native.hashSmall(algorithm.index, length);
}

// A whole message, of which no copy is kept.
function digestOnce(algorithm, input, encoding) {
  hold(undefined);
  hashScratch(algorithm, writePiece(input, 'utf8', 0));
  return takeScratch(algorithm.size, encoding);
}

const canDigestOnce = (algorithm, input) => !algorithm.isXof && isSmall(input);

// OpenSSL 3.4 and later have no default length for SHAKE; Node keeps the former one.
function defaultLength({ name, size }) {
  if (size > 0) return size;
  return RegExpPrototypeExec(/128$/, name) !== null ? 16 : 32;
}

function takeScratch(size, encoding) {
  holder = ready = undefined;
  if (encoding === 'hex') return scratch.hexSlice(0, size);
  if (encoding && encoding !== 'buffer') return scratch.toString(encoding, 0, size);
  const buffer = Buffer.allocUnsafe(size);
  scratch.copy(buffer, 0, 0, size);
  return buffer;
}

// ---- HMACs

class Authenticator {
  constructor(algorithm, key) {
    this.algorithm = algorithm;
    this.key = key; // a copy, until there is a native context
    this.input = new Input(this);
    this.id = 0;
    if (key.length > SMALL_BYTES) this.flush();
  }

  update(data, encoding) {
    if (typeof data === 'string') encoding = encoding === undefined || encoding === 'buffer' ? 'utf8' : encoding;
    else checkSize(data);
    if (isSmall(data)) {
      if (this.input.length + sizeAtMost(data) > SCRATCH_BYTES - SMALL_BYTES) this.flush();
      this.input.add(data, encoding);
      return;
    }
    if (typeof data === 'string') data = Buffer.from(data, encoding);
    this.flush();
    native.hmacUpdate(this.id, data);
  }

  flush() {
    if (this.id === 0) {
      this.id = own(this, native.hmacStart(this.algorithm.index, this.key));
      this.key = undefined;
    }
    if (this.input.length === 0) return;
    hold(this.input);
    native.hmacUpdateSmall(this.id, this.input.length);
    this.input.length = 0;
  }

  digest(encoding) {
    const { key, input: { length } } = this;
    hold(this.input);
    if (this.id !== 0) {
      disown(this);
      native.hmacFinish(this.id, length);
    } else if (this.algorithm.isSha256 && key.length <= MAX_KEY_BYTES && length <= MAX_HMAC_BYTES) {
      hmacSha256(key, scratch, length);
    } else {
      setBytes(scratch, key, length);
      native.hmacSmall(this.algorithm.index, length, key.length);
      fillBytes(scratch, 0, MathMax(length, this.algorithm.size), length + key.length); // the code is written to the beginning
    }
    return takeScratch(this.algorithm.size, encoding);
  }
}

module.exports = { Authenticator, Digester, algorithmOf, canDigestOnce, defaultLength, digestOnce };
