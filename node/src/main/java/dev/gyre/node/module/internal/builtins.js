'use strict';

// Which core modules users may require, and how they get them.

const core = require('internal/core');

// Only with the node: prefix.
const schemeOnly = new Set(['sea', 'sqlite', 'test', 'test/reporters']);

let list;

function ids() {
  return list ??= core.ids().filter((id) => !id.startsWith('internal/')).sort();
}

const isPublic = (id) => core.has(id) && !id.startsWith('internal/');

// The id of the core module that a specifier names, or undefined.
function idOf(specifier) {
  if (specifier.startsWith('node:')) {
    const id = specifier.slice(5);
    return isPublic(id) ? id : undefined;
  }
  return isPublic(specifier) && !schemeOnly.has(specifier) ? specifier : undefined;
}

function get(specifier) {
  const id = idOf(specifier);
  return id === undefined ? undefined : require(id);
}

module.exports = {
  ids: () => ids().map((id) => (schemeOnly.has(id) ? `node:${id}` : id)),
  idOf,
  get,
};
