'use strict';

// The source location of a test.

const { StringPrototypeStartsWith } = require('internal/primordials');
const { callSites } = require('internal/util/call_sites');

/** The location of the caller of `fn`; undefined if it has no file. */
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
