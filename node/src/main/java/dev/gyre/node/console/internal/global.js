'use strict';

// The console of globalThis: a namespace object whose prototype is an empty object, as the standard requires.

const {
  ArrayPrototypeMap, Error, ObjectDefineProperty, ObjectFromEntries, ObjectKeys,
} = require('internal/primordials');
const { Console, bindMethod, initialize } = require('internal/console/constructor');

require('internal/console/of_v8');

const console = { __proto__: {} };

for (let i = 0, list = ObjectKeys(Console.prototype); i < list.length; i++) {
  const name = list[i];
  console[name] = bindMethod(Console.prototype[name], console, name);
}
initialize(console, {});

console.Console = Console;

// ---- methods for an inspector only

const listenersOfInspector = ['profile', 'profileEnd', 'timeStamp'];
const contextMethods = [
  'dir', 'dirXml', 'table', 'groupEnd', 'clear', 'count', 'countReset', 'profile', 'profileEnd', 'debug', 'error',
  'info', 'log', 'warn', 'trace', 'group', 'groupCollapsed', 'assert', 'time', 'timeLog', 'timeEnd', 'timeStamp',
];
const untilAttached = (name) => ({ [name]() {} })[name];

for (let j = 0; j < listenersOfInspector.length; j++) {
  const name = listenersOfInspector[j];
  console[name] = untilAttached(name);
}

// A console whose messages are shown in a group of their own in an inspector, and nowhere else.
console.context = function context() {
  return ObjectFromEntries(ArrayPrototypeMap(contextMethods, (name) => [name, untilAttached(name)]));
};

// A task names the asynchronous work that `run` starts, for an inspector's stacks.
console.createTask = function createTask(name) {
  if (typeof name !== 'string' || name === '') throw new Error('First argument must be a non-empty string.');
  return {
    run(work) {
      if (typeof work !== 'function') throw new Error('First argument must be a function.');
      return work();
    },
  };
};

// ---- streams

// process.stdout and process.stderr are created at their first use.
for (let k = 0, items = ['stdout', 'stderr']; k < items.length; k++) {
  const name = items[k];
  let stream;
  ObjectDefineProperty(console, `_${name}`, {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get: () => stream ||= process[name],
    set(value) { stream = value; },
  });
}

module.exports = console;
