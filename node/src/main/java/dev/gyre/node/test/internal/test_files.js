'use strict';

// Which files contain tests.

const {
  ArrayFrom, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSome, ArrayPrototypeSort,
  RegExpPrototypeExec, SafeSet, itemsOf,
} = require('internal/primordials');
const options = require('internal/options');

const NAMES = ['test', 'test/**/*', 'test-*', '*[._-]test'];
const EXIT_NOT_FOUND = 1;

function defaultPattern() {
  const extensions = ['js', 'mjs', 'cjs'];
  if (options.get('--strip-types') !== false) ArrayPrototypePush(extensions, 'ts', 'mts', 'cts');
  return `**/{${ArrayPrototypeJoin(NAMES, ',')}}.{${ArrayPrototypeJoin(extensions, ',')}}`;
}

const isMagic = (pattern) => RegExpPrototypeExec(/[*?[\]{}!()@+]/, pattern) !== null;

const glob = (patterns, cwd) =>
  require('fs').globSync(patterns, { __proto__: null, cwd, exclude: (name) => name === 'node_modules' });

// The name of a folder stands for the test files in it.
function filesOf(pattern, cwd) {
  const { join, resolve } = require('path');
  const folder = resolve(cwd, pattern);
  if (!require('fs').statSync(folder, { __proto__: null, throwIfNoEntry: false })?.isDirectory()) return undefined;
  return ArrayPrototypeMap(glob([defaultPattern()], folder), (file) => join(pattern, file));
}

/** Ends the process if the patterns are names of files, and none of them exists. */
function findFiles(patterns, cwd) {
  if (patterns === undefined || patterns === null || patterns.length === 0) return ArrayPrototypeSort(glob([defaultPattern()], cwd));
  const files = new SafeSet();
  let hasFolder = false;
  for (const pattern of itemsOf(patterns)) {
    const inFolder = filesOf(pattern, cwd);
    hasFolder ||= inFolder !== undefined;
    for (const file of itemsOf(inFolder ?? glob([pattern], cwd))) files.add(file);
  }
  if (files.size === 0 && !hasFolder && !ArrayPrototypeSome(patterns, isMagic)) {
    require('console').error(`Could not find '${ArrayPrototypeJoin(patterns, ', ')}'`);
    process.exit(EXIT_NOT_FOUND);
  }
  return ArrayPrototypeSort(ArrayFrom(files));
}

module.exports = { defaultPattern, findFiles };
