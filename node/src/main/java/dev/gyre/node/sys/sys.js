'use strict';

// The old name of util.

process.emitWarning('sys is deprecated. Use `node:util` instead.', 'DeprecationWarning', 'DEP0025');

module.exports = require('util');
