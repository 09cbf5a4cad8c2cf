'use strict';

// A context whose global object is V8's own, and in which V8 runs the scripts as it runs those of the main context
// (internal/vm/this_context): `this`, declarations and frames are V8's. It was made without an object of the program
// (vm.constants.DONT_CONTEXTIFY), or V8 asks for what that object has (internal/vm/interceptors).

const { ReflectDefineProperty: defineProperty, SafeWeakMap } = require('internal/primordials');
const { compileScriptIn } = require('internal/compiler');
const { runScript } = require('internal/v8internals/natives');
const { rewriteIn } = require('internal/vm/context_functions');
const { ScriptRuns } = require('internal/vm/script_runs');
const { hasFunctions } = require('internal/vm/this_context');

let runsScripts; // not known before the first context

class PlainContext {
  ownMicrotasks = false; // microtaskMode 'afterEvaluate'
  isPlain = true;
  #scripts = new SafeWeakMap(); // key -> ScriptRuns

  constructor(realm, object = realm.global) {
    this.realm = realm;
    this.global = realm.global;
    this.object = object;
    this.#define('eval'); // both may refuse to make code
    this.#define('Function');
  }

  #define(name) {
    defineProperty(this.global, name, {
      __proto__: null, value: this.realm.language[name], writable: true, enumerable: false, configurable: true,
    });
  }

  lexicalNames() { return []; } // V8 knows them

  // Runs `code`, a valid script, which `key` identifies. `above` is the text above it in its file.
  evaluate(key, code, { above, filename, importModule }) {
    let runs = this.#scripts.get(key);
    if (runs === undefined) {
      const text = above + rewriteIn(this.realm, code, importModule);
      runs = this.#runsOf(text, filename);
      this.#scripts.set(key, runs);
    }
    return runs.run();
  }

  // Runs an expression of the core's.
  run({ text }) { return this.#runsOf(text, '').run(); }

  #runsOf(text, filename) {
    return new ScriptRuns(undefined, () => compileScriptIn(this.realm, text, filename), this.global);
  }

  // Whether V8 can run scripts of this realm.
  static isPossible(realm) {
    if (realm.isMain || !hasFunctions()) return false;
    if (runsScripts === undefined) {
      const script = compileScriptIn(realm, '1', '');
      runsScripts = typeof script === 'function' && runScript(script, realm.global) === 1;
    }
    return runsScripts;
  }
}

module.exports = { PlainContext };
