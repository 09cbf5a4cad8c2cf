'use strict';

// What the loaders store on a module object, hidden from the program.

const { Symbol } = require('internal/primordials');

// The module that required it first. `module.parent` (deprecated) shows it; the loader needs it for its error messages.
const kParent = Symbol('kModuleParent');

// For a module that holds the exports of an ES module: its entry in that loader.
const kRequiredModule = Symbol('kRequiredModule');

// The result of hooks: URL, format and source.
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kRequire = Symbol('kRequire'); // the module's `require`, if it has its own
const kSource = Symbol('kSource');

module.exports = {
  kParent,
  kRequiredModule,
  kURL,
  kFormat,
  kRequire,
  kSource,
  parentOf: (module) => module?.[kParent],
};
