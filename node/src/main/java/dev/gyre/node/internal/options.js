'use strict';

// The command line's options, as the command understood them: name (with dashes) -> true, false, string or list.

let values;

function all() {
  return values ??= JSON.parse(binding('process').options());
}

module.exports = {
  get: (name) => all()[name],
  list(name) {
    const value = all()[name];
    return value === undefined ? [] : Array.isArray(value) ? value : [value];
  },
};
