'use strict';

// Puts aside what a program may have set where V8 looks, for a moment.

const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectIsExtensible, ReflectDeleteProperty,
} = require('internal/primordials');

// Gives the object this property and answers what it had: undefined for none, null if it can't be changed.
function exchange(object, key, value) {
  const before = ObjectGetOwnPropertyDescriptor(object, key);
  if (before === undefined ? !ObjectIsExtensible(object) : before.configurable === false) return null;
  ObjectDefineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  return before;
}

function putBack(object, key, before) {
  if (before === undefined) ReflectDeleteProperty(object, key);
  else if (before !== null) ObjectDefineProperty(object, key, { __proto__: null, ...before });
}

module.exports = { exchange, putBack };
