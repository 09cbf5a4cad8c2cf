'use strict';

// Contexts of node:vm.
//
// Each has a V8 context of its own (internal/vm/realm), and V8 asks the core for what the contextified object has
// (internal/vm/interceptors). All that follows is for the case that V8 can't be made to ask, so that the global object can't show
// the properties of the contextified object. Then a script runs inside two `with` statements:
//
//   with (global) {       a proxy of the contextified object: its properties are the script's global variables
//     with (scope) {      let, const and class of the context's scripts; and every unknown name
//       eval(script)
//     }
//   }
//
// `scope` claims to have every unknown name. So assigning to one creates a property of the object, as it should in sloppy
// code, and reading one throws the ReferenceError; no name ever reaches the realm's global object. Code that does not run
// inside the `with` statements (by indirect eval, or `new Function`) sees the realm's global object, whose prototype shows
// it the same properties.
//
// Limits: `globalThis` and the `this` of a script are the proxy; the `this` of a sloppy function that is called without an
// object is the realm's global object. They have the same properties, but are not identical.

const {
  ArrayPrototypeFilter, ArrayPrototypeJoin, ArrayPrototypeMap, ErrorCaptureStackTrace, ObjectCreate, ObjectEntries,
  ObjectGetOwnPropertyDescriptors, ObjectIsExtensible, ObjectKeys, ObjectPrototype, Proxy, ReflectApply: apply,
  ReflectDefineProperty: defineProperty, ReflectDeleteProperty, ReflectGet, ReflectGetOwnPropertyDescriptor, ReflectGetPrototypeOf, ReflectHas, ReflectOwnKeys,
  ReflectPreventExtensions, ReflectSet, ReflectSetPrototypeOf, SafeMap, SafeSet, SafeWeakMap, String, SymbolToStringTag, SymbolUnscopables, copyList, itemsOf, joinLists,
} = require('internal/primordials');
const { showTextIn } = require('internal/module/esm_text');
const { isProxy } = require('internal/v8internals/natives');
const { Declarations } = require('internal/vm/declarations');
const { newGlobal, show } = require('internal/vm/interceptors');
const { PlainContext } = require('internal/vm/plain_context');
const { LANGUAGE, mainRealm, openRealm } = require('internal/vm/realm');

const none = new SafeSet();
const hasOwn = (object, key) => apply(ObjectPrototype.hasOwnProperty, object, [key]);

const contexts = new SafeWeakMap(); // object, or the global made of it -> Context

class Context {
  isPlain = false;
  lexicals = new SafeMap(); // name -> { get, set }
  removed = new SafeSet(); // globals of the language that were deleted
  declared = new SafeSet(); // variables and functions of scripts, which can't be deleted
  ownMicrotasks = false; // microtaskMode 'afterEvaluate'
  canBeFrozen = false; // made without an object of the program
  hidden = none; // functions declared by the script that is about to start, which have to be found in it

  constructor(object, realm) {
    this.object = object;
    this.realm = realm;
    this.global = new Proxy(object, globalHandler(this));
    realm.show(this);
  }

  lexicalNames() { return copyList(this.lexicals.keys()); }

  isLanguage(name) {
    return (name === 'globalThis' || name in this.realm.language) && !this.removed.has(name);
  }

  hasVariable(name) {
    const { object, realm } = this;
    return this.isLanguage(name) || ReflectHas(object, name) || realm.hasGlobal(name) || name in realm.language.Object.prototype;
  }

  // As in Node, getters run on the object itself.
  read(name) {
    const { object, realm } = this;
    if (!ReflectHas(object, name)) {
      if (this.isLanguage(name)) return this.languageValue(name);
      return realm.hasGlobal(name) ? realm.global[name] : realm.language.Object.prototype[name];
    }
    const value = ReflectGet(object, name);
    // Scripts know the context only by its global object. But a proxy must report non-configurable properties unchanged.
    return value === object && !isConstant(object, name) ? this.global : value;
  }

  languageValue(name) {
    return name === 'globalThis' ? this.global : this.realm.language[name];
  }

  // A proxy must keep the invariants of its target, so nothing is added to an inextensible object.
  showsLanguage(name) {
    return this.isLanguage(name) && !hasOwn(this.object, name) && ObjectIsExtensible(this.object);
  }

