'use strict';

// v8.setFlagsFromString(). Java changes what can be changed safely while V8 runs (FlagChanges.java); the words and the
// complaints are V8's, which go to the process's stderr.

const {
  ArrayPrototypeJoin, ArrayPrototypeSlice, RegExpPrototypeExec, StringPrototypeSplit, StringPrototypeTrim,
} = require('internal/primordials');
const { validateString } = require('internal/validators');

const FLAG = /^--?([^=]*)(?:=([^]*))?$/;

// In the order of FlagChanges.Outcome.
const DONE = 0, UNKNOWN = 1, VALUE_OF_SWITCH = 2, NO_NUMBER = 3;

let changes = ''; // the words that had an effect

function complain(lines, rest) {
  if (rest.length > 0) lines += `The remaining arguments were ignored: ${ArrayPrototypeJoin(rest, ' ')}\n`;
  process._rawDebug(`${lines}Try --help for options`);
}

function setFlagsFromString(flags) {
  validateString(flags, 'flags');
  const words = StringPrototypeSplit(StringPrototypeTrim(flags), /\s+/);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const match = RegExpPrototypeExec(FLAG, word);
    if (match === null || match[1] === '') continue; // no flag: V8 leaves it alone
    const { setFlag } = binding('v8');
    let outcome = setFlag(match[1], match[2] ?? null);
    if (outcome === NO_NUMBER && match[2] === undefined && i + 1 < words.length) {
      outcome = setFlag(match[1], words[++i]);
    }
    if (outcome === DONE) {
      changes += `${match[1]}=${match[2] ?? words[i]}\n`;
      continue;
    }
    const rest = ArrayPrototypeSlice(words, i + 1);
    if (outcome === UNKNOWN) {
      complain(`Error: unrecognized flag ${word}\n`, rest);
      return;
    }
    if (outcome === VALUE_OF_SWITCH) {
      complain(`Error: illegal value for flag ${word} of type bool\nTo set or unset a boolean flag, use --flag or --no-flag.\n`, rest);
      return;
    }
    if (outcome === NO_NUMBER) {
      complain(`Error: ${match[2] === undefined ? 'missing' : 'illegal'} value for flag ${word} of type int\n`, rest);
      return;
    }
    process.emitWarning(`v8.setFlagsFromString: Gyre does not change ${word} while it runs`);
  }
}

// V8 does not reckon with changes while it runs.
const cachedDataVersionTag = () => binding('v8').codeTag(changes);

module.exports = { cachedDataVersionTag, setFlagsFromString };
