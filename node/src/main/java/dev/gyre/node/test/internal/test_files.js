'use strict';

// Which files contain tests.

const { ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeSort, RegExpPrototypeExec } = require('internal/primordials');
const options = require('internal/options');

const NAMES = ['test', 'test/**/*', 'test-*', '*[._-]test'];
const EXIT_NOT_FOUND = 1;

function defaultPattern() {
  const extensions = ['js', 'mjs', 'cjs'];
  if (options.get('--strip-types') !== false) ArrayPrototypePush(extensions, 'ts', 'mts', 'cts');
  return `**/{${ArrayPrototypeJoin(NAMES, ',')}}.{${ArrayPrototypeJoin(extensions, ',')}}`;
}

const isMagic = (pattern) => RegExpPrototypeExec(/[*?[\]{}!()@+]/, pattern) !== null;

/** Ends the process if the patterns are names of files, and none of them exists. */
function findFiles(patterns, cwd) {
  const wanted = patterns === undefined || patterns === null || patterns.length === 0 ? [defaultPattern()] : patterns;
  const found = require('fs').globSync(wanted, { __proto__: null, cwd, exclude: (name) => name === 'node_modules' });
  if (found.length === 0 && patterns && !ArrayPrototypeSome(wanted, isMagic)) {
    require('console').error(`Could not find '${ArrayPrototypeJoin(wanted, ', ')}'`);
    process.exit(EXIT_NOT_FOUND);
  }
  return ArrayPrototypeSort(found);
}

module.exports = { defaultPattern, findFiles };
