'use strict';

// The current asynchronous context: one immutable frame (a Map of AsyncLocalStorage to its store, or undefined).
//
// V8 itself keeps it, as the "continuation preserved embedder data" of the isolate: every promise reaction and every
// await remembers the value of the moment it was made and finds it again when it runs. What is not a promise does the
// same by hand: who queues a callback keeps get() with it and calls set() around the callback.
//
// The two functions are V8's own, and optimized code has them inline: both together take less than a nanosecond.

const { extras } = require('internal/core');

module.exports = {
  get: extras.getContinuationPreservedEmbedderData,
  set: extras.setContinuationPreservedEmbedderData,
};
