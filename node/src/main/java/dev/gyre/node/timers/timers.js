'use strict';

// node:timers, and the two phases that run them.

const { onPhase, PHASES, runEvents } = require('internal/bridge');
const { runDue } = require('internal/timers/lists');
const timeouts = require('internal/timers/timeout');
const immediates = require('internal/timers/immediates');
const { runNextTicks } = require('internal/process/task_queues');
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

onPhase(PHASES.TIMERS, function processTimers() {
  runDue(timeouts.fire, runNextTicks);
  runNextTicks();
});

onPhase(PHASES.EVENTS, () => runEvents(runNextTicks));

// The poll phase's events and the check phase's immediates come with one crossing.
onPhase(PHASES.CHECK, function processImmediate() {
  runEvents(runNextTicks);
  immediates.run();
  runNextTicks();
});

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
