'use strict';

// Scripts in the main context run by indirect eval, so that their exceptions are thrown unchanged.
//
// With --disallow-code-generation-from-strings V8 would refuse that as well. So V8 doesn't get that option: code generation
// is disallowed when the program begins, and allowed while we compile a script. A call inserted at the beginning of the
// script disallows it again before any of the script runs; reports don't show its text.

const {
  ObjectDefineProperty, StringPrototypeIndexOf, StringPrototypeSlice, replacePattern,
} = require('internal/primordials');
const { onEnded } = require('internal/repairs');
const { isStrictScript } = require('internal/vm/declarations');

const STRICT = "'use strict';";
const FRONT = '$refuseStrings$();';

const native = binding('vm');
const { eval: evaluateText } = globalThis;
let refuses = false;

function refuseStrings() {
  refuses = true;
  native.allowEval(false);
}

const frontOf = (text) => (refuses ? `${isStrictScript(text) ? STRICT : ''}${FRONT}` : '');

onEnded(() => {
  if (refuses) native.allowEval(false);
});

function evaluate(text) {
  if (!refuses) return evaluateText(text);
  ObjectDefineProperty(globalThis, '$refuseStrings$', {
    __proto__: null,
    configurable: true,
    value: () => {
      delete globalThis.$refuseStrings$;
      native.allowEval(false);
    },
  });
  native.allowEval(true);
  try {
    return evaluateText(`${frontOf(text)}${replacePattern(/^#!/, text, '//')}`);
  } finally {
    native.allowEval(false);
  }
}

// The number of columns by which the first line of a script is shifted.
const shift = (text) => frontOf(text).length;

// [source line, start column, end column] without the inserted text.
function withoutFront(source, start, end) {
  if (!refuses) return [source, start, end];
  const at = StringPrototypeIndexOf(source, FRONT);
  if (at !== 0 && at !== STRICT.length) return [source, start, end];
  const length = at + FRONT.length;
  return [StringPrototypeSlice(source, length), start - length, end - length];
}

module.exports = { evaluate, refuseStrings, shift, withoutFront };
