'use strict';

// The option `tags`: lower-case words without duplicates, in addition to those of the parent.

const { ObjectFreeze, SafeSet, StringPrototypeToLowerCase, copyList, joinLists } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateArray, validateString } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');

const NONE = ObjectFreeze([]);

function canonicalTag(tag, name) {
  validateString(tag, name);
  if (tag === '') throw new ERR_INVALID_ARG_VALUE(name, tag, 'must not be empty');
  return StringPrototypeToLowerCase(tag);
}

function tagsOf(tags, parent) {
  const inherited = parent?.tags ?? NONE;
  if (tags === undefined) return inherited;
  validateArray(tags, 'options.tags');
  if (tags.length === 0) return inherited;
  emitExperimentalWarning('Test tags');
  const own = tags.map((tag, i) => canonicalTag(tag, `options.tags[${i}]`));
  return ObjectFreeze(copyList(new SafeSet(joinLists(inherited, own))));
}

module.exports = { tagsOf, canonicalTag };
