'use strict';

// Functions of the core that run at the end of a program.
//
// endAddons: what native add-ons want done when nothing of the program runs any more. Not after process.exit() in the main
// thread, as in Node.
// flushCompileCache: writes what V8 has compiled.
// passSourceMaps: set where coverage is recorded.
// whenIdle: the loop is empty, before the event beforeExit.

module.exports = { __proto__: null, endAddons: undefined, flushCompileCache: undefined, passSourceMaps: undefined, whenIdle: undefined };
