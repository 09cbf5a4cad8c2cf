'use strict';

// Functions that are compiled in contexts.
//
// A test runner compiles the same sources in a context for each test file. V8 has them compiled then, but to ask it takes a
// copy of the source to Java and back. So what was compiled once is remembered, by its source, as a function of the main context:
// V8 makes it anew for each other one (capability `function-copies`). Where that can't be had, Java keeps its copy of the source,
// and gets a number. All of it is forgotten with V8's next full collection.
//
// `import()`: V8 through Javet has no hook for it, so the word is replaced by a name (internal/module/esm_syntax). Here that is
// the name of a variable of the realm's own global object, which no list of properties shows. The n-th such function of a
// context has the n-th name, so that the same sources, compiled in the same order, are the same texts in all contexts.

const {
  ArrayIsArray, ArrayPrototypePush, NumberPrototypeToString, ReflectApply, ReflectDefineProperty: defineProperty, SafeMap,
  StringPrototypeIncludes, StringPrototypePadEnd, WeakRef, deref, joinLists,
} = require('internal/primordials');
const { compileAgainIn, compileFunctionIn } = require('internal/compiler');
const { compileDirectlyIn } = require('internal/direct_compiler');
const { showTextIn } = require('internal/module/esm_text');
const { hide } = require('internal/vm/interceptors');
const { mayCallImport, rewriteImports } = require('internal/module/esm_syntax');

const native = binding('vm');

const MAX_CHARS = 32 * 1024 * 1024; // of all remembered sources
const NOT_REMEMBERED = -1;
const NAME_LENGTH = 'import'.length;

let copier; // (function, function of a context) -> a new function of the same code in that context, or undefined; null: none

function canCopy() {
  if (copier === undefined) {
    copier = native.functionCopier() ?? null;
    if (copier !== null && typeof copier(canCopy, ReflectApply) !== 'function') copier = null; // is never called
  }
  return copier !== null;
}

class Memory {
  functions = new SafeMap(); // source -> list of { above, filename, params, importName, copy, id }
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

  hasRoomFor(code) { return this.chars + code.length <= MAX_CHARS; }

  // `copy`: the function in the main context, because others are not to outlive the program's references to them. Undefined where
  // Java remembers it by its number; it forgets all others when it gets the number 0.
  remember(code, { above, filename, params }, importName, copy) {
    const known = { above, filename, params: joinLists(params, []), importName, copy, id: this.count++ };
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

const compileAgain = (realm, { copy, id }) => (copy === undefined ? compileAgainIn(realm, id) : copier(copy, realm.function));

// A function, or for a syntax error what internal/compiler answers. `options`: { above, filename, params, importModule }, with
// the text above the source in its file.
function compileIn(realm, code, options) {
  const memory = Memory.current();
  const list = memory.of(code);
  let known = Memory.lookUp(list, options, undefined);
  if (known !== undefined) return compileAgain(realm, known);
  let source = code;
  let importName = nameOf(realm.imports); // a function that is known by this name has no other use for it
  known = Memory.lookUp(list, options, importName);
  if (known !== undefined) {
    bind(realm, importName, options.importModule);
    return compileAgain(realm, known);
  }
  importName = undefined;
  if (mayCallImport(code)) {
    importName = nextName(realm, code);
    known = Memory.lookUp(list, options, importName);
    if (known !== undefined) {
      bind(realm, importName, options.importModule);
      return compileAgain(realm, known);
    }
    ({ source, importName } = rewriteImports(code, importName));
  }
  const isRemembered = memory.hasRoomFor(code);
  const id = isRemembered && !canCopy() ? memory.count : NOT_REMEMBERED;
  const { above, filename, params } = options;
  const result = (id === NOT_REMEMBERED ? compileDirectlyIn(realm.function, above + source, filename, params) : undefined) ??
    compileFunctionIn(realm, id, joinLists([above + source, filename], params));
  if (ArrayIsArray(result)) return result;
  if (isRemembered) memory.remember(code, options, importName, canCopy() ? copier(result, ReflectApply) : undefined);
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
