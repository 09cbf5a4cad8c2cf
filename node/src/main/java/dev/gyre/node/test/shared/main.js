'use strict';

// `gyre --test`: runs test files; the exit code says whether all tests passed.

const { ArrayPrototypeSlice } = require('internal/primordials');
const options = require('internal/options');
const { debuglog } = require('internal/util/debuglog');

const debug = debuglog('test_runner');

function start() {
  const { readConfig } = require('internal/test/config');
  const config = readConfig();
  const given = {
    __proto__: null, ...config, timeout: config.timeoutMs, testNamePatterns: undefined, testSkipPatterns: undefined,
    globPatterns: ArrayPrototypeSlice(process.argv, 1),
  };
  if (given.isolation === 'process' && (options.get('--inspect') || options.get('--inspect-brk') || options.get('--inspect-wait'))) {
    process.emitWarning('Using the inspector with --test forces running at a concurrency of 1. Use the inspectPort option to run with concurrency');
    given.concurrency = 1;
    given.inspectPort = process.debugPort;
  }
  debug('test runner configuration:', { ...given, timeout: given.timeout ?? Infinity });
  require('internal/test/runner').run(given, true);
}

module.exports = { start };
