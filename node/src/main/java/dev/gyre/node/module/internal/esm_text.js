'use strict';

// The two places where a program meets its own source as text: functions made from text may hold import() too, and
// functions shown as text must not tell what the loader replaced in them (esm_syntax.js).

const {
  ArrayFrom, ArrayPrototypeAt, ArrayPrototypeJoin, ArrayPrototypeSlice, Function, FunctionPrototype, ObjectDefineProperty,
  ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, itemsOf, joinLists,
} = require('internal/primordials');
const { rewriteScript, originalText, onFirstRewrite } = require('internal/module/esm_syntax');

// ---- new Function('return import("x")')

// What stands for Function in a source with import() in it. `call` is what stands for import there.
function functionMaker(call) {
  const target = function(...args) {
    const newTarget = new.target === undefined || new.target === target ? Function : new.target;
    const made = ReflectConstruct(Function, args, newTarget); // throws where parameters and body don't fit, as it should
    const { source, bindings } = rewriteScript(`${ArrayPrototypeAt(args, -1)}`);
    return bindings.size === 0 ? made : ObjectSetPrototypeOf(bound(ArrayPrototypeSlice(args, 0, -1), source, bindings), newTarget.prototype);
  };

  // The same function as V8 would make, in a scope that has the names.
  function bound(parameters, source, bindings) {
    const text = `return function anonymous(${ArrayPrototypeJoin(parameters, ',')}\n) {\n${source}\n}`;
    const values = { call, makeFunction: target };
    return ReflectConstruct(Function, joinLists(bindings.keys(), [text]))(...itemsOf(ArrayFrom(bindings.values(), (kind) => values[kind])));
  }

  target.prototype = FunctionPrototype;
  return target;
}

// ---- function.toString()

const { toString } = FunctionPrototype;

// Put in its place only when a source was changed.
const shown = {
  toString() {
    return this === shown.toString ? ReflectApply(toString, toString, []) : originalText(ReflectApply(toString, this, []));
  },
};

onFirstRewrite(() => {
  if (FunctionPrototype.toString !== toString) return; // somebody was here before
  ObjectDefineProperty(FunctionPrototype, 'toString', {
    __proto__: null,
    value: shown.toString, writable: true, enumerable: false, configurable: true,
  });
});

module.exports = { functionMaker };
