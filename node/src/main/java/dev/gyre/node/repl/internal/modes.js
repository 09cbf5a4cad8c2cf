'use strict';

const { Symbol } = require('internal/primordials');

module.exports = { REPL_MODE_SLOPPY: Symbol('repl-sloppy'), REPL_MODE_STRICT: Symbol('repl-strict') };
