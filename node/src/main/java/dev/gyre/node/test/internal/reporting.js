'use strict';

// Connects the stream of events with reporters, and these with their destinations.

const {
  ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypeSome, ObjectHasOwn, PromiseAll, PromisePrototypeThen,
} = require('internal/primordials');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { REPORTER, Scope } = require('internal/test/scope');

const BUILT_IN = ['spec', 'tap', 'dot', 'junit', 'lcov', 'events'];

function openDestination(name) {
  if (name === 'stdout' || name === 'stderr') return process[name];
  return require('fs').createWriteStream(name, { __proto__: null, flush: true });
}

// A reporter is a stream, a class of streams, or a function from events to texts.
function makeReporter(name, loaded) {
  const reporter = loaded?.default ?? loaded;
  if (!reporter) throw new ERR_INVALID_ARG_VALUE('Reporter', name, 'is not a valid reporter');
  const isClass = reporter.prototype && ObjectHasOwn(reporter.prototype, 'constructor');
  return isClass ? new reporter() : reporter;
}

function connect(stream, reporter, destination) {
  const { compose } = require('stream');
  // A stream without unnecessary stages, so that a result is written before the next test starts.
  const texts = typeof reporter.pipe === 'function' ? stream.pipe(reporter) : compose(stream, reporter);
  texts.pipe(destination);
  return destination;
}

function connectOne(stream, name, destinationName) {
  const destination = openDestination(destinationName);
  if (ArrayPrototypeIncludes(BUILT_IN, name)) {
    return connect(stream, makeReporter(name, require(`internal/test/reporter_${name}`)), destination);
  }
  const { importModule } = require('internal/module/esm_loader');
  const parentURL = `${require('url').pathToFileURL(process.cwd())}/`;
  return PromisePrototypeThen(
    importModule(name, parentURL), (loaded) => connect(stream, makeReporter(name, loaded), destination));
}

/** Connects the reporters to the stream. Returns their destinations, or a promise of them if reporters have to be loaded. */
function connectReporters(reporters, stream) {
  return new Scope(REPORTER).run(() => {
    const connected = ArrayPrototypeMap(reporters, ({ 0: name, 1: destination }) => connectOne(stream, name, destination));
    const isLoading = ArrayPrototypeSome(reporters, ({ 0: name }) => !ArrayPrototypeIncludes(BUILT_IN, name));
    return isLoading ? PromiseAll(connected) : connected;
  }, undefined, []);
}

/** Whether one of the destinations shows colours. */
function showsColors(reporters) {
  const { shouldColorize } = require('internal/util/colors');
  return ArrayPrototypeSome(reporters, ({ 1: name }) => (name === 'stdout' || name === 'stderr') && shouldColorize(process[name]));
}

module.exports = { connectReporters, showsColors };
