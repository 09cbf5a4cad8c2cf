'use strict';
const { getCallSites } = require('node:util');
const { basename } = require('node:path');
const show = (sites) => sites.map((site) => `${site.functionName}|${basename(site.scriptName)}:${site.lineNumber}:${site.columnNumber}`);
Error.prepareStackTrace = () => { throw new Error('not asked'); };
Error.stackTraceLimit = 0;
function outer() {
  return [0].map(function inner() { return show(getCallSites(2)); });
}
console.log(outer(), show(getCallSites(1)), eval('show(getCallSites(1))'));
console.log(typeof getCallSites(1)[0].scriptId, Object.keys(getCallSites(1)[0]));
for (const args of [[0], [201], [1.5], ['1'], [1, 1], [{ sourceMap: 1 }]]) {
  try {
    getCallSites(...args);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
