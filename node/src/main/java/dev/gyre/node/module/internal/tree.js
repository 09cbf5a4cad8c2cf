'use strict';

// What the loaders keep on a module object, out of the program's sight.

const { Symbol } = require('internal/primordials');

// Who required it first. `module.parent` shows it, deprecated; the loader needs it for its error messages.
const kParent = Symbol('kModuleParent');

// On a module that holds the exports of an ES module: its entry in that loader.
const kRequiredModule = Symbol('kRequiredModule');

// What hooks said of it: its URL, format and source.
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kSource = Symbol('kSource');

module.exports = {
  kParent,
  kRequiredModule,
  kURL,
  kFormat,
  kSource,
  parentOf: (module) => module?.[kParent],
};
