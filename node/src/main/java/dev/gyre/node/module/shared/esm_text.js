'use strict';

// The two places where a program handles source text: functions made from text may contain import() too, and
// Function.prototype.toString() must not show the names that the loader inserted (esm_syntax.js).

const {
  ArrayPrototypeAt, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypeSlice, Function, FunctionPrototype, ObjectDefineProperty,
  ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, SafeWeakSet, copyList, joinLists,
} = require('internal/primordials');
const { rewriteScript, originalText, onFirstRewrite } = require('internal/module/esm_syntax');

// ---- new Function('return import("x")')

// Replaces `Function` in a source that contains import(). `call` replaces import there, `call.source` import.source.
function functionMaker(call) {
  const target = function(...args) {
    const newTarget = new.target === undefined || new.target === target ? Function : new.target;
    const made = ReflectConstruct(Function, args, newTarget); // throws if parameters and body don't fit, as it should
    const { source, bindings } = rewriteScript(`${ArrayPrototypeAt(args, -1)}`);
    return bindings.size === 0 ? made : ObjectSetPrototypeOf(bound(ArrayPrototypeSlice(args, 0, -1), source, bindings), newTarget.prototype);
  };

  // The function that V8 would make, in a scope that has the names.
  function bound(parameters, source, bindings) {
    const text = `return function anonymous(${ArrayPrototypeJoin(parameters, ',')}\n) {\n${source}\n}`;
    const values = { call, sourceCall: call.source, makeFunction: target };
    const names = ArrayPrototypeMap(copyList(bindings), ({ 0: name }) => name);
    const meant = ArrayPrototypeMap(copyList(bindings), ({ 1: kind }) => values[kind]);
    return ReflectApply(ReflectConstruct(Function, joinLists(names, [text])), undefined, meant);
  }

  target.prototype = FunctionPrototype;
  return target;
}

// ---- function.toString()

const { toString } = FunctionPrototype;

// Installed only when a source was changed.
const shown = {
  toString() {
    return this === shown.toString ? ReflectApply(toString, toString, []) : originalText(ReflectApply(toString, this, []));
  },
};

function showOriginalText() {
  if (FunctionPrototype.toString !== toString) return; // the program replaced it before
  ObjectDefineProperty(FunctionPrototype, 'toString', {
    __proto__: null,
    value: shown.toString, writable: true, enumerable: false, configurable: true,
  });
}

onFirstRewrite(showOriginalText);

const shownIn = new SafeWeakSet(); // prototypes of functions in other realms

// The same for the functions of another realm.
function showTextIn(prototype) {
  if (shownIn.has(prototype)) return;
  shownIn.add(prototype);
  const original = prototype.toString;
  const made = {
    toString() {
      return this === made.toString ? ReflectApply(original, original, []) : originalText(ReflectApply(original, this, []));
    },
  };
  ObjectDefineProperty(prototype, 'toString', {
    __proto__: null,
    value: ObjectSetPrototypeOf(made.toString, prototype), writable: true, enumerable: false, configurable: true,
  });
}

module.exports = { functionMaker, showOriginalText, showTextIn };
