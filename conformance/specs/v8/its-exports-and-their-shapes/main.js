'use strict';

const v8 = require('v8');

function describe(name, { value, enumerable, writable }) {
  const kind = typeof value === 'function'
    ? `${value.name || '(no name)'}/${value.length}${Object.hasOwn(value, 'prototype') ? ', has a prototype' : ''}`
    : typeof value;
  console.log(name, kind, enumerable ? 'enumerable' : '', writable ? 'writable' : '');
}

function list(object, path) {
  for (const key of Reflect.ownKeys(object)) describe(`${path}.${String(key)}`, Object.getOwnPropertyDescriptor(object, key));
}

list(v8, 'v8');
for (const name of ['Serializer', 'Deserializer', 'DefaultSerializer', 'DefaultDeserializer', 'GCProfiler']) {
  describe(`${name}.prototype`, Object.getOwnPropertyDescriptor(v8[name], 'prototype'));
  list(v8[name].prototype, `${name}.prototype`);
}
list(v8.startupSnapshot, 'startupSnapshot');
list(v8.promiseHooks, 'promiseHooks');
