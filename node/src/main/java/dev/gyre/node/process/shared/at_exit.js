'use strict';

// What native add-ons want done when nothing of the program runs any more. Not after process.exit() in the main thread, as
// in Node.

module.exports = { __proto__: null, endAddons: undefined };
