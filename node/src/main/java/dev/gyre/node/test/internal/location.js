'use strict';

// Where a test was written.

const { StringPrototypeStartsWith } = require('internal/primordials');
const { callSites } = require('internal/util/call_sites');

/** Of the caller of `fn`; undefined where that has no file. */
function callerLocation(fn) {
  const { 0: site } = callSites(1, fn);
  const file = site?.getFileName();
  if (typeof file !== 'string') return undefined;
  return {
    __proto__: null,
    line: site.getLineNumber(),
    column: site.getColumnNumber(),
    file: StringPrototypeStartsWith(file, 'file:') ? require('url').fileURLToPath(file) : file,
  };
}

module.exports = { callerLocation };
