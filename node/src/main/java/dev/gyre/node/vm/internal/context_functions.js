'use strict';

// Functions that are compiled in contexts.
//
// A test runner compiles the same sources in a context for each test file. V8 has them compiled then, but to ask it takes a
// copy of the source to Java and back. So what was compiled once is remembered, by its source: Java keeps its copy, and gets a
// number. V8's answer is a function of its own for each context. All of it is forgotten with V8's next full collection.
//
// `import()`: V8 through Javet has no hook for it, so the word is replaced by a name (internal/module/esm_syntax). Here that is
// the name of a variable of the realm's own global object, which no list of properties shows. The n-th such function of a
// context has the n-th name, so that the same sources, compiled in the same order, are the same texts in all contexts.

const {
  ArrayIsArray, ArrayPrototypePush, NumberPrototypeToString, ReflectDefineProperty: defineProperty, SafeMap,
  StringPrototypeIncludes, StringPrototypePadEnd, WeakRef, deref, joinLists,
} = require('internal/primordials');
const { compileFunctionIn, compileAgainIn } = require('internal/compiler');
const { showTextIn } = require('internal/module/esm_text');
const { hide } = require('internal/vm/interceptors');
const { mayCallImport, rewriteImports } = require('internal/module/esm_syntax');

const MAX_CHARS = 32 * 1024 * 1024; // of all remembered sources
const NOT_REMEMBERED = -1;
const NAME_LENGTH = 'import'.length;

class Memory {
  functions = new SafeMap(); // source -> list of { above, filename, params, importName, id }
  count = 0;
  chars = 0;

  static #last;

  static current() {
    let memory = this.#last === undefined ? undefined : deref(this.#last);
    if (memory === undefined) {
      memory = new Memory();
      this.#last = new WeakRef(memory);
    }
    return memory;
  }

  // Those of a source: the search compares texts, so it is made once for a function.
  of(code) { return this.functions.get(code); }

  static lookUp(list, options, importName) {
    for (let i = 0; list !== undefined && i < list.length; i++) {
      const known = list[i];
      if (known.filename === options.filename && known.above === options.above && known.importName === importName &&
          areSame(known.params, options.params)) return known;
    }
    return undefined;
  }

  // Java forgets all that it remembers when it gets the id 0.
  nextId(code) {
    return this.chars + code.length > MAX_CHARS ? NOT_REMEMBERED : this.count;
  }

  remember(code, { above, filename, params }, importName) {
    const known = { above, filename, params: joinLists(params, []), importName, id: this.count++ };
    this.chars += code.length;
    const list = this.of(code);
    if (list === undefined) this.functions.set(code, [known]);
    else ArrayPrototypePush(list, known);
  }
}

function areSame(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

const nameOf = (number) => (number === 0 ? 'imp$rt' : StringPrototypePadEnd(`$${NumberPrototypeToString(number, 36)}`, NAME_LENGTH, '_'));

function nextName(realm, code) {
  while (StringPrototypeIncludes(code, nameOf(realm.imports))) realm.imports++;
  return nameOf(realm.imports);
}

function bind(realm, importName, importModule) {
  realm.imports++;
  showTextIn(realm.language.Function.prototype);
  const value = realm.promising(importModule);
  if (!hide(realm.global, importName, value)) defineProperty(realm.global, importName, { __proto__: null, value });
}

// A function, or for a syntax error what internal/compiler answers. `options`: { above, filename, params, importModule }, with
// the text above the source in its file.
function compileIn(realm, code, options) {
  const memory = Memory.current();
  const list = memory.of(code);
  let known = Memory.lookUp(list, options, undefined);
  if (known !== undefined) return compileAgainIn(realm, known.id);
  let source = code;
  let importName = nameOf(realm.imports); // a function that is known by this name has no other use for it
  known = Memory.lookUp(list, options, importName);
  if (known !== undefined) {
    bind(realm, importName, options.importModule);
    return compileAgainIn(realm, known.id);
  }
  importName = undefined;
  if (mayCallImport(code)) {
    importName = nextName(realm, code);
    known = Memory.lookUp(list, options, importName);
    if (known !== undefined) {
      bind(realm, importName, options.importModule);
      return compileAgainIn(realm, known.id);
    }
    ({ source, importName } = rewriteImports(code, importName));
  }
  const id = memory.nextId(code);
  const result = compileFunctionIn(realm, id, joinLists([options.above + source, options.filename], options.params));
  if (ArrayIsArray(result)) return result;
  if (id !== NOT_REMEMBERED) memory.remember(code, options, importName);
  if (importName !== undefined) bind(realm, importName, options.importModule);
  return result;
}

// The text of a script that is to run in the realm, in place of this one.
function rewriteIn(realm, code, importModule) {
  if (!mayCallImport(code)) return code;
  const { source, importName } = rewriteImports(code, nextName(realm, code));
  if (importName !== undefined) bind(realm, importName, importModule);
  return source;
}

const main = { imports: 1 };

// { source, importName } of a script with a callback of its own, for the main context: each has a name of its own.
function rewriteForMain(code) {
  if (!mayCallImport(code)) return { source: code, importName: undefined };
  const name = nextName(main, code);
  main.imports++;
  return rewriteImports(code, name);
}

module.exports = { compileIn, rewriteForMain, rewriteIn };
