'use strict';

// What the parts of crypto share: bytes out of whatever a user gives, jobs on the pool, the memory of native objects.

const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE }, hideStackFrames } = require('internal/errors');
const { validateString } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('util/types');
const { Buffer } = require('buffer');
const { isUint8Array, lengthOf } = require('internal/buffer/types');
const { isReachable, reachable, setBytes, slice, subarray, viewOf } = require('internal/buffer/view_of');

const native = binding('crypto');

const MAX_BYTES = 2 ** 31 - 1; // what a C int can hold, and a ByteBuffer
const BYTES = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

const encodingOf = (encoding) => (encoding === 'buffer' ? 'utf8' : encoding);

const isBytes = (value) => isAnyArrayBuffer(value) || isArrayBufferView(value);

// Strings in many places were binary once; `encoding` is the caller's.
function toBuf(value, encoding) {
  return typeof value === 'string' ? Buffer.from(value, encodingOf(encoding)) : value;
}

// A string, an ArrayBuffer or a view as a Uint8Array over the same memory.
const getArrayBufferOrView = hideStackFrames((value, name, encoding) => {
  if (typeof value === 'string') return Buffer.from(value, encodingOf(encoding));
  if (!isBytes(value)) throw new ERR_INVALID_ARG_TYPE(name, BYTES, value);
  const view = viewOf(value);
  if (view.length > MAX_BYTES) {
    const error = new ERR_OUT_OF_RANGE(name, `<= ${MAX_BYTES} bytes`, view.length);
    error.message = `${name} is too big`;
    throw error;
  }
  return reachable(view);
});

// ---- bytes of the user's: see internal/buffer/view_of

// The bytes of a view or a buffer as a Uint8Array that Java can read: over the same memory, or a copy of a part of a
// buffer that is too large for Java.
const bytesOf = (value) => reachable(viewOf(value));

// A copy: what the pool reads must not change under its hands.
const copyOf = (value) => slice(viewOf(value));

function getStringOption(options, key) {
  const value = options?.[key];
  if (value != null) validateString(value, `options.${key}`);
  return value;
}

const asBuffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function encode(bytes, encoding) {
  const buffer = asBuffer(bytes);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

// For data that is handed on piece by piece.
function checkLength(length) {
  if (length <= MAX_BYTES) return;
  const error = new ERR_OUT_OF_RANGE('data', `<= ${MAX_BYTES} bytes`, length);
  error.message = 'data is too long';
  throw error;
}

// ---- jobs
//
// `this` of a job's callback is an object of the job's class, as in Node; `keep` holds what the pool uses.

class Job {
  constructor(ondone) {
    this.ondone = ondone;
  }
}

function jobClass(name) {
  return { [name]: class extends Job {} }[name];
}

// Runs binding('crypto').nameAsync(...args); callback(error) or callback(null, make(result)).
function run(name, args, JobClass, callback, make = asBuffer, keep = undefined) {
  const job = new JobClass(undefined);
  job.ondone = (error, result) => {
    void keep;
    if (error) return Reflect.apply(callback, job, [error]);
    return Reflect.apply(callback, job, [null, make(result)]);
  };
  native[`${name}Async`](...args, (error, result) => job.ondone(error ?? undefined, result));
}

// The same as a promise.
function runPromise(name, args, make = (result) => result, keep = undefined) {
  return new Promise((resolve, reject) => {
    native[`${name}Async`](...args, (error, result) => {
      void keep;
      if (error) reject(error);
      else {
        try {
          resolve(make(result));
        } catch (failure) {
          reject(failure);
        }
      }
    });
  });
}

// ---- native objects: freed by hand, or when their owner is gone

let registry;

function own(owner, id) {
  registry ??= new FinalizationRegistry((id) => native.free(id));
  registry.register(owner, id, owner);
  return id;
}

function disown(owner) {
  registry?.unregister(owner);
}

module.exports = {
  BYTES, asBuffer, bytesOf, checkLength, copyOf, disown, encode, getArrayBufferOrView, getStringOption, isBytes, isReachable,
  isUint8Array, jobClass, lengthOf, own, reachable, run, runPromise, setBytes, slice, subarray, toBuf, viewOf,
};
