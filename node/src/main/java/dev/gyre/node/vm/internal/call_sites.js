'use strict';

// CallSites of scripts of node:vm. We run these by eval, with their file name as a source URL; V8 treats such code as an
// eval without a file name. To programs it must look like a script.
//
// The methods of V8's CallSites can't be replaced. But V8 passes CallSites only to Error.prepareStackTrace. So once a script
// has run, that is an accessor, and the function that a program sets gets our CallSites for frames of scripts. (A program
// that reads the property gets a function that does the same as the one it has set.)

const {
  Error, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply: apply, SafeSet, SafeWeakMap, SafeWeakSet,
  StringPrototypeLastIndexOf, StringPrototypeSlice,
} = require('internal/primordials');
const { addQuietGetter, isCompiling } = require('internal/compiler');
const { ErrorPrepareStackTrace } = require('internal/errors');

const files = new SafeSet(); // names of scripts
const patched = new SafeWeakSet(); // Error classes, one per realm
const originals = new SafeWeakMap(); // the function that V8 calls -> the function that the program has set

function addFile(name) {
  files.add(name);
  patchCallSites(Error);
}

const isScript = (site) => site.isEval() && files.has(site.getScriptNameOrSourceURL());

// The frame of a script, or of a function in one.
class CallSite {
  #site;

  constructor(site) { this.#site = site; }

  get #isTop() { return this.#site.getFunctionName() === 'eval'; } // the script itself

  getFileName() { return this.#site.getScriptNameOrSourceURL(); }

  isEval() { return false; }

  getEvalOrigin() { return undefined; }

  getFunctionName() { return this.#isTop ? null : this.#site.getFunctionName(); }

  getTypeName() { return this.#isTop ? 'Object' : this.#site.getTypeName(); }

  isToplevel() { return this.#isTop || this.#site.isToplevel(); }

  toString() {
    const place = `${this.getFileName()}:${this.#site.getLineNumber()}:${this.#site.getColumnNumber()}`;
    if (this.#isTop) return place;
    const text = `${this.#site}`;
    const at = StringPrototypeLastIndexOf(text, ' (');
    return at === -1 ? place : `${StringPrototypeSlice(text, 0, at)} (${place})`;
  }

  static {
    const same = ['getColumnNumber', 'getEnclosingColumnNumber', 'getEnclosingLineNumber', 'getFunction', 'getLineNumber',
      'getMethodName', 'getPosition', 'getPromiseIndex', 'getScriptHash', 'getScriptNameOrSourceURL', 'getThis',
      'isAsync', 'isConstructor', 'isNative', 'isPromiseAll'];
    for (let i = 0; i < same.length; i++) {
      const name = same[i];
      ObjectDefineProperty(this.prototype, name, {
        __proto__: null, value: { [name]() { return this.#site[name](); } }[name], configurable: true, writable: true,
      });
    }
  }
}

function showingScripts(prepare) {
  const shown = function prepareStackTrace(error, sites) {
    for (let i = 0; i < sites.length; i++) {
      if (isScript(sites[i])) sites[i] = new CallSite(sites[i]);
    }
    return apply(prepare, this, [error, sites]);
  };
  originals.set(shown, prepare);
  return shown;
}

function patchCallSites(ErrorClass) {
  if (patched.has(ErrorClass)) return;
  patched.add(ErrorClass);
  if (ObjectGetOwnPropertyDescriptor(ErrorClass, 'prepareStackTrace')?.configurable === false) return; // frozen by the program
  let called = wrap(ErrorClass.prepareStackTrace);
  const get = () => (isCompiling() ? undefined : called);
  addQuietGetter(get);
  ObjectDefineProperty(ErrorClass, 'prepareStackTrace', {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get,
    set(value) { called = wrap(value); },
  });
}

// Our default function needs no other CallSites: see internal/vm/error_stack for how it shows a script.
function wrap(value) {
  return typeof value !== 'function' || value === ErrorPrepareStackTrace || originals.has(value) ? value :
    showingScripts(value);
}

module.exports = { addFile, patchCallSites };
