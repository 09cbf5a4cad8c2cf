'use strict';

// The function around console.trace() that runs now, which tells clients of the inspector first: the trace begins above it.
module.exports = { current: undefined };
