'use strict';

// Capability "natives": V8's runtime functions (%Name), which return what JavaScript can't see of its own values.
//
// Their syntax is on only while the snapshot is made. Code that was compiled then continues to work, but can't be compiled
// again. So each function here runs once at the end of this file. A name that V8 doesn't know is a SyntaxError at that time,
// and turns the capability off in that snapshot.
//
// One runtime function is used elsewhere and has no substitute: %PerformMicrotaskCheckpoint in internal/process/task_queues,
// where a function of its own would be a frame in the stacks of users' errors.

const { addCapability } = require('internal/v8internals/capabilities');
const {
  ArrayBuffer, ObjectGetPrototypeOf: getPrototypeOf, Promise, PromiseResolve: resolve, Proxy, ReflectApply: apply,
  SyntaxErrorPrototype, WeakMap, promiseThen,
} = require('internal/primordials');


let isOn = true;

const isProxy = (value) => (isOn ? %IsJSProxy(value) : binding('util').isProxy(value));

// Returns undefined if it is no proxy, otherwise [target, handler]; both are null once it is revoked.
function getProxyDetails(value) {
  if (!isOn) {
    const details = binding('util').getProxyDetails(value); // Java's null arrives as undefined
    return details === undefined ? undefined : [details[0] ?? null, details[1] ?? null];
  }
  // Only for proxies: V8 doesn't check.
  return %IsJSProxy(value) ? [%JSProxyGetTarget(value), %JSProxyGetHandler(value)] : undefined;
}

// Whether V8 has the same hidden class for two objects: they have the same property names in the same order. False is
// inconclusive.
const haveSameMap = (a, b) => isOn && %HaveSameMap(a, b);

// V8 refuses to detach an ArrayBuffer with a key. Returns whether it has one now; if not, memory has to be copied.
function setDetachKey(buffer, key) {
  if (!isOn) return false;
  %ArrayBufferSetDetachKey(buffer, key);
  return true;
}

const canSetDetachKey = () => isOn;

// Allocates so many unused bytes in the young generation, which is collected when it is full. Without this, memory outside
// the heap is collected later.
function takeYoungBytes(bytes) {
  if (isOn) %AllocateInYoungGeneration(bytes, 0);
}

function enqueueMicrotask(run) {
  if (isOn) %EnqueueMicrotask(run);
  else promiseThen(apply(resolve, Promise, [undefined]), run);
}

// ---- the source of scripts that came from no file. Without it such code has no source.

const scriptIds = () => (isOn ? %DebugGetLoadedScriptIds() : []);

// Besides the text, V8's result contains its own script object, which no script may touch: only two fields leave this file.
function lineAt(id, line, column) {
  const place = %ScriptLocationFromLine2(id, line, column, 0);
  return place === null ? undefined : { position: place.position, text: place.sourceText };
}

// Functions that call it keep the call: a function like this has a frame, and V8 looks for interrupts at its beginning.
function neverInline(fn) {
  if (isOn) %NeverOptimizeFunction(fn);
}

// ---- scripts

const canRunScripts = () => isOn;

// Runs the function of a script, which JavaScript must never call itself: V8 makes the context of its let, const and class in
// the call from outside, as this one is. A second run of the same function ends the process.
const runScript = (script, global = globalThis) => %Call(script, global);

// ---- the first calls, which compile them

function isWorking() {
  const target = {}, handler = {};
  const proxy = new Proxy(target, handler);
  const details = getProxyDetails(proxy);
  return isProxy(proxy) && !isProxy(target) && details[0] === target && details[1] === handler &&
    getProxyDetails(target) === undefined && haveSameMap([1], [2]) && !haveSameMap([1], { a: 1 });
}

function areAllKnown() {
  try {
    setDetachKey(new ArrayBuffer(0), undefined);
    takeYoungBytes(64);
    neverInline(() => {});
    runScript(() => {});
    enqueueMicrotask(() => {});
    lineAt(scriptIds()[0], 0, 0);
    return isWorking();
  } catch (error) {
    if (getPrototypeOf(error) === SyntaxErrorPrototype) return false; // V8 has no function of this name
    throw error;
  }
}

addCapability('natives', { off() { isOn = false; }, check: isWorking });
if (!areAllKnown()) isOn = false;

module.exports = {
  canRunScripts, canSetDetachKey, enqueueMicrotask, getProxyDetails, haveSameMap, isProxy, lineAt, neverInline, runScript, scriptIds,
  setDetachKey, takeYoungBytes,
};
