'use strict';

// Which tests are excluded: by `only`, --test-name-pattern, --test-skip-pattern and --experimental-test-tag-filter. An
// excluded test doesn't run and isn't reported. A parent is kept if one of its subtests is included.

const {
  ArrayPrototypeJoin, ArrayPrototypeUnshift, Boolean, RegExp, RegExpPrototypeExec,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

function matches(test, patterns) {
  if (patterns.some((pattern) => pattern.test(test.name))) return true;
  if (test.parent !== null && matches(test.parent, patterns)) return true;
  return patterns.some((pattern) => pattern.test(nameWithAncestors(test)));
}

function nameWithAncestors(test) {
  const names = [];
  for (let t = test; t.parent !== null; t = t.parent) ArrayPrototypeUnshift(names, t.name);
  return ArrayPrototypeJoin(names, ' ');
}

function isExcludedByName(test) {
  const { namePatterns, skipPatterns } = test.config;
  return Boolean((namePatterns && !matches(test, namePatterns)) || (skipPatterns && matches(test, skipPatterns)));
}

function exclude(test, reason, excluded) {
  test[reason] = excluded;
  for (let t = test.parent; !excluded && t?.[reason]; t = t.parent) t[reason] = false;
}

/** Records what apply() needs, for a new test and its ancestors. */
function place(test) {
  const { config, parent } = test;
  if (config.namePatterns || config.skipPatterns) exclude(test, 'excludedByName', isExcludedByName(test));
  if (config.tagFilters.length > 0)
    exclude(test, 'excludedByTag', !config.tagFilters.every((tag) => test.tags.includes(tag)));
  if (!config.honoursOnly) {
    if (test.only || parent.runOnly) test.diagnostic("'only' and 'runOnly' require the --test-only command-line option.");
  } else if (test.only) {
    parent.runOnly = true;
    if (parent === test.root || parent.startTime === null) {
      for (let t = parent; t !== null && !t.hasOnly; t = t.parent) t.hasOnly = true;
    }
  }
}

function isExcludedByOnly({ config, only, hasOnly, parent }) {
  if (!config.honoursOnly || only || hasOnly) return false;
  return only === false || parent.runOnly || parent.hasOnly;
}

function apply(test) {
  if (test.error !== null) return; // failures are always reported
  test.filtered = Boolean(test.excludedByName || test.excludedByTag || isExcludedByOnly(test));
}

/** "/text/flags" or the text of a pattern. */
function parsePattern(text, option) {
  const { 1: pattern, 2: flags } = RegExpPrototypeExec(/^\/(.*)\/([a-z]*)$/, text) ?? [undefined, text, ''];
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new ERR_INVALID_ARG_VALUE(option, text, `is an invalid regular expression. ${error.message}`);
  }
}

module.exports = { place, apply, parsePattern };
