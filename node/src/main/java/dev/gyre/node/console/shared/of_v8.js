'use strict';

// V8's own console: it prints nothing, and tells clients of the debugging protocol. Loaded before globalThis.console is replaced.

module.exports = globalThis.console;
