'use strict';

// Requests of the Java program that opened this runtime. Each comes as a message and runs like any callback, followed by
// ticks and microtasks. Session.java is the Java half. User code may have replaced built-ins, so nothing here looks one up
// at run time.

const { openChannel } = require('internal/bridge');
const Module = require('module');
const { toForm, fromForm } = require('internal/host_values');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { SafeMap, apply, defineProperty, push, uncurryThis } = require('internal/primordials');
const path = require('path');
const { runInThisContext } = require('vm');
const { inspect } = require('util');

const native = binding('host');
const {
  Error, Promise, Object: { prototype: objectPrototype }, String: { prototype: stringPrototype },
} = globalThis;
const { createRequire, runMain } = Module;
const { prototype: errorPrototype } = Error;
const isPrototypeOf = uncurryThis(objectPrototype.isPrototypeOf);
const indexOf = uncurryThis(stringPrototype.indexOf);
const slice = uncurryThis(stringPrototype.slice);
const promises = new SafeMap(); // number -> { resolve, reject } of promises that Java settles

// Relative paths and packages are resolved from the working folder.
function installRequire() {
  globalThis.require = createRequire(path.join(process.cwd(), '[host]'));
}

// Calls the function under a name such as `JSON.stringify`, as a method of the object that has it.
function callByName(name, args) {
  let self;
  let value = globalThis;
  let from = 0;
  while (from <= name.length) {
    const dot = indexOf(name, '.', from);
    const end = dot < 0 ? name.length : dot;
    self = value;
    value = value?.[slice(name, from, end)];
    from = end + 1;
  }
  if (typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
  return apply(value, self, args);
}

function callJava(name, args) {
  const answer = native.callJava(name, toForm(args));
  const isDone = answer[0];
  const result = answer[1];
  if (isDone === true) return fromForm(result);
  if (isDone === false) throw new Error(result);
  return new Promise((resolve, reject) => { promises.set(result, { __proto__: null, resolve, reject }); });
}

// [number, whether it is fulfilled, value or message]
function settle(outcome) {
  const promise = promises.get(outcome[0]);
  promises.delete(outcome[0]);
  if (outcome[1]) promise.resolve(fromForm(outcome[2]));
  else promise.reject(new Error(outcome[2]));
}

function expose(name) {
  const value = { [name]: (...args) => callJava(name, args) }[name];
  defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

function runProgram(file, args) {
  const argv = [process.execPath, file];
  for (let i = 0; i < args.length; i++) push(argv, args[i]);
  process.argv = argv;
  process.nextTick(runMain, file); // exceptions of the program don't fail the request
}

function perform(kind, text, argument) {
  switch (kind) {
    case 'eval': return runInThisContext(text, argument);
    case 'call': return callByName(text, fromForm(argument));
    case 'expose': return expose(text);
    default: return runProgram(text, fromForm(argument));
  }
}

function fail(id, error) {
  if (isPrototypeOf(errorPrototype, error)) native.fail(id, `${error.name}`, `${error.message}`, `${error.stack}`);
  else native.fail(id, undefined, inspect(error), undefined);
}

async function answer(request) {
  const id = request[0];
  try {
    native.answer(id, toForm(await perform(request[1], request[2], request[3])));
  } catch (error) {
    fail(id, error);
  }
}

function start() {
  installRequire();
  native.listen(openChannel((outcome) => {
    if (outcome === undefined || outcome === null) answer(native.take());
    else settle(outcome);
  }));
}

module.exports = { start };
