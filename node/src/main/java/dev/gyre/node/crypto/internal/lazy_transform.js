'use strict';

// Hash, Hmac, Cipheriv and Decipheriv are Transform streams, but most are never used as streams. The stream is initialized
// when its state is first accessed.

const { ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply } = require('internal/primordials');
const { Transform } = require('stream');

function LazyTransform(options) {
  this._options = options;
}
ObjectSetPrototypeOf(LazyTransform.prototype, Transform.prototype);
ObjectSetPrototypeOf(LazyTransform, Transform);

function becomeStream(stream) {
  const options = stream._options;
  stream._options = null;
  ReflectApply(Transform, stream, [options]);
  stream._writableState.decodeStrings = false;
}

for (let i = 0, list = ['_readableState', '_writableState']; i < list.length; i++) {
  const name = list[i];
  ObjectDefineProperty(LazyTransform.prototype, name, {
    __proto__: null,
    get() {
      becomeStream(this);
      return this[name];
    },
    set(value) {
      ObjectDefineProperty(this, name, { __proto__: null, value, enumerable: true, configurable: true, writable: true });
    },
    configurable: true,
    enumerable: true,
  });
}

module.exports = LazyTransform;
