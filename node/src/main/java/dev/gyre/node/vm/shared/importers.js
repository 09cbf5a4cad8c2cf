'use strict';

// What `import()` in scripts calls.

const { SafeMap, SafeWeakMap, SafeWeakSet, itemsOf } = require('internal/primordials');

// ---- functions of the core, without the conditions that hold for a program's

const importers = new SafeWeakSet();

function importAs(importer) {
  importers.add(importer);
  return importer;
}

const isImporter = (value) => typeof value === 'function' && importers.has(value);

// ---- by the names of scripts, for code that they make of text (internal/module/evaluated_imports)
//
// V8 tells no more of a script than its name: of scripts with the same name in a context, the last one counts.

const MAX_NAMES = 1000; // of a context

const named = new SafeWeakMap(); // global object of a context -> Names
const realms = new SafeWeakMap(); // global object of a context that is not the main one -> Realm

class Names {
  #importers = new SafeMap();

  remember(name, importer) {
    if (this.#importers.size === MAX_NAMES && !this.#importers.has(name)) this.#deleteOldest();
    this.#importers.set(name, importer);
  }

  #deleteOldest() {
    for (const { 0: oldest } of itemsOf(this.#importers)) {
      this.#importers.delete(oldest);
      return;
    }
  }

  of(name) { return this.#importers.get(name); }
}

function nameImporter(global, name, importer) {
  let names = named.get(global);
  if (names === undefined) named.set(global, names = new Names());
  names.remember(name, importer);
}

const importerNamed = (global, name) => named.get(global)?.of(name);

const realmOf = (global) => realms.get(global);
const addRealm = (global, realm) => { realms.set(global, realm); };

module.exports = { addRealm, importAs, importerNamed, isImporter, nameImporter, realmOf };
