'use strict';

// Which line of the program submits work to the pool, for reports of work that holds or waits for its threads.
//
// Finding it costs some ten microseconds, so it is done for a bounded number of submissions a second: a thousandth of a
// core at most. Tasks that hold the threads for long can't be many, and so are found nearly always. File calls are
// mostly short, and their reports name the path: their lines are looked for only while several are under way. So a
// program that makes one call after the other, as most do when they start, pays nothing.

const { ArrayPrototypeFind, RegExpPrototypeExec } = require('internal/primordials');
const { ControlTime: { LOOP_NOW }, Control: { REQUESTS } } = require('internal/layout');

const MAX_PER_SECOND = 50;
const WINDOW_MS = 1000;
const FEW_CALLS = 4; // as many as the pool has threads, usually
const MAX_FRAMES = 16;
const ofCore = /^node:/;

let windowMs = -Infinity;
let left = 0;

// `words` are the bridge's.
function mayLook(words) {
  const nowMs = words.f64[LOOP_NOW];
  if (nowMs - windowMs >= WINDOW_MS) {
    windowMs = nowMs;
    left = MAX_PER_SECOND;
  }
  return left > 0 && left-- > 0;
}

function mayLookForCall(words) {
  return words.i32[REQUESTS] >= FEW_CALLS && mayLook(words);
}

const fileOf = (site) => site.getFileName() ?? site.getScriptNameOrSourceURL();

// The nearest caller of the function `below` that is no part of the core, as file:line; empty if there is none.
function place(below) {
  try {
    const site = ArrayPrototypeFind(require('internal/util/call_sites').callSites(MAX_FRAMES, below), (one) => {
      const file = fileOf(one);
      return typeof file === 'string' && RegExpPrototypeExec(ofCore, file) === null;
    });
    return site === undefined ? '' : `${fileOf(site)}:${site.getLineNumber()}`;
  } catch {
    return ''; // the stack is full, or the program has put accessors on Error: the submission must not fail of this
  }
}

module.exports = { mayLook, mayLookForCall, place };
