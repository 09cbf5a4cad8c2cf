'use strict';

// What internal/primordials exports, found by running it: it needs nothing but the language.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

// Those that are undefined until the process starts are among them.
function namesIn(core) {
  const module = { exports: {} };
  new Function('module', readFileSync(join(core, 'internal/primordials.js'), 'utf8'))(module);
  return new Set(Reflect.ownKeys(module.exports));
}

module.exports = { namesIn };
