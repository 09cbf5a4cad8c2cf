'use strict';

// node:timers, and the two phases that run them.

const { door } = require('internal/core');
const { now, onPhase, runEvents, words } = require('internal/bridge');
const { Control, ControlTime, TurnPhase } = require('internal/layout');
const { runDue } = require('internal/timers/lists');
const timeouts = require('internal/timers/timeout');
const immediates = require('internal/timers/immediates');
const { runNextTicks } = require('internal/process/task_queues');
const { CHANNELS, IMMEDIATES_REF, REQUESTS } = Control;
const { DEADLINE } = ControlTime;

const { validateFunction } = require('internal/validators');
const { kCustomPromisifiedSymbol } = require('internal/util');

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

onPhase(TurnPhase.POLL, function processEvents() {
  runEvents(runNextTicks);
});

onPhase(TurnPhase.CHECK, function processImmediate() {
  const calls = door.calls;
  immediates.run();
  runNextTicks();
  // Where nothing but immediates can happen in the next turns, they are run here and now. What comes from other threads
  // waits no longer than this many turns.
  for (let turns = 64; turns > 0 && onlyImmediates(calls); turns--) {
    immediates.run();
    runNextTicks();
  }
});

// No channel to poll, no request under way, no timer due; and no call of Java since the turn began, which might have
// left something to do in another phase.
function onlyImmediates(calls) {
  const { i32, f64 } = words;
  return i32[IMMEDIATES_REF] > 0 && i32[CHANNELS] === 0 && i32[REQUESTS] === 0 && door.calls === calls &&
    (f64[DEADLINE] < 0 || f64[DEADLINE] > now());
}

function promisesOf(name) {
  return {
    enumerable: true,
    get() { return require('timers/promises')[name]; },
  };
}

Object.defineProperty(setTimeout, kCustomPromisifiedSymbol, promisesOf('setTimeout'));
Object.defineProperty(setImmediate, kCustomPromisifiedSymbol, promisesOf('setImmediate'));

module.exports = {
  setTimeout,
  clearTimeout,
  setImmediate,
  clearImmediate,
  setInterval,
  clearInterval,
};
Object.defineProperty(module.exports, 'promises', {
  configurable: true,
  enumerable: true,
  get() { return require('timers/promises'); },
});
