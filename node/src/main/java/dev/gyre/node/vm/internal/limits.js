'use strict';

// Code with a time limit. Java ends it by an exception that scripts can't catch.

const {
  codes: { ERR_SCRIPT_EXECUTION_INTERRUPTED, ERR_SCRIPT_EXECUTION_TIMEOUT },
} = require('internal/errors');

// How binding('vm').runWithin reports that it ended the code.
const { stopCompiling } = require('internal/compiler');
const { runMicrotasks } = require('internal/process/task_queues');
const { ENDED, INTERRUPTED, TIMED_OUT } = require('internal/layout').ScriptEnd;

// `timeout` in ms, or undefined. With `ownMicrotasks` those of the code run before this returns, and no others.
function runWithin(timeout, breakOnSigint, run, ownMicrotasks = false) {
  if (timeout === undefined && !breakOnSigint && !ownMicrotasks) return run();
  let value;
  let error;
  let threw = false;
  const how = binding('vm').runWithin(() => {
    try {
      value = run();
      if (ownMicrotasks) runMicrotasks();
    } catch (thrown) {
      threw = true;
      error = thrown;
    }
  }, timeout ?? -1, breakOnSigint, ownMicrotasks);
  if (how !== ENDED) stopCompiling();
  if (how === TIMED_OUT) throw new ERR_SCRIPT_EXECUTION_TIMEOUT(`Script execution timed out after ${timeout}ms`);
  if (how === INTERRUPTED) throw new ERR_SCRIPT_EXECUTION_INTERRUPTED();
  if (threw) throw error;
  return value;
}

module.exports = { runWithin };
