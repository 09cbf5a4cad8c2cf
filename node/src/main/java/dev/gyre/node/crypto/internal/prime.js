'use strict';

// Prime numbers, generated and checked by OpenSSL.

const { BigInt, Boolean, ReflectApply, StringPrototypePadStart, bufferOf } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } } = require('internal/errors');
const { validateBoolean, validateFunction, validateInt32, validateObject } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const { Buffer } = require('buffer');
const { bytesOf, copyOf, isBytes, jobClass, run } = require('internal/crypto/util');

const native = binding('crypto');

const RandomPrimeJob = jobClass('RandomPrimeJob');
const CheckPrimeJob = jobClass('CheckPrimeJob');

const LONG_BYTES = 1 << 26; // OpenSSL may refuse the size, which is reported synchronously

const NUMBERS = ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'];

function numberBytes(value, name) {
  if (typeof value !== 'bigint') {
    if (!isBytes(value)) throw new ERR_INVALID_ARG_TYPE(name, NUMBERS, value);
    return copyOf(value);
  }
  if (value < 0) throw new ERR_OUT_OF_RANGE(name, '>= 0', value);
  const digits = value.toString(16);
  return Buffer.from(StringPrototypePadStart(digits, digits.length + digits.length % 2, '0'), 'hex');
}

const toArrayBuffer = (bytes) => bufferOf(copyOf(bytes));
const toBigInt = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function prepareGenerate(size, options) {
  validateObject(options, 'options');
  const { safe = false, bigint = false, add, rem } = options;
  validateBoolean(safe, 'options.safe');
  validateBoolean(bigint, 'options.bigint');
  const addBytes = add === undefined ? undefined : numberBytes(add, 'options.add');
  const remBytes = rem === undefined ? undefined : numberBytes(rem, 'options.rem');
  native.primeOptions(size, addBytes, remBytes);
  return { args: [size, safe, addBytes, remBytes], make: bigint ? toBigInt : toArrayBuffer };
}

function generatePrime(size, options, callback) {
  validateInt32(size, 'size', 1);
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  validateFunction(callback, 'callback');
  const { args, make } = prepareGenerate(size, options);
  run('generatePrime', args, RandomPrimeJob, (error, prime) => {
    if (error) callback(error);
    else callback(undefined, prime);
  }, make);
}

function generatePrimeSync(size, options = kEmptyObject) {
  validateInt32(size, 'size', 1);
  const { args, make } = prepareGenerate(size, options);
  return make(ReflectApply(native.generatePrime, native, args));
}

function checksOf(options) {
  validateObject(options, 'options');
  const { checks = 0 } = options;
  validateInt32(checks, 'options.checks', 0);
  return checks + 0;
}

function checkPrime(candidate, options = kEmptyObject, callback) {
  const bytes = numberBytes(candidate, 'candidate');
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  validateFunction(callback, 'callback');
  const checks = checksOf(options);
  if (bytes.length >= LONG_BYTES) native.primeCandidate(bytes);
  run('checkPrime', [bytes, checks], CheckPrimeJob, function(error, result) {
    ReflectApply(callback, this, error ? [error] : [undefined, result]);
  }, Boolean);
}

function checkPrimeSync(candidate, options = kEmptyObject) {
  return native.checkPrime(bytesOf(numberBytes(candidate, 'candidate')), checksOf(options));
}

module.exports = { checkPrime, checkPrimeSync, generatePrime, generatePrimeSync };