  declare(script) {
    for (const name of itemsOf(script.lexicals)) {
      if (this.lexicals.has(name) || ReflectGetOwnPropertyDescriptor(this.object, name)?.configurable === false) {
        throw new this.realm.language.SyntaxError(`Identifier '${name}' has already been declared`);
      }
    }
    const names = joinLists(script.functions, script.vars);
    for (let i = 0; i < names.length; i++) {
      if (this.lexicals.has(names[i])) {
        throw new this.realm.language.SyntaxError(`Identifier '${names[i]}' has already been declared`);
      }
    }
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (!(name in this.global)) this.object[name] = undefined;
      this.declared.add(name);
    }
  }

  run(script, importModule) {
    this.declare(script);
    if (script.importName !== undefined && !this.realm.isMain) showTextIn(this.realm.language.Function.prototype);
    let own = [];
    const scope = scopeOf(this, script, {
      eval: this.realm.eval,
      text: () => script.text,
      [script.importName]: importModule === undefined ? undefined : this.realm.promising(importModule),
      // Called at the beginning of the script, if it declares anything; see ContextScript.
      $begin: (functions, accessors) => {
        this.hidden = none;
        for (let i = 0, list = ObjectKeys(functions); i < list.length; i++) {
          const name = list[i];
          this.object[name] = functions[name];
        }
        own = ObjectEntries(ObjectGetOwnPropertyDescriptors(accessors));
        for (let j = 0; j < own.length; j++) {
          const { 0: name, 1: descriptor } = own[j];
          if (script.lexicals.has(name)) this.lexicals.set(name, descriptor);
        }
      },
    });
    if (script.begins) this.hidden = script.functions;
    try {
      return apply(this.realm.runner, this.global, [this.global, scope]);
    } finally {
      this.hidden = none;
      // In strict code a var belongs to the script.
      for (let k = 0; k < own.length; k++) {
        const { 0: name, 1: { get } } = own[k];
        if (!script.lexicals.has(name)) this.object[name] = get();
      }
      this.realm.moveGlobals(this.object);
    }
  }
}

function isConstant(object, name) {
  const own = ReflectGetOwnPropertyDescriptor(object, name);
  return own !== undefined && !own.configurable && own.writable === false;
}

function isGetter(object, name) {
  const own = ReflectGetOwnPropertyDescriptor(object, name);
  return own?.get !== undefined && own.configurable;
}

function globalHandler(context) {
  let prototype = context.realm.isMain ? undefined : ObjectCreate(context.realm.language.Object.prototype);
  return {
    __proto__: null,
    has: (object, name) => !context.hidden.has(name) && context.hasVariable(name),
    get: (object, name) => context.read(name),
    // As in Node, nothing happens where there is only a getter, also in strict code.
    set: (object, name, value) => ReflectSet(object, name, value) || isGetter(object, name),
    getOwnPropertyDescriptor(object, name) {
      const own = ReflectGetOwnPropertyDescriptor(object, name);
      if (own !== undefined || !context.showsLanguage(name)) return own;
      return { value: context.languageValue(name), writable: true, enumerable: false, configurable: true };
    },
    deleteProperty(object, name) {
      if (context.declared.has(name)) return false;
      if (context.isLanguage(name)) context.removed.add(name); // also where the object has its own: Node deletes both
      return ReflectDeleteProperty(object, name);
    },
    // As in Node, an object between the global object and Object.prototype of the context, whatever the program's object has.
    getPrototypeOf: (object) => (prototype === undefined || !ObjectIsExtensible(object) ? ReflectGetPrototypeOf(object) : prototype),
    setPrototypeOf(object, value) {
      prototype = undefined;
      return ReflectSetPrototypeOf(object, value);
    },
    preventExtensions: (object) => context.canBeFrozen && ReflectPreventExtensions(object),
    ownKeys(object) {
      const own = ReflectOwnKeys(object);
      if (!ObjectIsExtensible(object)) return own;
      return joinLists(own, ArrayPrototypeFilter(joinLists(['globalThis'], LANGUAGE), (name) => context.showsLanguage(name)));
    },
  };
}

