'use strict';

// What the command line says about tests.

const {
  ArrayPrototypeMap, Boolean, MathFloor, MathRandom, NumberParseInt, RegExpPrototypeExec,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateInteger, validateNumber, validateUint32 } = require('internal/validators');
const { emitExperimentalWarning } = require('internal/util');
const options = require('internal/options');
const { parsePattern } = require('internal/test/filters');
const { canonicalTag } = require('internal/test/tags');
const { TIMEOUT_MAX } = require('internal/test/plan');

const TAGS = '--experimental-test-tag-filter';
const SEEDS = 2 ** 32;

let config;

function patternsOf(option) {
  const texts = options.list(option);
  return texts.length === 0 ? null : ArrayPrototypeMap(texts, (text) => parsePattern(text, option));
}

function timeoutOf(option) {
  const timeoutMs = options.get(option) || undefined;
  if (timeoutMs !== undefined) validateNumber(timeoutMs, option, 0, TIMEOUT_MAX);
  return timeoutMs;
}

// [name of the reporter, destination] pairs.
function reportersOf() {
  const { NODE_TEST_CONTEXT } = process.env;
  if (NODE_TEST_CONTEXT === 'child-v8') return [['events', 'stdout']];
  if (NODE_TEST_CONTEXT === 'child') return [['tap', 'stdout']];
  const names = options.list('--test-reporter');
  const destinations = options.list('--test-reporter-destination');
  if (names.length === 0 && destinations.length === 0) return [['spec', 'stdout']];
  if (names.length === 1 && destinations.length === 0) return [[names[0], 'stdout']];
  if (names.length !== destinations.length) {
    throw new ERR_INVALID_ARG_VALUE('--test-reporter', names,
                                    "must match the number of specified '--test-reporter-destination'");
  }
  return ArrayPrototypeMap(names, (name, i) => [name, destinations[i]]);
}

function tagFiltersOf() {
  const tags = options.list(TAGS);
  if (tags.length > 0) emitExperimentalWarning('Test tags');
  return ArrayPrototypeMap(tags, (tag, i) => canonicalTag(tag, `${TAGS}[${i}]`));
}

function shardOf() {
  const shard = options.get('--test-shard');
  if (shard === undefined) return undefined;
  const parts = RegExpPrototypeExec(/^(\d+)\/(\d+)$/, shard);
  if (parts === null) throw new ERR_INVALID_ARG_VALUE('--test-shard', shard, 'must be in the form of <index>/<total>');
  return { __proto__: null, index: NumberParseInt(parts[1], 10), total: NumberParseInt(parts[2], 10) };
}

function percentOf(option) {
  const percent = options.get(option) ?? 0;
  validateInteger(percent, option, 0, 100);
  return percent;
}

function coverageOf() {
  const coverage = Boolean(options.get('--experimental-test-coverage'));
  if (!coverage) return { coverage };
  const { defaultPattern } = require('internal/test/test_files');
  const excluded = options.list('--test-coverage-exclude');
  return {
    coverage,
    coverageIncludeAll: Boolean(options.get('--test-coverage-include-all')),
    coverageExcludeGlobs: excluded.length === 0 ? [defaultPattern()] : excluded,
    coverageIncludeGlobs: options.list('--test-coverage-include'),
    branchCoverage: percentOf('--test-coverage-branches'),
    lineCoverage: percentOf('--test-coverage-lines'),
    functionCoverage: percentOf('--test-coverage-functions'),
  };
}

const randomSeed = () => MathFloor(MathRandom() * SEEDS);

function orderOf() {
  const seed = options.get('--test-random-seed');
  if (seed !== undefined) validateUint32(seed, '--test-random-seed');
  return { randomize: seed !== undefined || Boolean(options.get('--test-randomize')), randomSeed: seed };
}

// Options that mean something else, or nothing, in the process that runs files (`gyre --test`).
function forRunner(isRunner) {
  if (!isRunner) return { concurrency: 1, isolation: undefined };
  const isolation = options.get('--test-isolation') ?? 'process';
  const tagFilterExpressions = options.list(TAGS);
  if (isolation === 'none') return { concurrency: 1, isolation, tagFilterExpressions, shard: shardOf() };
  return {
    concurrency: options.get('--test-concurrency') || true, isolation, shard: shardOf(), tagFilterExpressions,
    only: false, namePatterns: null, skipPatterns: null, tagFilters: [], // the processes of the files apply them
  };
}

/** Read once: a mistake in the options is reported by the first test. */
function readConfig() {
  if (config !== undefined) return config;
  const isRunner = Boolean(options.get('--test'));
  const isChild = process.env.NODE_TEST_CONTEXT !== undefined;
  const read = {
    __proto__: null,
    isRunner,
    only: Boolean(options.get('--test-only')),
    namePatterns: patternsOf('--test-name-pattern'),
    skipPatterns: patternsOf('--test-skip-pattern'),
    timeoutMs: timeoutOf('--test-timeout'),
    forceExit: Boolean(options.get('--test-force-exit')),
    sourceMaps: Boolean(options.get('--enable-source-maps')),
    watch: Boolean(options.get('--watch')),
    rerunFailuresFilePath: options.get('--test-rerun-failures'),
    globalSetupPath: isChild ? undefined : options.get('--test-global-setup'),
    reporters: reportersOf(),
    tagFilters: tagFiltersOf(),
    ...coverageOf(),
    ...orderOf(),
    ...forRunner(isRunner),
    cwd: process.cwd(),
  };
  read.honoursOnly = read.isolation === 'process' || isChild ? read.only : true;
  config = read;
  return config;
}

module.exports = { readConfig, randomSeed };
