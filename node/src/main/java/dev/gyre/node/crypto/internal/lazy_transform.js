'use strict';

// Hash, Hmac, Cipheriv and Decipheriv are Transform streams, but most of them are never used as one. They become
// one when the state of a stream is first asked for.

const { Transform } = require('stream');

function LazyTransform(options) {
  this._options = options;
}
Object.setPrototypeOf(LazyTransform.prototype, Transform.prototype);
Object.setPrototypeOf(LazyTransform, Transform);

function becomeStream(stream) {
  const options = stream._options;
  stream._options = null;
  Reflect.apply(Transform, stream, [options]);
  stream._writableState.decodeStrings = false;
}

for (const name of ['_readableState', '_writableState']) {
  Object.defineProperty(LazyTransform.prototype, name, {
    get() {
      becomeStream(this);
      return this[name];
    },
    set(value) {
      Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
    },
    configurable: true,
    enumerable: true,
  });
}

module.exports = LazyTransform;
