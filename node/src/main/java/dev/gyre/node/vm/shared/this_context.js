'use strict';

// Scripts in the main context: by indirect eval, so that what they throw comes out as it is.
//
// With --disallow-code-generation-from-strings V8 refuses that as well. So V8 never sees that option: it is told to refuse
// when the program begins, and not to while we compile a script. A call in front of the script ends that, before any of
// the script runs; its text is no part of what a report shows.

const {
  ObjectDefineProperty, StringPrototypeIndexOf, StringPrototypeSlice, replacePattern,
} = require('internal/primordials');
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

// How many columns the first line of a script is off.
const shift = (text) => frontOf(text).length;

// [source line, start column, end column] without what was put in front.
function withoutFront(source, start, end) {
  if (!refuses) return [source, start, end];
  const at = StringPrototypeIndexOf(source, FRONT);
  if (at !== 0 && at !== STRICT.length) return [source, start, end];
  const length = at + FRONT.length;
  return [StringPrototypeSlice(source, length), start - length, end - length];
}

module.exports = { evaluate, refuseStrings, shift, withoutFront };
