'use strict';

// Who required whom first. `module.parent` shows it, deprecated; the loader needs it for its error messages.

const kParent = Symbol('kModuleParent');

// On a module that holds the exports of an ES module: its entry in that loader.
const kRequiredModule = Symbol('kRequiredModule');

module.exports = {
  kParent,
  kRequiredModule,
  parentOf: (module) => module?.[kParent],
};
