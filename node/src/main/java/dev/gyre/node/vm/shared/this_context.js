'use strict';

// Scripts in the main context.
//
// V8 compiles one to a function, by which it runs: its let, const and class are seen by all later scripts, its frames are
// those of a script, and what it throws is thrown unchanged (capability `script-functions`). Where that can't be had, it runs
// by indirect eval; then its let, const and class are its own, and under --disallow-code-generation-from-strings it may make
// code of strings itself.

const { ArrayIsArray, StringPrototypeReplaceAll } = require('internal/primordials');
const { checkSyntax, compileScript } = require('internal/compiler');
const { onEnded } = require('internal/repairs');
const { addCapability } = require('internal/v8internals/capabilities');
const { canRunScripts } = require('internal/v8internals/natives');
const { ScriptRuns } = require('internal/vm/script_runs');

const native = binding('vm');
const { eval: evaluateText } = globalThis;
let refuses = false;
let isEvaluated = false;

addCapability('script-functions', { off() { isEvaluated = true; } }); // `compile` checks it

// With the flag of V8's, scripts that are evaluated would be refused as well. So V8 doesn't get it.
function refuseStrings() {
  refuses = true;
  native.allowEval(false);
}

onEnded(() => {
  if (refuses) native.allowEval(false);
});

function evaluate(text, name) {
  const named = `${text}\n//# sourceURL=${StringPrototypeReplaceAll(name, ' ', '_')}`; // V8 takes no space there
  if (!refuses) return evaluateText(named);
  native.allowEval(true);
  try {
    return evaluateText(named);
  } finally {
    native.allowEval(false);
  }
}

// Whether V8 runs scripts by functions, as far as it is known.
const hasFunctions = () => !isEvaluated && canRunScripts();

// A function that runs the script, or what is wrong: see internal/compiler.
function compile(text, name) {
  if (hasFunctions()) {
    const script = compileScript(text, name);
    if (ArrayIsArray(script)) return script;
    if (script !== undefined) {
      const runs = new ScriptRuns(script, () => compileScript(text, name), globalThis);
      return () => runs.run();
    }
    isEvaluated = true;
  }
  return checkSyntax(text, name) ?? (() => evaluate(text, name));
}

module.exports = { compile, hasFunctions, refuseStrings };
