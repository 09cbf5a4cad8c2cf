'use strict';

// Contexts of node:vm, inside the one context that we have.
//
// V8 can hold many contexts in an isolate, each with a global object and built-in objects of its own; the library
// through which we reach V8 makes only one. So a context's script runs in ours, inside two `with` statements:
//
//   with (global) {       a proxy of the object that was made a context: what it has are the script's global variables
//     with (scope) {      let, const and class of the context's scripts; and every name that is known nowhere
//       eval(script)
//     }
//   }
//
// `scope` says of any unknown name that it has it. So assigning to one makes a property of the object, as in sloppy
// code it should, and reading one throws the ReferenceError; no name ever gets through to our own globals but those of
// the language (Array, JSON, ...).
//
// What this can't do: the built-in objects are ours, so `instanceof` works across contexts and a script that changes
// Array.prototype changes it for all; functions made by `new Function` and indirect eval see our globals; the `this`
// of a sloppy function called without an object is our global object where the function isn't a global of the context.
// A context that may not make code (codeGeneration) has an eval, a Function and a WebAssembly that refuse; whoever gets
// at Function as the constructor of some function gets ours.
// Node's contexts keep programs apart by accident only, and these do by less.

const { Declarations } = require('internal/vm/declarations');

const { apply } = Reflect;
const none = new Set();
const hasOwn = (object, key) => apply(Object.prototype.hasOwnProperty, object, [key]);

// The language's own globals.
const LANGUAGE = new Set(`Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol
  Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math
  Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array
  BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator WeakMap WeakSet
  WeakRef Proxy Reflect FinalizationRegistry SuppressedError DisposableStack AsyncDisposableStack SharedArrayBuffer
  Temporal decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN console
  WebAssembly`.split(/\s+/));

const contexts = new WeakMap(); // object, or the global made of it -> Context

class Context {
  lexicals = new Map(); // name -> { get, set }
  removed = new Set(); // globals of the language that were deleted
  hidden = none; // functions that a script just beginning has declared, and which are to be found in it

  constructor(object, refusals = {}) {
    this.object = object;
    this.refusals = refusals; // by name: what the context has instead of a global of the language
    this.global = new Proxy(object, globalHandler(this));
  }

  isLanguage(name) {
    return (name === 'globalThis' || (LANGUAGE.has(name) && name in globalThis)) && !this.removed.has(name);
  }

  // Proxies keep promises about the object they stand for, so nothing is added to what an unextensible one has.
  showsLanguage(name) {
    return this.isLanguage(name) && !hasOwn(this.object, name) && Object.isExtensible(this.object);
  }

  declare(script) {
    for (const name of script.lexicals) {
      if (this.lexicals.has(name) || Reflect.getOwnPropertyDescriptor(this.object, name)?.configurable === false) {
        throw new SyntaxError(`Identifier '${name}' has already been declared`);
      }
    }
    for (const name of [...script.functions, ...script.vars]) {
      if (!(name in this.global)) this.object[name] = undefined;
    }
  }

  run(script, importModule) {
    this.declare(script);
    let own = [];
    const scope = scopeOf(this, script, {
      eval,
      text: () => script.text,
      [script.importName]: importModule,
      // Called in front of the script, if it declares anything; see ContextScript.
      $begin: (functions, accessors) => {
        this.hidden = none;
        for (const name of Object.keys(functions)) this.object[name] = functions[name];
        own = Object.entries(Object.getOwnPropertyDescriptors(accessors));
        for (const [name, descriptor] of own) {
          if (script.lexicals.has(name)) this.lexicals.set(name, descriptor);
        }
      },
    });
    if (script.begins) this.hidden = script.functions;
    try {
      return apply(runner(), this.global, [this.global, scope]);
    } finally {
      this.hidden = none;
      // In strict code a var is the script's own.
      for (const [name, { get }] of own) {
        if (!script.lexicals.has(name)) this.object[name] = get();
      }
    }
  }
}

function isConstant(object, name) {
  const own = Reflect.getOwnPropertyDescriptor(object, name);
  return own !== undefined && !own.configurable && own.writable === false;
}

function globalHandler(context) {
  const languageValue = (name) => (
    name === 'globalThis' ? context.global : context.refusals[name] ?? globalThis[name]);
  return {
    __proto__: null,
    has: (object, name) => !context.hidden.has(name) && (Reflect.has(object, name) || context.isLanguage(name)),
    // Getters run on the object itself, as they do in Node.
    get(object, name) {
      if (!Reflect.has(object, name) && context.isLanguage(name)) return languageValue(name);
      const value = Reflect.get(object, name);
      // Scripts know the context by its global object only. But a proxy must show what can't change.
      return value === object && !isConstant(object, name) ? context.global : value;
    },
    set: (object, name, value) => Reflect.set(object, name, value),
    getOwnPropertyDescriptor(object, name) {
      const own = Reflect.getOwnPropertyDescriptor(object, name);
      if (own !== undefined || !context.showsLanguage(name)) return own;
      return { value: languageValue(name), writable: true, enumerable: false, configurable: true };
    },
    deleteProperty(object, name) {
      if (!hasOwn(object, name) && context.isLanguage(name)) context.removed.add(name);
      return Reflect.deleteProperty(object, name);
    },
    ownKeys(object) {
      const own = Reflect.ownKeys(object);
      if (!Object.isExtensible(object)) return own;
      return [...own, ...['globalThis', ...LANGUAGE].filter((name) => context.showsLanguage(name))];
    },
  };
}

