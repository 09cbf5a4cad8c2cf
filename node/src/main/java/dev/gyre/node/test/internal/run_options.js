'use strict';

// The options of run(): checked in Node's order, and completed.

const { ArrayIsArray, ArrayPrototypeMap, ObjectEntries, itemsOf } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const { validatePath } = require('internal/fs/arguments');
const {
  validateArray, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf, validateString,
  validateStringArray, validateUint32,
} = require('internal/validators');
const { isRegExp } = require('util/types');
const { parsePattern } = require('internal/test/filters');
const { canonicalTag } = require('internal/test/tags');
const { randomSeed } = require('internal/test/config');

const isGiven = (value) => value !== undefined && value !== null;
const listOf = (value) => (ArrayIsArray(value) ? value : [value]);

function unsupported(name, value, why) {
  throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value, why);
}

function validateMode({ files, watch, forceExit, only, globPatterns }) {
  if (isGiven(files)) validateArray(files, 'options.files');
  if (isGiven(watch)) validateBoolean(watch, 'options.watch');
  if (isGiven(forceExit)) {
    validateBoolean(forceExit, 'options.forceExit');
    if (forceExit && watch) unsupported('forceExit', watch, 'is not supported with watch mode');
  }
  if (isGiven(only)) validateBoolean(only, 'options.only');
  if (isGiven(globPatterns)) validateArray(globPatterns, 'options.globPatterns');
}

function orderFrom({ randomize, randomSeed: seed, watch, rerunFailuresFilePath }) {
  if (isGiven(randomize)) validateBoolean(randomize, 'options.randomize');
  if (isGiven(seed)) validateUint32(seed, 'options.randomSeed');
  const isRandom = isGiven(seed) || randomize;
  const refuse = (mode) => {
    if (isGiven(seed)) unsupported('randomSeed', seed, `is not supported with ${mode} mode`);
    if (isRandom) unsupported('randomize', isRandom, `is not supported with ${mode} mode`);
  };
  if (watch) refuse('watch');
  if (rerunFailuresFilePath) {
    validatePath(rerunFailuresFilePath, 'options.rerunFailuresFilePath');
    refuse('rerun failures');
  }
  return { randomize: isRandom, randomSeed: isRandom ? seed ?? randomSeed() : seed };
}

function shardFrom({ shard, watch }) {
  if (!isGiven(shard)) return undefined;
  validateObject(shard, 'options.shard');
  const { index, total } = shard;
  validateInteger(total, 'options.shard.total', 1);
  validateInteger(index, 'options.shard.index', 1, total);
  if (watch) unsupported('shard', watch, 'shards not supported with watch mode');
  return { index, total };
}

function patternsFrom(options, key) {
  const value = options[key];
  if (!isGiven(value)) return value;
  return ArrayPrototypeMap(listOf(value), (pattern, i) => {
    if (isRegExp(pattern)) return pattern;
    const name = `options.${key}[${i}]`;
    if (typeof pattern === 'string') return parsePattern(pattern, name);
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'RegExp'], pattern);
  });
}

function tagsFrom({ testTagFilters }) {
  if (!isGiven(testTagFilters) || listOf(testTagFilters).length === 0) return undefined;
  emitExperimentalWarning('Test tags');
  return ArrayPrototypeMap(listOf(testTagFilters), (tag, i) => canonicalTag(tag, `options.testTagFilters[${i}]`));
}

function globsFrom(options, key, otherwise) {
  const value = options[key];
  if (!isGiven(value)) return otherwise;
  validateStringArray(listOf(value), `options.${key}`);
  return listOf(value);
}

function coverageFrom(options) {
  const { coverage = false, coverageIncludeAll = false } = options;
  validateBoolean(coverage, 'options.coverage');
  validateBoolean(coverageIncludeAll, 'options.coverageIncludeAll');
  const { defaultPattern } = require('internal/test/test_files');
  const from = {
    coverage, coverageIncludeAll,
    coverageExcludeGlobs: globsFrom(options, 'coverageExcludeGlobs', coverage ? [defaultPattern()] : undefined),
    coverageIncludeGlobs: globsFrom(options, 'coverageIncludeGlobs', undefined),
  };
  const { lineCoverage = 0, branchCoverage = 0, functionCoverage = 0 } = options;
  const thresholds = { lineCoverage, branchCoverage, functionCoverage };
  for (const { 0: name, 1: percent } of itemsOf(ObjectEntries(thresholds))) validateInteger(percent, `options.${name}`, 0, 100);
  return { ...from, ...thresholds };
}

function checked(options) {
  validateMode(options);
  const order = orderFrom(options);
  const { files, globPatterns, cwd = process.cwd(), setup, isolation = 'process', argv = [], execArgv = [], env } = options;
  validateString(cwd, 'options.cwd');
  if (globPatterns?.length > 0 && files?.length > 0) {
    unsupported('globPatterns', globPatterns, "is not supported when specifying 'options.files'");
  }
  const shard = shardFrom(options);
  if (isGiven(setup)) validateFunction(setup, 'options.setup');
  const testNamePatterns = patternsFrom(options, 'testNamePatterns');
  const testSkipPatterns = patternsFrom(options, 'testSkipPatterns');
  const tagFilters = tagsFrom(options);
  validateOneOf(isolation, 'options.isolation', ['process', 'none']);
  const coverage = coverageFrom(options);
  validateStringArray(argv, 'options.argv');
  validateStringArray(execArgv, 'options.execArgv');
  if (isGiven(options.globalSetupPath)) validatePath(options.globalSetupPath, 'options.globalSetupPath');
  if (isGiven(env)) {
    validateObject(env, 'options.env');
    if (isolation === 'none') unsupported('env', env, "is not supported with isolation='none'");
  }
  return {
    __proto__: null, ...options, ...order, ...coverage, shard, cwd, isolation, argv, execArgv, testNamePatterns, testSkipPatterns,
    tagFilters, tagFilterExpressions: tagFilters ?? options.tagFilterExpressions,
  };
}

module.exports = { checked };
