'use strict';

// Shared by the parts of crypto: conversion of arguments to bytes, jobs on the worker pool, ownership of native objects.

const {
  FinalizationRegistry, ObjectDefineProperty, Promise, ReflectApply, itemsOf, joinLists, registerFinalizer,
  unregisterFinalizer,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE }, hideStackFrames } = require('internal/errors');
const { validateString } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView, isPromise } = require('util/types');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const { bufferOf, byteLengthOf, byteOffsetOf, copyOf: copyOfView, sizeOf } = require('internal/memory');

const native = binding('crypto');

const MAX_BYTES = 2 ** 31 - 1; // the limit of a C int and of a ByteBuffer
const BYTES = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

const encodingOf = (encoding) => (encoding === 'buffer' ? 'utf8' : encoding);

const isBytes = (value) => isAnyArrayBuffer(value) || isArrayBufferView(value);

// `encoding` is the caller's default for strings.
function toBuf(value, encoding) {
  return typeof value === 'string' ? Buffer.from(value, encodingOf(encoding)) : value;
}

// A string, an ArrayBuffer or a view as a Uint8Array over the same memory.
const getArrayBufferOrView = hideStackFrames((value, name, encoding) => {
  if (typeof value === 'string') return Buffer.from(value, encodingOf(encoding));
  if (!isBytes(value)) throw new ERR_INVALID_ARG_TYPE(name, BYTES, value);
  const size = sizeOfBytes(value);
  if (size > MAX_BYTES) {
    const error = new ERR_OUT_OF_RANGE(name, `<= ${MAX_BYTES} bytes`, size);
    error.message = `${name} is too big`;
    throw error;
  }
  return bytesOf(value);
});

const sizeOfBytes = (value) => (isArrayBufferView(value) ? byteLengthOf(value) : sizeOf(value));

// Never the user's own object, whose length and offset properties may lie. A detached buffer has no bytes.
function bytesOf(value) {
  const size = sizeOfBytes(value);
  if (size === 0) return new FastBuffer();
  return isArrayBufferView(value) ?
    new FastBuffer(bufferOf(value), byteOffsetOf(value), size) : new FastBuffer(value, 0, size);
}

// A copy, because the user may change the original while the pool reads it.
const copyOf = (value) => copyOfView(bytesOf(value));

function checkSize(view) {
  if (byteLengthOf(view) <= MAX_BYTES) return;
  const error = new ERR_OUT_OF_RANGE('data', `<= ${MAX_BYTES}`, byteLengthOf(view));
  error.message = 'data is too long';
  throw error;
}

function getStringOption(options, key) {
  const value = options?.[key];
  if (value != null) validateString(value, `options.${key}`);
  return value;
}

const asBuffer = (bytes) => new FastBuffer(bufferOf(bytes), byteOffsetOf(bytes), byteLengthOf(bytes));

function encode(bytes, encoding) {
  const buffer = asBuffer(bytes);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

// ---- jobs
//
// As in Node, `this` of a job's callback is an object of the job's class; `keep` keeps the memory alive that the pool uses.

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
    if (error) return ReflectApply(callback, job, [error]);
    return ReflectApply(callback, job, [null, make(result)]);
  };
  ReflectApply(native[`${name}Async`], native, joinLists(args, [(error, result) => job.ondone(error ?? undefined, result)]));
}

// A promise that is resolved with an object asks it for `then`, which a program may have put on Object.prototype. Results of
// Web Crypto are never thenables. `isResolved` takes the property away again.
function notThenable(value) {
  if (typeof value === 'object' && value !== null && !isPromise(value) && 'then' in value) {
    ObjectDefineProperty(value, 'then', { __proto__: null, value: undefined, configurable: true });
  }
  return value;
}

function isResolved(value) {
  if (typeof value === 'object' && value !== null) delete value.then;
}

// The same, returning a promise.
function runPromise(name, args, make = (result) => result, keep = undefined) {
  return new Promise((resolve, reject) => {
    native[`${name}Async`](...itemsOf(args), (error, result) => {
      void keep;
      if (error) reject(error);
      else {
        try {
          resolve(notThenable(make(result)));
        } catch (failure) {
          reject(failure);
        }
      }
    });
  });
}

// ---- native objects: freed explicitly, or when their owner is collected

let registry;

function own(owner, id) {
  registry ??= new FinalizationRegistry((id) => native.free(id));
  registerFinalizer(registry, owner, id, owner);
  return id;
}

function disown(owner) {
  if (registry !== undefined) unregisterFinalizer(registry, owner);
}

module.exports = {
  BYTES, asBuffer, bytesOf, checkSize, copyOf, disown, encode, getArrayBufferOrView, getStringOption, isBytes, isResolved, jobClass,
  notThenable, own, run, runPromise, toBuf,
};
