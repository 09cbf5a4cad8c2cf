'use strict';

// What the current thread is: the main thread, until internal/worker_threads/worker_main says otherwise.

// From Java's figures.
function limitsObject({ 0: young, 1: old, 2: code, 3: stack }) {
  return { maxYoungGenerationSizeMb: young, maxOldGenerationSizeMb: old, codeRangeSizeMb: code, stackSizeMb: stack };
}

module.exports = {
  limitsObject,
  isMainThread: true,
  threadId: 0,
  threadName: '',
  resourceLimits: {},
};
