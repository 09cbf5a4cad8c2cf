'use strict';

const {
  DateNow, ObjectDefineProperties, StringPrototypeToWellFormed, SymbolToStringTag,
} = require('internal/primordials');
const { Blob, receivedBlob } = require('internal/buffer/blob');
const { codes: { ERR_INVALID_THIS, ERR_MISSING_ARGS } } = require('internal/errors');
const { customInspectSymbol, kEmptyObject, kEnumerableProperty } = require('internal/util');
const { kClone } = require('internal/structured_clone');
const { kSend, onReceive } = require('internal/message_types');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = kEmptyObject) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const { lastModified } = options ?? kEmptyObject;
    this.#lastModified = lastModified === undefined ? DateNow() : +lastModified || 0;
    this.#name = StringPrototypeToWellFormed(`${fileName}`);
  }

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#name in value)) throw new ERR_INVALID_THIS('File');
  }

  get name() {
    File.#check(this);
    return this.#name;
  }

  get lastModified() {
    File.#check(this);
    return this.#lastModified;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return options.stylize('[File]', 'special');
    const { inspect } = require('internal/util/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const { size, type, name, lastModified } = this;
    return `File ${inspect({ size, type, name, lastModified }, inner)}`;
  }

  [kClone]() {
    return new File([super[kClone]()], this.#name, { type: this.type, lastModified: this.#lastModified });
  }

  [kSend]() {
    return { deserializeInfo: 'File', data: { blob: super[kSend]().data, name: this.#name, lastModified: this.#lastModified } };
  }
}

ObjectDefineProperties(File.prototype, {
  __proto__: null,
  name: kEnumerableProperty,
  lastModified: kEnumerableProperty,
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'File' },
});

onReceive('File', ({ blob, name, lastModified }) => new File([receivedBlob(blob)], name, { type: blob.type, lastModified }));

module.exports = { File };
