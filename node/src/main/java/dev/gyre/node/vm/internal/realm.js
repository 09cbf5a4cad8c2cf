'use strict';

// A realm: a global object and built-in objects of its own, in a V8 context of its own.
//
// V8 creates a context from the same snapshot as the main one, so it contains a copy of our core, which is never started. It
// is released: the global object keeps no reference. The globals of the language are stored separately (`language`), and the
// contextified object shows them, unless it has its own (internal/vm/context).

const {
  ArrayPrototypeMap, ObjectGetPrototypeOf: getPrototypeOf, ObjectPrototypeHasOwnProperty,
  ObjectSetPrototypeOf: setPrototypeOf, PromisePrototypeThen, Proxy, ReflectApply, ReflectDefineProperty: defineProperty, ReflectDeleteProperty: deleteProperty,
  ReflectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ReflectOwnKeys: ownKeys, SafeSet, itemsOf, splitByPattern,
} = require('internal/primordials');
const { errorsOf } = require('internal/compiler');
const options = require('internal/options');
const { restrict } = require('internal/proto_access');
const { watchCompilations } = require('internal/wasm');
const { patchCallSites } = require('internal/vm/call_sites');
const { addRealm } = require('internal/vm/importers');

const native = binding('vm');

const hasOwn = (object, key) => ObjectPrototypeHasOwnProperty(object, key);

// The language's own globals.
const LANGUAGE = new SafeSet(splitByPattern(/\s+/, `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol
  Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math
  Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array
  BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet
  WeakRef Proxy Reflect FinalizationRegistry SuppressedError DisposableStack AsyncDisposableStack SharedArrayBuffer
  Temporal decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN console
  WebAssembly`));

// Sloppy code, unlike this file. Its frames are removed from stacks: see internal/vm/error_stack.
const RUNNER = '(function($global, $scope) { with ($global) with ($scope) return eval(text()); })';

class Realm {
  global;
  language = { __proto__: null };
  errors; // for internal/compiler
  eval; // also if scripts are not allowed to use it
  isMain;
  imports = 0; // how many of its functions import: see internal/vm/context_functions
  #runner;

  // `keepsLanguage`: the global object keeps the globals of the language.
  constructor(global, keepsLanguage) {
    this.global = global;
    this.isMain = global === globalThis;
    const isCopy = !this.isMain && hasOwn(global, 'process'); // V8 made it from the main context, with a core that never starts
    for (const name of itemsOf(LANGUAGE)) {
      if (name === 'console' && isCopy) continue;
      if (hasOwn(global, name)) this.language[name] = global[name];
    }
    this.eval = global.eval;
    if (this.isMain) return;
    addRealm(global, this);
    this.errors = errorsOf(this.language);
    if (isCopy) this.language.console = globalThis.console;
    for (let i = 0, list = ownKeys(global); i < list.length; i++) {
      if (!keepsLanguage || (!LANGUAGE.has(list[i]) && list[i] !== 'globalThis')) deleteProperty(global, list[i]);
    }
    if (keepsLanguage && isCopy) {
      defineProperty(global, 'console', { __proto__: null, value: globalThis.console, writable: true, enumerable: false, configurable: true });
    }
    delete this.language.Intl?.v8BreakIterator; // as in the main realm: see internal/globals
    delete this.language.Error.prepareStackTrace;
    patchCallSites(this.language.Error);
    if (this.language.WebAssembly !== undefined) watchCompilations(this.language.WebAssembly);
  }

  // A function of this realm, by which V8 finds its context; undefined for the main one.
  get function() { return this.isMain ? undefined : this.language.Object; }

  get runner() { return this.#runner ??= runner(this.eval); }

  // A global variable that code outside of the `with` statements has just created.
  hasGlobal(name) {
    return !this.isMain && hasOwn(this.global, name);
  }

  moveGlobals(object) {
    if (this.isMain) return;
    for (let i = 0, list = ownKeys(this.global); i < list.length; i++) {
      const name = list[i];
      const descriptor = getOwnPropertyDescriptor(this.global, name);
      if (descriptor.configurable && deleteProperty(this.global, name)) defineProperty(object, name, { __proto__: null, ...descriptor });
    }
  }

  // For code that sees the global object: the properties of the contextified object, and the variables of its scripts.
  show(context) {
    if (this.isMain) return;
    const { global, lexicals } = context;
    const prototype = this.language.Object.prototype;
    setPrototypeOf(this.global, new Proxy({ __proto__: null }, {
      __proto__: null,
      has: (_, name) => context.hasVariable(name) || lexicals.has(name),
      // V8 asks this for each global variable of functions that were compiled in the context: no detour by the proxy.
      get(_, name) {
        const lexical = lexicals.size === 0 ? undefined : lexicals.get(name);
        return lexical === undefined ? context.read(name) : lexical.get();
      },
      set(_, name, value) {
        const lexical = lexicals.get(name);
        if (lexical === undefined) global[name] = value;
        else lexical.set(value);
        return true;
      },
      getPrototypeOf: () => prototype,
    }));
  }

  // A function that returns promises of this realm, from one that returns promises of the main one.
  promising(run) {
    if (this.isMain) return run;
    const { Promise } = this.language;
    return (...args) => new Promise((resolve, reject) => { PromisePrototypeThen(ReflectApply(run, undefined, args), resolve, reject); });
  }

  refuseStrings() {
    const { EvalError, Function } = this.language;
    const refuse = () => { throw new EvalError('Code generation from strings disallowed for this context'); };
    const refusing = (constructor) => new Proxy(constructor, { __proto__: null, apply: refuse, construct: refuse });
    const kinds = ['function(){}', 'async function(){}', 'function*(){}', 'async function*(){}'];
    for (let i = 0, list = ArrayPrototypeMap(kinds, (kind) => getPrototypeOf(this.eval(`(${kind})`))); i < list.length; i++) {
      const prototype = list[i];
      defineProperty(prototype, 'constructor', {
        __proto__: null,
        ...getOwnPropertyDescriptor(prototype, 'constructor'), value: refusing(prototype.constructor),
      });
    }
    this.language.Function = Function.prototype.constructor;
    this.language.eval = new Proxy(this.eval, { __proto__: null, apply: refuse });
  }

  refuseWasm() {
    const { WebAssembly } = this.language;
    const refuse = () => {
      throw new WebAssembly.CompileError('WebAssembly.Module(): Wasm code generation disallowed by embedder');
    };
    const { Module } = WebAssembly;
    const { instantiate } = WebAssembly;
    const replace = (name, value) => defineProperty(WebAssembly, name, { __proto__: null, value, writable: true, configurable: true });
    replace('Module', new Proxy(Module, { __proto__: null, construct: refuse }));
    replace('compile', async function compile() { refuse(); });
    replace('instantiate', async function(module, imports) {
      return module instanceof Module ? instantiate(module, imports) : refuse();
    });
  }
}

function runner(evaluate) {
  return evaluate(RUNNER);
}

let main;
const mainRealm = () => main ??= new Realm(globalThis);

// If V8 can't open a context, the main realm serves all. `global`: the global object of a new context.
function openRealm({ strings, wasm }, keepsLanguage, global = native.newContext() ?? globalThis) {
  const realm = new Realm(global, keepsLanguage);
  const protoMode = options.get('--disable-proto');
  if (protoMode !== undefined && !realm.isMain) restrict(realm.language.Object.prototype, protoMode);
  if (!strings) realm.refuseStrings();
  if (!wasm) realm.refuseWasm();
  return realm;
}

module.exports = { LANGUAGE, mainRealm, openRealm };
