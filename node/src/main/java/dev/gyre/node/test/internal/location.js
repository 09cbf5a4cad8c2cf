'use strict';

// The source location of a test.

const { StringPrototypeStartsWith } = require('internal/primordials');
const { callSites } = require('internal/util/call_sites');

/** The location of the caller of `fn`; undefined if it has no file. */
function callerLocation(fn) {
  const { 0: site } = callSites(1, fn);
  const file = site?.getFileName();
  if (typeof file !== 'string') return undefined;
  return toPath(originOf(file, site.getLineNumber(), site.getColumnNumber()));
}

function toPath({ line, column, file }) {
  return { __proto__: null, line, column, file: StringPrototypeStartsWith(file, 'file:') ? require('url').fileURLToPath(file) : file };
}

// With --enable-source-maps, the place in the source.
function originOf(file, line, column) {
  const isMapped = require('internal/options').get('--enable-source-maps');
  const found = isMapped ? require('internal/module/source_maps').findSourceMap(file)?.findEntry(line - 1, column - 1) : undefined;
  if (found?.originalSource === undefined) return { file, line, column };
  return { file: found.originalSource, line: found.originalLine + 1, column: found.originalColumn + 1 };
}

module.exports = { callerLocation };
