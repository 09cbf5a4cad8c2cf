'use strict';

// CryptoKey: a key's handle with its attributes in the Web Cryptography API.

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ObjectDefineProperties, ObjectDefineProperty, ObjectHasOwn, Symbol,
  SymbolToStringTag, Uint8Array, copyList,
} = require('internal/primordials');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const { kSend, onReceive } = require('internal/message_types');
const { KeyHandle } = require('internal/crypto/key_handle');

const kMake = Symbol('make');

let slotsOf;
let isCryptoKey;

class CryptoKey {
  #slots;

  constructor(token, slots) {
    if (token !== kMake) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#slots = slots;
  }

  static {
    isCryptoKey = (value) => typeof value === 'object' && value !== null && #slots in value;
    slotsOf = (key) => {
      if (!isCryptoKey(key)) throw new ERR_INVALID_THIS('CryptoKey');
      return key.#slots;
    };
  }

  get type() {
    return slotsOf(this).handle.type;
  }

  get extractable() {
    return slotsOf(this).extractable;
  }

  // Returns the same object every time, but not the one that is used internally.
  get algorithm() {
    const slots = slotsOf(this);
    return slots.shownAlgorithm ??= copyAlgorithm(slots.algorithm);
  }

  get usages() {
    const slots = slotsOf(this);
    return slots.shownUsages ??= copyList(slots.usages);
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    const { handle: { type }, extractable, algorithm, usages } = slotsOf(this); // reads the slots, because a program may have replaced the getters
    const { inspect } = require('internal/util/inspect');
    return `CryptoKey ${inspect({ type, extractable, algorithm, usages }, {
      ...options, depth: options.depth == null ? null : options.depth - 1,
    })}`;
  }
}

function copyAlgorithm(algorithm) {
  return {
    ...algorithm,
    ...(ObjectHasOwn(algorithm, 'publicExponent') ? { publicExponent: new Uint8Array(algorithm.publicExponent) } : {}),
    ...(ObjectHasOwn(algorithm, 'hash') ? { hash: { ...algorithm.hash } } : {}),
  };
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(CryptoKey.prototype, {
  __proto__: null,
  type: enumerable, extractable: enumerable, algorithm: enumerable, usages: enumerable,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'CryptoKey' },
});

// Usages in the order of the specification, without duplicates.
const USAGES = [
  'encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey', 'encapsulateKey',
  'encapsulateBits', 'decapsulateKey', 'decapsulateBits',
];

// `group` and `seed` are the other parts of a hybrid key: the handle of its elliptic half, and what a private one was made of.
function makeKey(handle, algorithm, usages, extractable, group = undefined, seed = undefined) {
  return new CryptoKey(kMake, {
    handle, algorithm, usages: ArrayPrototypeFilter(USAGES, (usage) => ArrayPrototypeIncludes(usages, usage)), extractable, group, seed,
  });
}

// structuredClone and messages between threads share the handle.
ObjectDefineProperty(CryptoKey.prototype, require('internal/structured_clone').kClone, {
  __proto__: null,
  configurable: true,
  value() {
    const { handle, algorithm, usages, extractable, group, seed } = slotsOf(this);
    return makeKey(handle, algorithm, usages, extractable, group, seed);
  },
});

ObjectDefineProperty(CryptoKey.prototype, kSend, {
  __proto__: null,
  configurable: true,
  value(message) {
    const { handle, algorithm, usages, extractable, group, seed } = slotsOf(this);
    return {
      deserializeInfo: 'CryptoKey',
      data: { handle: handle.sent(message), algorithm, usages, extractable, group: group?.sent(message), seed },
    };
  },
});

onReceive('CryptoKey', ({ handle, algorithm, usages, extractable, group, seed }) =>
  makeKey(KeyHandle.received(handle), algorithm, usages, extractable, group && KeyHandle.received(group), seed));

module.exports = {
  CryptoKey, USAGES, handleOfCryptoKey: (key) => slotsOf(key).handle, isCryptoKey: (value) => isCryptoKey(value),
  makeKey, slotsOf: (key) => slotsOf(key),
};
