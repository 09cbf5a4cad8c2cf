'use strict';

// The runs of a script in one context.
//
// V8 runs a compiled script by a function. When it runs, V8 makes a context of the script's let, const and class, and the
// function refers to that from then on: a second run of such a function would end the process, and one of the script has to
// compile it anew, to be told by V8 that its names are taken. A function that has run to its end without such a context never
// gets one, so it runs as often as the program wants.

const { ArrayIsArray } = require('internal/primordials');
const { runScript } = require('internal/v8internals/natives');

const native = binding('vm');

class ScriptRuns {
  #compile;
  #global;
  #fresh; // a function that has not run
  #ended; // one that has run to its end
  #repeated; // one that can run again

  // `compile` answers the function of the script, which is known to be valid; `first` is one that it has answered.
  constructor(first, compile, global) {
    this.#fresh = first;
    this.#compile = compile;
    this.#global = global;
  }

  run() {
    if (this.#repeated !== undefined) return runScript(this.#repeated, this.#global);
    if (this.#ended !== undefined && this.#fresh === undefined) {
      if (native.hasOwnScope(this.#ended)) this.#ended = undefined;
      else return runScript(this.#repeated = this.#ended, this.#global);
    }
    const once = this.#fresh ?? this.#compile(); // V8 has the text compiled still
    this.#fresh = undefined;
    if (ArrayIsArray(once)) throw require('internal/module/compile').syntaxError(once);
    const value = runScript(once, this.#global);
    this.#ended = once;
    return value;
  }
}

module.exports = { ScriptRuns };
