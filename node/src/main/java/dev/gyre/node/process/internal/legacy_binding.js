'use strict';

// process.binding(), deprecated. It has the parts that old packages use and that don't depend on Node's C++. Any other name
// is an unknown module.

const {
  ArrayFrom, ArrayPrototypeMap, Error, Map, ObjectDefineProperty, ObjectFromEntries, String,
} = require('internal/primordials');
const { pendingDeprecate } = require('internal/util');

const UTIL_TYPES = [
  'isArrayBuffer', 'isArrayBufferView', 'isAsyncFunction', 'isDataView', 'isDate', 'isExternal', 'isMap',
  'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp', 'isSet', 'isSetIterator', 'isTypedArray', 'isUint8Array',
  'isAnyArrayBuffer',
];

const bindings = {
  __proto__: null,
  util() {
    const types = require('util/types');
    return ObjectFromEntries(ArrayPrototypeMap(UTIL_TYPES, (name) => [name, types[name]]));
  },
  constants() {
    const { constants: os } = require('os');
    const { constants: fs } = require('fs');
    return { __proto__: null, os, fs };
  },
  config: () => ({ hasIntl: true, hasInspector: true, hasOpenSSL: true, fipsMode: false, noBrowserGlobals: false }),
  http_parser() {
    const { LISTED_METHODS: methods, METHOD_NAMES: allMethods } = require('internal/http/syntax');
    const { HTTPParser } = require('internal/http/http_parser');
    return { methods, allMethods, HTTPParser };
  },
  // The sources of the core by name. yarn reads the names only.
  natives() {
    const core = require('internal/core');
    const natives = {};
    for (let i = 0, list = core.ids(); i < list.length; i++) {
      const id = list[i];
      ObjectDefineProperty(natives, id, { __proto__: null, enumerable: true, get: () => core.source(id) });
    }
    return natives;
  },
  inspector: () => ({ isEnabled: () => binding('inspector').isOpen() }),
  spawn_sync: () => require('internal/child_process/sync').spawner,
  uv() {
    const { uvErrmapGet } = require('internal/errors');
    const map = new Map(require('util').getSystemErrorMap());
    const constants = ObjectFromEntries(ArrayFrom(map, ({ 0: number, 1: { 0: name } }) => [`UV_${name}`, number]));
    return {
      errname: pendingDeprecate((number) => uvErrmapGet(number)?.[0] ?? `Unknown system error ${number}`,
                                "Directly calling process.binding('uv').errname(<val>) is being deprecated. Please make sure " +
                                'to use util.getSystemErrorName() instead.', 'DEP0119'),
      getErrorMap: () => map,
      ...constants,
    };
  },
};

const made = { __proto__: null };

function legacyBinding(module) {
  const name = String(module);
  if (made[name] !== undefined) return made[name];
  if (bindings[name] === undefined) throw new Error(`No such module: ${name}`);
  return made[name] = bindings[name]();
}

// No bindings can be linked in.
function linkedBinding(module) {
  const error = new Error(`No such binding was linked: ${String(module)}`);
  error.code = 'ERR_INVALID_MODULE';
  throw error;
}

module.exports = { legacyBinding, linkedBinding };
