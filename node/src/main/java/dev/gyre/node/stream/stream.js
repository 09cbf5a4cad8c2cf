'use strict';

// Streams are readable-stream 4, Node's own streams as its maintainers publish them, unmodified; its errors and its
// inspect are ours. What current Node has beyond it is added here.

const { requirePackage, standIn } = require('internal/core');

const PACKAGE = 'readable-stream/lib';
standIn(`${PACKAGE}/ours/errors.js`, 'internal/stream/errors');
standIn(`${PACKAGE}/ours/util/inspect.js`, 'internal/util/inspect');
standIn(`${PACKAGE}/internal/validators.js`, 'internal/validators');
standIn('abort-controller', 'internal/events/abort_controller');

const Stream = requirePackage(`${PACKAGE}/stream.js`);

Object.defineProperty(Stream, 'promises', {
  configurable: true,
  enumerable: true,
  get: () => require('stream/promises'),
});

module.exports = Stream;
