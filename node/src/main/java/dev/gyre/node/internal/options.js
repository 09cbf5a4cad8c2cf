'use strict';

// The options of the command line, as parsed by the command: name (with dashes) -> true, false, string or list.

const { ArrayIsArray, JSONParse } = require('internal/primordials');

let values;

function all() {
  return values ??= JSONParse(binding('process').options());
}

module.exports = {
  all,
  get: (name) => all()[name],
  list(name) {
    const value = all()[name];
    return value === undefined ? [] : ArrayIsArray(value) ? value : [value];
  },
};
