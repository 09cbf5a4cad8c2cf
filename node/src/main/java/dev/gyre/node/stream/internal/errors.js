'use strict';

// Our errors in the shape that readable-stream expects: some of its callers leave out `new`.

const errors = require('internal/errors');

const codes = {};
for (const code of Object.keys(errors.codes)) {
  const Coded = errors.codes[code];
  codes[code] = function(...args) { return new Coded(...args); };
}

module.exports = { ...errors, codes };
