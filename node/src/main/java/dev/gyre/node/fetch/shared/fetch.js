'use strict';

// The global function fetch. What it needs is loaded at its first call.

const { PromiseWithResolvers } = require('internal/primordials');

function fetch(input, init = undefined) {
  const { promise, resolve, reject } = PromiseWithResolvers();
  try {
    const { Operation } = require('internal/fetch/operation');
    const { makeState } = require('internal/fetch/request');
    new Operation(makeState(input, init), resolve, reject).start();
  } catch (error) {
    reject(error);
  }
  return promise;
}

module.exports = { fetch };