// Names of a script that take precedence over the global object. `beginning` has those that the runner and the inserted text
// use; each can be read once.
function scopeOf(context, { strict, typeofs, inBlocks, importName, begins: declares }, beginning) {
  const { lexicals, global, object, realm: { language } } = context;
  const isReadOnly = (name) => ReflectGetOwnPropertyDescriptor(object, name)?.writable === false;
  const notDefined = (name, above) => {
    const error = new language.ReferenceError(`${String(name)} is not defined`);
    ErrorCaptureStackTrace(error, above);
    return error;
  };
  const begins = new SafeSet(declares ? ['eval', 'text', '$begin'] : ['eval', 'text']);
  const handler = {
    __proto__: null,
    has(_, name) {
      if (begins.has(name) || lexicals.has(name) || name === importName) return true;
      if (!(name in global)) return !inBlocks.has(name) && !context.hidden.has(name);
      return strict && isReadOnly(name);
    },
    get(_, name) {
      if (name === SymbolUnscopables) return undefined;
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
        throw new language.TypeError(`Cannot assign to read only property '${String(name)}' of object '[object Object]'`);
      } else {
        ReflectSet(object, name, value);
      }
      return true;
    },
    deleteProperty: (_, name) => !lexicals.has(name),
  };
  return new Proxy({ __proto__: null }, handler);
}

// A script's declarations, and its text with an inserted call that passes them to the context: the functions, and accessors
// of the variables that belong to the script.
//
//   $begin({ f, g }, { get x() { return x; }, set x(x$) { x = x$; } });let x = f(); function f() {} ...
class ContextScript extends Declarations {
  begins; // whether text was inserted
  shift; // the length of that text, by which the columns of the first line are shifted

  constructor(source, { above = '', below = '', importName } = {}) {
    super(source);
    this.importName = importName;
    const own = joinLists(this.lexicals, this.strict ? this.vars : []);
    this.begins = this.functions.size > 0 || own.length > 0;
    const accessors = ArrayPrototypeMap(own, (name) => `get ${name}() { return ${name}; }, set ${name}(${name}$) { ${name} = ${name}$; }`);
    const front = `${this.strict ? "'use strict';" : ''}` +
      `$begin({ ${ArrayPrototypeJoin(copyList(this.functions), ', ')} }, { ${ArrayPrototypeJoin(accessors, ', ')} });`;
    this.shift = this.begins ? front.length : 0;
    this.text = `${above}${this.begins ? front : ''}${source}${below}`;
  }
}

function contextOf(object) {
  return contexts.get(object);
}

// `object` becomes the global object of a context; undefined for a new one.
function makeContext(object, codeGeneration = { strings: true, wasm: true }) {
  const context = object === undefined ? makeOwn(codeGeneration) : makeOf(object, codeGeneration);
  contexts.set(object ?? context.global, context);
  return object ?? context.global;
}

// Of the first constructor that the object shows; no code of the program runs.
function constructorName(object) {
  for (let at = object; at !== null && !isProxy(at); at = ReflectGetPrototypeOf(at)) {
    const constructor = ReflectGetOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof constructor !== 'function' || isProxy(constructor)) continue;
    const name = ReflectGetOwnPropertyDescriptor(constructor, 'name')?.value;
    if (typeof name === 'string' && name !== '') return name;
  }
  return 'Object';
}

function makeOf(object, codeGeneration) {
  const global = newGlobal();
  if (global !== undefined) {
    const realm = openRealm(codeGeneration, true, global);
    if (PlainContext.isPossible(realm)) {
      const context = new PlainContext(realm, object);
      const tag = constructorName(object);
      if (tag !== 'Object') defineProperty(global, SymbolToStringTag, { __proto__: null, value: tag, writable: true, enumerable: false, configurable: true });
      show(global, object, realm.language, (text) => context.run({ text }));
      return context;
    }
  }
  return new Context(object, openRealm(codeGeneration));
}

// Of a context whose global object is its own.
function makeOwn(codeGeneration) {
  const realm = openRealm(codeGeneration, true);
  return PlainContext.isPossible(realm) ? new PlainContext(realm) : new Context({}, openRealm(codeGeneration));
}

// The main context in the same form.
const mainContext = () => new Context(globalThis, mainRealm());

module.exports = { contextOf, mainContext, makeContext, ContextScript };
