'use strict';

// Finds what breaks the rules in a folder of core files: a map from rule to file to its violations.

const { Linter } = require('eslint');
const { collector, filesInCycles } = require('./cycles');
const { fileOf, filesIn, isShared, sourceOf } = require('./core_files');
const { namesIn } = require('./primordials');

const RULES = ['descriptors-inherit-nothing', 'no-patchable-globals', 'no-patchable-iteration', 'no-patchable-methods', 'no-undefined-names', 'pure-top-level'];
const CYCLES = 'no-require-cycles';
const KNOWN = 'known-primordials';
const UNUSED = 'no-unused-primordials';
const INTERNALS = 'own-internals';
const SHARED = 'shared-is-used';

// They capture the built-ins, or put them back: this is where they may be named.
const CAPTURING = new Set(['internal/core.js', 'internal/primordials.js', 'internal/originals.js']);

function rulesFor(path) {
  const rules = { 'gyre/collect-requires': 'error', [`gyre/${KNOWN}`]: 'error', [`gyre/${INTERNALS}`]: 'error' };
  for (const rule of RULES) {
    if (!(CAPTURING.has(path) && rule.startsWith('no-patchable'))) rules[`gyre/${rule}`] = 'error';
  }
  return rules;
}

// Classes and their prototypes cost nothing: V8 has them anyway.
const isClass = (name) => /^[A-Z]\w*Prototype$/.test(name) || name in globalThis;

function lint(core) {
  const edges = new Map();
  const known = namesIn(core);
  const used = new Set();
  const usedByOthers = new Set();
  const plugin = {
    rules: {
      'collect-requires': collector(core, edges),
      [KNOWN]: require(`./rules/${KNOWN}`)(known, used),
      [INTERNALS]: require(`./rules/${INTERNALS}`)((id) => fileOf(core, id), usedByOthers),
    },
  };
  for (const rule of RULES) plugin.rules[rule] = require(`./rules/${rule}`);
  const linter = new Linter({ configType: 'flat' });
  const found = new Map([...RULES, CYCLES, KNOWN, UNUSED, INTERNALS, SHARED].map((rule) => [rule, new Map()]));
  const add = (rule, path, violation) => {
    const byFile = found.get(rule);
    if (!byFile.has(path)) byFile.set(path, []);
    byFile.get(path).push(violation);
  };
  for (const path of filesIn(core)) {
    const config = {
      files: ['**/*.js'],
      plugins: { gyre: plugin },
      languageOptions: { ecmaVersion: 'latest', sourceType: 'commonjs' },
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      rules: rulesFor(path),
    };
    for (const { ruleId, line, message, fatal } of linter.verify(sourceOf(core, path), config, { filename: path })) {
      if (fatal || ruleId === null) throw new Error(`${path}:${line} ${message}`);
      add(ruleId.slice('gyre/'.length), path, { line, message });
    }
  }
  for (const path of [...filesInCycles(edges)].sort()) add(CYCLES, path, { line: 1, message: 'This file is part of a cycle of top-level requires.' });
  for (const name of known) {
    if (!used.has(name) && !isClass(name)) add(UNUSED, 'internal/primordials.js', { line: 1, message: `Nobody uses '${name}': it makes the snapshot larger.` });
  }
  for (const path of filesIn(core)) {
    if (isShared(path) && !usedByOthers.has(path)) add(SHARED, path, { line: 1, message: 'No other folder requires this file: it belongs in internal/.' });
  }
  return found;
}

module.exports = { lint };
