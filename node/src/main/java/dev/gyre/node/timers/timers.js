'use strict';

// node:timers, and the two phases that run timers and immediates.

const { ObjectDefineProperty } = require('internal/primordials');
const { nativeCalls } = require('internal/core');
const { onPhase, words } = require('internal/bridge');
const { countStayedCallbacks, countStayedTurn, nothingElse } = require('internal/bridge/dispatch');
const { Control, TurnPhase } = require('internal/layout');
const { runDue } = require('internal/timers/lists');
const timeouts = require('internal/timers/timeout');
const immediates = require('internal/timers/immediates');
const { runNextTicks } = require('internal/process/task_queues');
const { validateFunction } = require('internal/validators');
const { kCustomPromisifiedSymbol } = require('internal/util');

const { IMMEDIATES_REF, REQUESTS } = Control;
const MAX_STAYED_TURNS = 64; // after these, the loop runs all phases again

function setTimeout(callback, after, ...args) {
  validateFunction(callback, 'callback');
  return timeouts.start(callback, after, args, false);
}

function clearTimeout(timer) {
  timeouts.clear(timer);
}

function setInterval(callback, repeat, ...args) {
  validateFunction(callback, 'callback');
  return timeouts.start(callback, repeat, args, true);
}

function clearInterval(timer) {
  timeouts.clear(timer);
}

function setImmediate(callback, ...args) {
  validateFunction(callback, 'callback');
  return immediates.start(callback, args);
}

function clearImmediate(immediate) {
  immediates.clear(immediate);
}

onPhase(TurnPhase.TIMERS, function processTimers() {
  runDue(timeouts.fire, runNextTicks);
  runNextTicks();
});

onPhase(TurnPhase.CHECK, function processImmediate() {
  const callsBefore = nativeCalls.calls;
  immediates.run();
  runNextTicks();
  for (let turns = MAX_STAYED_TURNS; turns > 0 && mayStay(callsBefore); turns--) {
    countStayedTurn();
    countStayedCallbacks(immediates.run());
    runNextTicks();
  }
});

// If nothing but immediates can happen in the next turns, they are run right here: see internal/bridge/dispatch.
function mayStay(callsBefore) {
  const { i32 } = words;
  return i32[IMMEDIATES_REF] > 0 && i32[REQUESTS] === 0 && nothingElse(callsBefore);
}

function promisesOf(name) {
  return {
    __proto__: null,
    enumerable: true,
    get() { return require('timers/promises')[name]; },
  };
}

ObjectDefineProperty(setTimeout, kCustomPromisifiedSymbol, promisesOf('setTimeout'));
ObjectDefineProperty(setImmediate, kCustomPromisifiedSymbol, promisesOf('setImmediate'));

module.exports = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
};
ObjectDefineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});
