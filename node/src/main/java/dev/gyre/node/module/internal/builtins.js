'use strict';

// The core modules that users may require: those of Node, as `fs` or `node:fs`, and Gyre's own, as `gyre:pool` only. The
// latter have the ids `gyre/pool` and so on.

const {
  ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypeSort, SafeSet, StringPrototypeSlice, StringPrototypeStartsWith,
  joinLists,
} = require('internal/primordials');
const core = require('internal/core');

// These need the node: prefix.
const schemeOnly = new SafeSet(['ffi', 'quic', 'sea', 'sqlite', 'test', 'test/reporters', 'vfs']);

// These need an option.
const OPTIONS = {
  '__proto__': null, 'stream/iter': '--experimental-stream-iter', 'vfs': '--experimental-vfs',
  'zlib/iter': '--experimental-stream-iter',
};

const GYRE_FOLDER = 'gyre/';
const isOwn = (id) => StringPrototypeStartsWith(id, GYRE_FOLDER);

let list;

function ids() {
  return list ??= ArrayPrototypeSort(ArrayPrototypeFilter(core.ids(), isPublic));
}

// These can be turned off.
const REFUSALS = { '__proto__': null, 'sqlite': '--no-experimental-sqlite' };

function isEnabled(id) {
  if (OPTIONS[id] !== undefined) return require('internal/options').get(OPTIONS[id]) === true;
  return REFUSALS[id] === undefined || require('internal/options').get(REFUSALS[id]) !== true;
}
const isPublic = (id) => core.isPublic(id) && isEnabled(id);

// The id of the core module for a specifier, or undefined.
function idOf(specifier) {
  if (StringPrototypeStartsWith(specifier, 'node:')) {
    const id = StringPrototypeSlice(specifier, 5);
    return isPublic(id) && !isOwn(id) ? id : undefined;
  }
  if (StringPrototypeStartsWith(specifier, 'gyre:')) {
    const id = GYRE_FOLDER + StringPrototypeSlice(specifier, 5);
    return isPublic(id) ? id : undefined;
  }
  return isPublic(specifier) && !schemeOnly.has(specifier) && !isOwn(specifier) ? specifier : undefined;
}

// Whether a specifier says that it means a core module, whether or not there is such a module.
const hasScheme = (specifier) => StringPrototypeStartsWith(specifier, 'node:') || StringPrototypeStartsWith(specifier, 'gyre:');

// The specifier with a scheme for an id.
const urlOf = (id) => (isOwn(id) ? `gyre:${StringPrototypeSlice(id, GYRE_FOLDER.length)}` : `node:${id}`);

// Programs that require these will call into libc soon.
const systemCallers = new SafeSet(['fs', 'fs/promises', 'child_process', 'dgram', 'dns', 'dns/promises']);
let expecting = false;

function get(specifier) {
  const id = idOf(specifier);
  if (id === undefined) return undefined;
  if (!expecting && systemCallers.has(id)) {
    expecting = true;
    binding('module').expectSystemCalls();
  }
  return require(id);
}

module.exports = {
  // As module.builtinModules lists them: Node's alone, because programs put `node:` in front of these names.
  ids: () => joinLists(ArrayPrototypeFilter(ids(), (id) => !schemeOnly.has(id) && !isOwn(id)),
                       ArrayPrototypeMap(ArrayPrototypeFilter(ids(), (id) => schemeOnly.has(id)), urlOf)),
  idOf,
  hasScheme,
  urlOf,
  get,
};