// What a script's names mean before they are looked for in the global object. `beginning` has what the runner and the
// text in front of the script use; each is there for one look.
function scopeOf(context, { strict, typeofs, inBlocks, importName, begins: declares }, beginning) {
  const { lexicals, global, object } = context;
  const isReadOnly = (name) => Reflect.getOwnPropertyDescriptor(object, name)?.writable === false;
  const notDefined = (name, above) => {
    const error = new ReferenceError(`${String(name)} is not defined`);
    Error.captureStackTrace(error, above);
    return error;
  };
  const begins = new Set(declares ? ['eval', 'text', '$begin'] : ['eval', 'text']);
  const handler = {
    __proto__: null,
    has(_, name) {
      if (begins.has(name) || lexicals.has(name) || name === importName) return true;
      if (!(name in global)) return !inBlocks.has(name) && !context.hidden.has(name);
      return strict && isReadOnly(name);
    },
    get(_, name) {
      if (name === Symbol.unscopables) return undefined;
      if (begins.delete(name) || name === importName) return beginning[name];
      const lexical = lexicals.get(name);
      if (lexical !== undefined) return lexical.get();
      if (name in global) return global[name];
      if (typeofs.has(name)) return undefined;
      throw notDefined(name, handler.get);
    },
    set(_, name, value) {
      const lexical = lexicals.get(name);
      if (lexical !== undefined) {
        lexical.set(value);
      } else if (strict && !(name in global)) {
        throw notDefined(name, handler.set);
      } else if (strict) {
        throw new TypeError(`Cannot assign to read only property '${String(name)}' of object '#<Object>'`);
      } else {
        Reflect.set(object, name, value);
      }
      return true;
    },
    deleteProperty: (_, name) => !lexicals.has(name),
  };
  return new Proxy({ __proto__: null }, handler);
}

// Sloppy code, which this file isn't.
let made;
function runner() {
  return made ??= (0, eval)(
    '(function($global, $scope) { with ($global) with ($scope) return eval(text()); })');
}

// A script's declarations, and its text with what tells them to the context in front of it: the functions, and
// accessors of the variables that are the script's own.
//
//   $begin({ f, g }, { get x() { return x; }, set x(x$) { x = x$; } });let x = f(); function f() {} ...
class ContextScript extends Declarations {
  begins; // something stands in front
  shift; // how long that is: so much the first line's columns are off

  constructor(source, { above = '', below = '', importName } = {}) {
    super(source);
    this.importName = importName;
    const own = [...this.lexicals, ...(this.strict ? this.vars : [])];
    this.begins = this.functions.size > 0 || own.length > 0;
    const accessors = own.map((name) => `get ${name}() { return ${name}; }, set ${name}(${name}$) { ${name} = ${name}$; }`);
    const front = `${this.strict ? "'use strict';" : ''}` +
      `$begin({ ${[...this.functions].join(', ')} }, { ${accessors.join(', ')} });`;
    this.shift = this.begins ? front.length : 0;
    this.text = `${above}${this.begins ? front : ''}${source}${below}`;
  }
}

function contextOf(object) {
  return contexts.get(object);
}

const refuseStrings = () => { throw new EvalError('Code generation from strings disallowed for this context'); };

function refuseWasm() {
  throw new WebAssembly.CompileError('WebAssembly.Module(): Wasm code generation disallowed by embedder');
}

function refusalsOf({ strings, wasm }) {
  const refusals = { __proto__: null };
  if (!strings) {
    refusals.eval = refuseStrings;
    refusals.Function = new Proxy(Function, { __proto__: null, apply: refuseStrings, construct: refuseStrings });
  }
  if (!wasm) {
    const Module = new Proxy(WebAssembly.Module, { __proto__: null, construct: refuseWasm });
    refusals.WebAssembly = Object.create(WebAssembly, {
      Module: { value: Module, writable: true, configurable: true },
      compile: { value: async function compile() { refuseWasm(); }, writable: true, configurable: true },
      instantiate: { value: async function instantiate(module, imports) {
        return module instanceof WebAssembly.Module ? WebAssembly.instantiate(module, imports) : refuseWasm();
      }, writable: true, configurable: true },
    });
  }
  return refusals;
}

// `object` becomes a context's global object; undefined for one that is nothing else.
function makeContext(object, codeGeneration = { strings: true, wasm: true }) {
  const context = new Context(object ?? {}, refusalsOf(codeGeneration));
  if (object !== undefined) contexts.set(object, context);
  contexts.set(context.global, context);
  return object ?? context.global;
}

// Our own context as one of these.
const mainContext = () => new Context(globalThis);

module.exports = { contextOf, mainContext, makeContext, ContextScript };
