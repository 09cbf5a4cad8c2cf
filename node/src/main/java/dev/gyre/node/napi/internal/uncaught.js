'use strict';

// Exceptions of functions for all threads, which have no caller.

const options = require('internal/options');
const { triggerHere } = require('internal/process/fatal');

const STRICT_VERSION = 10; // from here on such an exception is an uncaught one

// As in Node, those of older add-ons are dropped with a warning, unless the option says otherwise.
function reportUncaught(environment, error) {
  if (environment.version < STRICT_VERSION && !options.get('--force-node-api-uncaught-exceptions-policy')) {
    process.emitWarning('Uncaught N-API callback exception detected, please run node with option ' +
      '--force-node-api-uncaught-exceptions-policy=true to handle those exceptions properly.', 'DeprecationWarning', 'DEP0168');
    return;
  }
  triggerHere(error);
}

module.exports = { reportUncaught };
