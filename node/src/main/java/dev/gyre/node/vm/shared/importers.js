'use strict';

// Functions of the core that are the `import` of a script, without the conditions that hold for a program's.

const { SafeWeakSet } = require('internal/primordials');

const importers = new SafeWeakSet();

function importAs(importer) {
  importers.add(importer);
  return importer;
}

const isImporter = (value) => typeof value === 'function' && importers.has(value);

module.exports = { importAs, isImporter };
