'use strict';

// The requests of a Java program that has opened this runtime: each comes as a message, and runs with ticks and microtasks
// behind it as any callback does. Session.java is the other half.

const { openChannel } = require('internal/bridge');
const { Module, makeRequire } = require('internal/module/loader');
const thisContext = require('internal/vm/this_context');
const { toForm, fromForm } = require('internal/host/values');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const path = require('path');

const native = binding('host');
const promises = new Map(); // number -> { resolve, reject } of what Java has promised

// Relative paths and packages are looked for from the working folder on.
function installRequire() {
  const folder = process.cwd();
  const module = new Module('[host]');
  module.filename = path.join(folder, '[host]');
  module.paths = Module._nodeModulePaths(folder);
  globalThis.require = makeRequire(module);
}

// The function under a name such as `JSON.stringify`, and the object that has it.
function lookUp(name) {
  let self;
  let value = globalThis;
  for (const part of name.split('.')) {
    self = value;
    value = value?.[part];
  }
  if (typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
  return { self, value };
}

function callJava(name, args) {
  const [isDone, result] = native.callJava(name, toForm(args));
  if (isDone === true) return fromForm(result);
  if (isDone === false) throw new Error(result);
  return new Promise((resolve, reject) => promises.set(result, { resolve, reject }));
}

function settle([number, isFulfilled, result]) {
  const { resolve, reject } = promises.get(number);
  promises.delete(number);
  if (isFulfilled) resolve(fromForm(result));
  else reject(new Error(result));
}

function perform(kind, text, argument) {
  switch (kind) {
    case 'eval': return thisContext.evaluate(`${text}\n//# sourceURL=${argument}`);
    case 'call': {
      const { self, value } = lookUp(text);
      return Reflect.apply(value, self, fromForm(argument));
    }
    case 'expose': {
      const value = { [text]: (...args) => callJava(text, args) }[text];
      Object.defineProperty(globalThis, text, { value, writable: true, enumerable: false, configurable: true });
      return undefined;
    }
    default:
      process.argv = [process.execPath, text, ...fromForm(argument)];
      process.nextTick(Module.runMain, text); // what the program throws is its own affair
      return undefined;
  }
}

function fail(id, error) {
  const isError = error instanceof Error;
  native.fail(id, isError ? `${error.name}` : undefined,
    isError ? `${error.message}` : require('util').inspect(error), isError ? `${error.stack}` : undefined);
}

async function answer(id, kind, text, argument) {
  try {
    native.answer(id, toForm(await perform(kind, text, argument)));
  } catch (error) {
    fail(id, error);
  }
}

function start() {
  installRequire();
  native.listen(openChannel((outcome) => {
    if (outcome === undefined || outcome === null) answer(...native.take());
    else settle(outcome);
  }));
}

module.exports = { start };
