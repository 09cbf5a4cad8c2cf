'use strict';

// What is done when nothing of the program runs any more.
//
// endAddons is what native add-ons want; not after process.exit() in the main thread, as in Node. passSourceMaps is set where
// coverage is recorded.

module.exports = { __proto__: null, endAddons: undefined, passSourceMaps: undefined };
