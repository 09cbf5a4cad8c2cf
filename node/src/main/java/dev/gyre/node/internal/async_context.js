'use strict';

// The current asynchronous context: one immutable frame (a Map of AsyncLocalStorage to its store, or undefined).
//
// V8 keeps it for promises and awaits (internal/v8internals/continuation_slot). For all other callbacks, the code that
// queues one stores get() with it and calls set() around the callback. Don't copy the two functions out of this object: they
// are replaced if that capability is off.

module.exports = require('internal/v8internals/continuation_slot');
