'use strict';

// Key encapsulation: a fresh secret for the owner of a key.

const { validateFunction } = require('internal/validators');
const { privateHandle, publicOrPrivateHandle } = require('internal/crypto/keys');
const { asBuffer, copyOf, getArrayBufferOrView, jobClass, run } = require('internal/crypto/util');

const native = binding('crypto');

const KEMEncapsulateJob = jobClass('KEMEncapsulateJob');
const KEMDecapsulateJob = jobClass('KEMDecapsulateJob');

const both = ({ 0: sharedKey, 1: ciphertext }) => ({ sharedKey: asBuffer(sharedKey), ciphertext: asBuffer(ciphertext) });

function encapsulate(key, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  const handle = publicOrPrivateHandle(key);
  if (callback === undefined) return both(native.encapsulate(handle.id));
  run('encapsulate', [handle.id], KEMEncapsulateJob, callback, both, handle);
}

function decapsulate(key, ciphertext, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  const handle = privateHandle(key);
  const bytes = copyOf(getArrayBufferOrView(ciphertext, 'ciphertext'));
  if (callback === undefined) return asBuffer(native.decapsulate(handle.id, bytes));
  run('decapsulate', [handle.id, bytes], KEMDecapsulateJob, callback, asBuffer, handle);
}

module.exports = { decapsulate, encapsulate };
