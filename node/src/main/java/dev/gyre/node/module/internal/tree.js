'use strict';

// Who required whom first. `module.parent` shows it, deprecated; the loader needs it for its error messages.

const kParent = Symbol('kModuleParent');

module.exports = {
  kParent,
  parentOf: (module) => module?.[kParent],
};
