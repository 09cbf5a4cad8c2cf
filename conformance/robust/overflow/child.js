'use strict';

// Tries first uses at the end of the stack: child.js MODE GROUP GROUPS, or MODE and the name of one use. Prints what fails.

const uses = require('./uses');

const PADS = 4;
const WORDS = 5; // a frame has more
const MOST_FRAMES = 600; // on the way back, where all attempts fail

// Functions that call `use` from frames which differ by a few words. They have been called before, so that none has to be
// compiled: that takes far more of the stack than to run.
function padded(use, count) {
  const pads = Array.from({ length: count }, (_, n) => {
    const names = Array.from({ length: n * WORDS }, (_, i) => `v${i}`);
    const locals = names.map((name) => `let ${name} = dry;`).join(' ');
    return new Function('use', `return (dry) => { ${locals} if (dry) return; const r = use(true); ${names.map((n) => `${n} = r;`).join(' ')} return r; }`)(use);
  });
  for (const pad of pads) pad(true);
  use(false);
  return pads.reverse();
}

// Goes down to the end of the stack, and on the way back tries at every depth, until it has succeeded three times.
function tryAtEveryDepth(use, count) {
  const pads = padded(use, count);
  let successes = 0;
  let frames = 0;
  const attempt = () => {
    frames++;
    for (let i = 0; i < count && successes < 3; i++) {
      try {
        if (pads[i](false) === true) successes++;
      } catch {
        // an overflow, or what has come of it
      }
    }
  };
  const descend = (isDry) => {
    if (isDry) return;
    try {
      descend(false);
    } catch {
      // the overflow itself
    }
    if (successes < 3 && frames < MOST_FRAMES) attempt();
  };
  descend(true);
  successes = 3;
  attempt();
  successes = 0;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // errors by the thousand
  descend(false);
  Error.stackTraceLimit = stackTraceLimit;
}

// Makes what a use is called by, such as the Buffer of Buffer.from(), so that only the call itself is new.
function prepare(use) {
  for (const [path] of `${use}`.matchAll(/(?:require\('[^']+'\)|\b[A-Z]\w+|\b(?:process|performance|crypto|console))(?:\.\w+)*/g)) {
    try {
      eval(path);
    } catch {
      // what is called, not looked up
    }
  }
}

function check(name, when) {
  let result;
  try {
    result = uses[name](true);
  } catch (error) {
    result = error;
  }
  if (result !== true) console.log(`${name} fails ${when}:`, result);
}

function runGroup(mode, group, groups) {
  const names = Object.keys(uses).filter((name, i) => name === group || i % groups === Number(group));
  for (const name of names) {
    if (mode === 'prepared') prepare(uses[name]);
    tryAtEveryDepth(uses[name], mode === 'prepared' ? PADS : 1);
    check(name, 'after the overflow');
  }
  setTimeout(() => {
    for (const name of names) check(name, 'later');
    process.exit();
  }, 1);
}

runGroup(process.argv[2], process.argv[3], Number(process.argv[4]));
