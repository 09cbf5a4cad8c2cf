'use strict';

// The command line's options for tests, and the reporters it selects.

const { ArrayPrototypeIncludes, Boolean, ObjectHasOwn, StringPrototypeStartsWith } = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const options = require('internal/options');
const { parsePattern } = require('internal/test/filters');
const { canonicalTag } = require('internal/test/tags');
const { TIMEOUT_MAX } = require('internal/test/plan');

const BUILT_IN = ['spec', 'tap', 'dot', 'junit'];

function patternsOf(option) {
  const texts = options.list(option);
  return texts.length === 0 ? null : texts.map((text) => parsePattern(text, option));
}

function timeoutOf(option) {
  const timeoutMs = options.get(option) || undefined;
  if (timeoutMs !== undefined) validateNumber(timeoutMs, option, 0, TIMEOUT_MAX);
  return timeoutMs;
}

// [name of the reporter, destination] pairs.
function reportersOf() {
  const names = options.list('--test-reporter');
  const destinations = options.list('--test-reporter-destination');
  if (process.env.NODE_TEST_CONTEXT === 'child') return [['tap', 'stdout']];
  if (names.length === 0 && destinations.length === 0) return [['spec', 'stdout']];
  if (names.length === 1 && destinations.length === 0) return [[names[0], 'stdout']];
  if (names.length !== destinations.length) {
    throw new ERR_INVALID_ARG_VALUE('--test-reporter', names,
                                    "must match the number of specified '--test-reporter-destination'");
  }
  return names.map((name, i) => [name, destinations[i]]);
}

function readConfig() {
  const only = Boolean(options.get('--test-only'));
  return {
    only,
    honoursOnly: process.env.NODE_TEST_CONTEXT ? only : true,
    namePatterns: patternsOf('--test-name-pattern'),
    skipPatterns: patternsOf('--test-skip-pattern'),
    timeoutMs: timeoutOf('--test-timeout'),
    forceExit: Boolean(options.get('--test-force-exit')),
    tagFilters: options.list('--experimental-test-tag-filter').map(canonicalTag),
    reporters: reportersOf(),
    cwd: process.cwd(),
  };
}

function openDestination(name) {
  if (name === 'stdout' || name === 'stderr') return process[name];
  return require('fs').createWriteStream(name, { __proto__: null, flush: true });
}

function loadReporter(name) {
  if (ArrayPrototypeIncludes(BUILT_IN, name)) return require(`internal/test/reporter_${name}`);
  const { createRequire } = require('module');
  const path = StringPrototypeStartsWith(name, 'file:') ? require('url').fileURLToPath(name) : name;
  return createRequire(`${process.cwd()}/`)(path);
}

// A reporter is a stream, a class of streams, or a function from events to texts.
function makeReporter(name) {
  const loaded = loadReporter(name);
  const reporter = loaded?.default ?? loaded;
  if (!reporter) throw new ERR_INVALID_ARG_VALUE('Reporter', name, 'is not a valid reporter');
  const isClass = reporter.prototype && ObjectHasOwn(reporter.prototype, 'constructor');
  return isClass ? new reporter() : reporter;
}

/** Connects the reporters to the stream. Returns their destinations. */
function connectReporters(config, stream) {
  const { compose } = require('stream');
  return config.reporters.map(({ 0: name, 1: destinationName }) => {
    const destination = openDestination(destinationName);
    const reporter = makeReporter(name);
    // A stream without unnecessary stages, so that a result is written before the next test starts.
    const texts = typeof reporter.pipe === 'function' ? stream.pipe(reporter) : compose(stream, reporter);
    texts.pipe(destination);
    return destination;
  });
}

module.exports = { readConfig, connectReporters };
